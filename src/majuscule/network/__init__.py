"""Floor 3: the neural sequence tagger that every wing shares; it knows tokens and labels by number.

A new tagger says what it reads and what it answers, as data:

>>> from majuscule.network.inputs import Inputs
>>> inputs = Inputs({"word": 5000, "suffix": 256, "shape": 16})
>>> heads = {"mark": 4, "break": 2}

Its options are :class:`~majuscule.network.options.NetworkOptions`, or a dataclass that adds its own
to them.  Its text to learn from is a :class:`~majuscule.network.inputs.LabelledText`: pieces of
text, and for the tokens in them columns, labels of each head (IGNORED where it is not asked) and
weights.  Then ``train`` and ``export`` make the engine that its model file holds (its three arrays
are declared as stored), and ``run`` gives each head's scores::

    learner = train(text, inputs, heads, options, fingerprint=..., report=...)
    engine = export(inputs, heads, learner.learnt(), options, sample)

Only ``train`` needs PyTorch, so it is imported where it is called; ``export`` needs onnx, ``run``
onnxruntime.  Here a network without layers that has learnt nothing stands for a trained one:

>>> import numpy as np
>>> from majuscule.network.export import export
>>> from majuscule.network.options import NetworkOptions
>>> shapes = {"vectors": (5272, 8), "norm.weight": 8, "norm.bias": 8}
>>> for number, labels in enumerate(heads.values()):
...     shapes |= {f"heads.{number}.weight": (labels, 8), f"heads.{number}.bias": labels}
>>> learnt = {name: np.ones(shape, np.float32) for name, shape in shapes.items()}
>>> engine = export(inputs, heads, learnt, NetworkOptions(width=8, layers=""))

Two sequences of tokens, of three and of two, each a row of columns:

>>> columns = np.array([[7, 3, 0], [12, 250, 1], [9, 9, 2], [7, 3, 0], [4999, 0, 15]], np.int32)
>>> scores = engine.run(columns, np.array([[0, 3], [3, 5]]))
>>> {name: found.shape for name, found in scores.items()}
{'mark': (5, 4), 'break': (5, 2)}

A training need not begin at nothing: :mod:`majuscule.network.start` takes a trained network over
from its engine.  Vectors go by the name of their column, layers by what they are and their order,
heads by name and labels; new columns and new blocks begin at zero effect, new heads at random.  A
tagger that reads what the network of case reads, and more, takes over what that learnt of words and
of what stands around them, by the option ``start`` (a model's name or file)::

    tables, start = take_over(options.start)  # of majuscule.words.inputs
    inputs = Inputs({**start.inputs.sizes, "pause": 8})
    layers = "conv:1:5 conv:2:5 conv:5:3 conv:3:5"  # the old ones in order, and others
    learner = train(text, inputs, heads, options, start=start, fingerprint=..., report=...)

The text's columns are then ``tables.read(passage, at)`` beside those of its own, and the model
stores ``tables`` as they are: their numbers are those that the vectors were learnt for.

:mod:`majuscule.restore.neural` is the first tagger that is made so.
"""
