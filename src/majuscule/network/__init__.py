"""Floor 3: the neural sequence tagger that all tasks share; tokens and labels are numbers.

A new tagger declares its input columns and its heads as data:

>>> from majuscule.network.inputs import Inputs
>>> inputs = Inputs({"word": 5000, "suffix": 256, "shape": 16})
>>> heads = {"mark": 4, "break": 2}

Its options are :class:`~majuscule.network.options.NetworkOptions`, or a subclass with more.  Its
training text is a :class:`~majuscule.network.inputs.LabelledText`: pieces of text, and for their
tokens the columns, the labels of each head (IGNORED for unlabelled tokens) and weights.  Then
``train`` and ``export`` make the engine that its model file holds (its arrays are declared as
stored), and ``run`` gives each head's scores::

    learner = train(text, inputs, heads, options, fingerprint=..., report=...)
    engine = export(inputs, heads, learner.weights(), options, sample)

Only ``train`` needs PyTorch, so it is imported where it is called; ``export`` needs onnx, ``run``
onnxruntime.  Here, an untrained network without layers stands for a trained one:

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

A token's label may also be one of a few candidates that are not the same for all tokens, such as
the spellings of its word.  They are described by columns of their own, and the text is a
:class:`~majuscule.network.inputs.ChoiceText`; :mod:`majuscule.accents.learning.choosing` is an
example.

Training can start from a trained network, read from its engine by :mod:`majuscule.network.start`.
Vectors are matched by the name of their column, layers by type and order, heads by name and number
of labels; new columns and blocks start with no effect, new heads at random.  A tagger with the
inputs of the case network, and more, reuses the case network's weights by the option ``start`` (a
model's name or file)::

    tables, start = load_start(options.start)  # of majuscule.words.inputs
    inputs = Inputs({**start.inputs.sizes, "pause": 8})
    layers = "conv:1:5 conv:2:5 conv:5:3 conv:3:5"  # the old ones in order, and others
    learner = train(text, inputs, heads, options, start=start, fingerprint=..., report=...)

The text's columns are then ``tables.read(passage, at)`` and its own, and the model stores
``tables`` unchanged, since the vectors were learnt for their numbers.

:mod:`majuscule.restore.neural` is an example.
"""
