"""Floor 9: components for spaCy pipelines (extra ``spacy``).

``nlp.add_pipe("majuscule_truecaser", first=True)`` restores case before anything else sees the
text; ``nlp.add_pipe("majuscule_entities")`` sets entities that need no case.  spaCy finds both by
their entry points; importing this package does nothing.
"""
