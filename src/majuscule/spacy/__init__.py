"""Floor 9: components for spaCy pipelines (extra ``spacy``).

``nlp.add_pipe("majuscule_truecaser", first=True)`` restores case before anything else sees the
text; ``nlp.add_pipe("majuscule_entities")`` sets entities that need no case, and
``nlp.add_pipe("majuscule_sentences")`` the sentences of text that may lack its marks.  spaCy finds
them by their entry points; importing this package does nothing.
"""
