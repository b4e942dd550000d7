"""Relations between entities: found by rules in news, or by a classifier (Niu et al. 2004, 3.4.3).

``relations:rules`` compares AFFILIATION and POSITION, found by rules over an engine's mentions and
dependencies, with what the same rules find where the engine reads the text as it is;
``relations:wording`` with what the wording of the original text shows without an engine.
``relations:conll04`` classifies pairs of an engine's mentions, ``relations:conll04,given`` pairs of
gold ones.
"""
