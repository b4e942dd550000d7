"""Relations between entities: found by rules in news, or by a classifier (Niu et al. 2004, 3.4.3).

``relations:rules`` finds AFFILIATION and POSITION by rules over an engine's mentions and
dependencies, and compares them with the same engine's on the unchanged text; ``relations:wording``
compares them with relations that patterns find in the unchanged text without an engine.
``relations:conll04`` classifies pairs of an engine's mentions, ``relations:conll04,given`` pairs of
gold mentions.
"""
