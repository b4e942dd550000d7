// Undo and redo. A step is a list of changes of words:
// { word, before: { form, mark, checked }, after: { form, mark, checked } }.

export class History {
  constructor() {
    this.done = [];
    this.undone = [];
  }

  add(step) {
    this.done.push(step);
    this.undone = [];
  }

  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    return step.map(({ word, before, after }) => ({ word, before: after, after: before }));
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    return step;
  }
}
