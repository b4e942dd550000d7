"""Closed-class words: those that headlines may leave small and that names hardly ever are.

English, German and French.  The list needs no more than the frequent ones: it tells Title Case
(``Is``, ``Of The``) from a run of names, and capitals (``THE``) from a run of acronyms, and both
need one or two words.
"""

from __future__ import annotations

_ENGLISH = """
a an the and or but nor so yet if as at by across amid despite for from in into of off on onto
out over to up upon with within without about after against along among around before behind
below between beyond during near since than through toward towards under until via is are was
were be been being am has have had having do does did will would shall should can could might
must not he she it we they you his her hers its our ours their theirs your yours my mine me him
them us this that these those there here who whom whose which what when where why how all any
both each every some such no only own same too very just more most other another then once
because while although though also ever never
"""
_GERMAN = """
der die das den dem des ein eine einen einem einer eines und oder aber nicht auch auf aus bei mit
nach von vom zu zum zur im am ist sind war waren wird werden wurde wurden hat haben hatte sich als
wie wenn dass er sie es wir ihr für über durch um bis noch nur
"""
_FRENCH = """
le la les un une des du de et ou mais dans par pour sur avec sans sous est sont il elle ils elles
ce cette ces qui que dont où ne pas plus au aux se sa son ses leur leurs
"""
_IN_NAMES = """
the of and or in on for at by der die das und von vom zu zum zur im am le la les du de et un une
"""
FUNCTION_WORDS = tuple(sorted({*_ENGLISH.split(), *_GERMAN.split(), *_FRENCH.split()}))
NAME_WORDS = tuple(_IN_NAMES.split())
"""Those that stand inside names and titles; the rest tell prose from lists of names."""
