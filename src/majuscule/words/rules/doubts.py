"""Capitals that are too doubtful, in lines so short that little tells a name from a word.

Titles and lists are short too, and they are full of capitals; so a model that has read them gives
*Add to CART* and *Play some Jazz*.  How probable a capital must be depends on how often the word
has one elsewhere: least of all may a word have one that hardly ever has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import F32, U8, U64
from majuscule.detection.words import FUNCTION_WORDS, NAME_WORDS, OPEN_WORDS
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.rules.doubt_kernel import Doubter
from majuscule.words.rules.opening_kernel import Opener
from majuscule.words.rules.sentence_kernel import Starter

_CHATTED = (
    "thank",
    "thanks",
    "love",
    "luv",
    "miss",
    "need",
    "want",
    "know",
    "see",
)
_TYPED = ("approx", "brb", "btw", "ffs", "idk", "nvm", "omg", "pls", "plz", "qty", "tbh", "thx")
_GREETINGS = ("bye", "cheers", "hello", "hey", "hi")
_OPENERS = (
    *("any", "except", "he", "if", "it", "neither", "no", "nothing", "she", "subject", "the"),
    *("there", "these", "they", "this", "those", "unless", "we", "when", "where", "you"),
)
_SAYINGS = (
    *("answer", "answered", "answers", "ask", "asked", "asks", "replied", "replies", "reply"),
    *("said", "say", "says", "tell", "tells", "told"),
)
_VERBS = (
    *("are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might"),
    *("must", "should", "was", "were", "will", "would"),
)
_MENUS = (
    *("actions", "administration", "advanced", "applications", "colors", "edit", "file", "files"),
    *("filters", "format", "general", "help", "image", "insert", "layer", "layers", "menu"),
    *("options", "preferences", "project", "select", "settings", "system", "tools", "view"),
    *("window", "windows"),
)
_STREETS = (
    *("apartment", "apt", "ave", "avenue", "blvd", "boulevard", "building", "center", "centre"),
    *("close", "court", "cres", "crescent", "dr", "drive", "estate", "floor", "gardens", "grove"),
    *("green", "hall", "highway", "hill", "hotel", "house", "hwy", "lane", "ln", "lodge", "mews"),
    *("parade", "park", "parkway", "pl", "place", "plaza", "rd", "road", "row", "square", "st"),
    *("street", "suite", "terrace", "tower", "villas", "walk", "way", "wharf", "yard"),
)
_PARTS_OF_SPEECH = ("adj", "adv", "n.", "v.", "vi", "vt")
_PACKAGED = ("dbg", "dev", "python2", "python3")
_TITLES = (
    *("adm", "brig", "capt", "cdr", "cllr", "cmdr", "col", "cpl", "det", "dr", "fr", "gen"),
    *("gov", "hon", "insp", "lt", "maj", "messrs", "mme", "mr", "mrs", "ms", "msgr", "mx", "prof"),
    *("pvt", "rep", "rev", "sen", "sgt", "supt"),
)


@dataclass(frozen=True)
class Doubts:
    """How probable a capital inside a sentence must be, by how often its word has one.

    Seven numbers each: for unknown words, then for words that hardly ever have one to those that
    nearly always have.  They gave the most right capitals less 1.5 times the wrong ones, in steps
    of 0.05, on the short lines of talk, novels and web text (dev), smoothed where a cell had few;
    those of words that now and then have one were then raised by 0.1, since everyday lines gain
    more by it than dev text loses.  A word that nearly always has an initial capital keeps it:
    between two forms (``Joanne``, ``JoAnne``) neither is probable.  What they are worth stands in
    docs/method/tagger.md.
    """

    initial: tuple[float, ...] = (0.5, 0.95, 0.85, 0.7, 0.75, 0.5, 0.0)
    """Of words with an initial capital."""
    other: tuple[float, ...] = (0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5)
    """Of words in capitals or in mixed case; also of known words in capitals that begin a sentence,
    which keep one (``DIP the ladyfingers``)."""
    abbreviated: tuple[float, ...] = (0.0, 0.8, 0.8, 0.8, 0.0, 0.0, 0.0)
    """After the full stop of an abbreviation (``Acme Co. in May``), in lines of any length."""
    longest: int = 14
    """Tokens of a short line."""
    letters: tuple[str, ...] = ("r", "msg", "imo")
    """What stands for words where common words are beside them (``how r we``)."""
    chatted: tuple[str, ...] = ("u", "ur")
    """The same, in lines of any length."""
    typed: tuple[str, ...] = _TYPED
    """What is typed for words and needs none beside it (``Thx for the lift``), in lines of any
    length."""
    greetings: tuple[str, ...] = _GREETINGS
    """What names hardly have inside a short line (``Ok cheers, Ann``)."""
    titles: tuple[str, ...] = _TITLES
    """What stands before names: behind it and its full stop none is doubtful (``Ms. Rich``)."""
    openers: tuple[str, ...] = _OPENERS
    """What opens a clause behind its number, and follows no measure (``4.2 The tenant pays.``)."""
    speakers: tuple[str, ...] = ("he", "she", "they", "we", "you")
    """Who asked or cried what stands before, if one of the ``sayings`` follows (``"Why?" you
    ask``)."""
    sayings: tuple[str, ...] = _SAYINGS
    """What they did; *added* may begin a sentence (``She added, "It's late."``)."""
    streets: tuple[str, ...] = _STREETS
    """What makes a figure that begins a line the number of a house, and no count of things (``1 red
    onion``); without any, things are not looked at."""
    verbs: tuple[str, ...] = (*_SAYINGS, *_VERBS)
    """What goes on from what stands for a word (``[Smith] was right.``), but not from what is said
    of a line (``[Music] He sings.``)."""
    menus: tuple[str, ...] = _MENUS
    """What one chooses from, before an arrow (``Settings > Privacy``)."""
    parts: tuple[str, ...] = _PARTS_OF_SPEECH
    """What is small before a meaning, behind its number (``1. n. A tool.``)."""
    packaged: tuple[str, ...] = _PACKAGED
    """What begins or ends the name of a package, which is small (``python3-foo``, ``foo-dev``)."""
    computing: tuple[str, ...] = ()
    """What is small as it is typed, or in another language, but in names (``Remote Desktop``)."""
    polite: tuple[str, ...] = ()
    """What has a capital where somebody is asked to do something (``Klicken Sie auf Ihren Namen``):
    *sie* behind a verb in *-en* that begins a sentence."""
    speech: bool = True
    """Whether what a line says behind a label, and names behind *Mr.*, get their capital; if not,
    what begins a line that ends like a sentence, or follows ! or ?, gets it."""
    accented: bool = False
    """Whether an apostrophe behind a word's last vowel stands for an accent: then the word is no
    name inside a sentence (``sara'`` is *sarà*)."""
    compounds: bool = False
    """Whether the second half of a word that begins small is small (``norte-coreano``), unless it
    mostly has a capital."""

    def settle(self, passage: Passage, classes: U8, scores: F32, shares: F32 | None) -> U8:
        """Return the classes of n tokens: doubtful capitals small, one where speech or, in other
        languages, a sentence begins.

        ``scores`` (n, 4): log odds of LC UC CA MC; ``shares``: how often each token's word is
        capitalised, NaN where unknown, None where nothing is.
        """
        tokens, settled = passage.tokens, classes.copy()
        shares = _UNKNOWN if shares is None else shares
        spans = tokens.folded, tokens.starts, passage.lines
        seen = tokens.positions, tokens.words, scores, shares
        found = self.doubter.settle(*spans, *seen, settled)
        if self.opener is not None:
            found += self.opener.open(*spans, tokens.words, settled)
        if self.starter is not None:
            found += self.starter.start(*spans, tokens.positions, tokens.words, shares, settled)
        return settled if found else classes

    @cached_property
    def doubter(self) -> Doubter:
        """Return what finds doubtful capitals."""
        typed = self.typed, self.chatted, self._beside, self.greetings, self.letters
        others = self.titles, _JOINING, self.packaged, self.computing
        told = self.speakers, self.sayings, self.streets
        floors = np.array([self.initial, self.other, self.abbreviated], np.float32)
        return Doubter(
            _LIMITS,
            floors,
            self.longest,
            self.accented,
            self.compounds,
            *_hashed(*typed, *others, *told),
        )

    @cached_property
    def opener(self) -> Opener | None:
        """Return what gives capitals to what lines say."""
        if not self.speech:
            return None
        lists = self.openers, self.verbs, self.menus, self.parts
        return Opener(*_hashed(self._beside, _JOINING, *lists))

    @cached_property
    def starter(self) -> Starter | None:
        """Return what gives capitals to what begins sentences."""
        return None if self.speech else Starter(*_hashed(self.packaged, self.polite))

    @property
    def _beside(self) -> set[str]:
        """Return the common words beside which a letter stands for a word."""
        beside = {*FUNCTION_WORDS, *_CHATTED, *self.letters, *self.chatted}
        beside |= {*self.typed, *self.greetings}
        return beside - {*NAME_WORDS, "a", "an"}


def _hashed(*lists: Iterable[str]) -> Iterator[U64]:
    return (np.sort(hash_words(words)) for words in lists)


_LIMITS = np.array([0.02, 0.15, 0.5, 0.85, 0.98], np.float32)
"""Where the levels of the shares begin, as in :func:`majuscule.words.tables.table.bucket`."""
_UNKNOWN = np.empty(0, np.float32)
_JOINING = {*FUNCTION_WORDS, *OPEN_WORDS}

_COMPUTING = (
    *("bit", "bits", "buffer", "debug", "desktop", "directory", "firmware", "hardware", "host"),
    *("kernel", "login", "menu", "online", "parser", "proxy", "root", "script", "socket"),
    *("sockets", "widget", "widgets"),
)
_PROGRAMS = (
    *("chmod", "chroot", "dconf", "dpkg", "fsck", "fstab", "grep", "gzip", "initrd"),
    *("lspci", "lsusb", "rsync", "sudo", "systemctl", "systemd", "telnet", "umount", "xargs"),
)
_PARTS = (
    *("add", "apt", "config", "daemon", "dpkg", "free", "get", "installer", "keyring", "report"),
    *("reports", "session", "settings"),
)
_POLITE = ("ihnen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "ihres", "sie")
_NEVER = (0.0,) * 7
_ELSEWHERE = Doubts(
    _NEVER,
    _NEVER,
    _NEVER,
    letters=(),
    chatted=(),
    typed=(),
    greetings=(),
    titles=(),
    openers=(),
    speakers=(),
    sayings=(),
    streets=(),
    packaged=(*_PACKAGED, *_PARTS),
    computing=_PROGRAMS + _COMPUTING,
    speech=False,
    compounds=True,
)
"""Of languages for which no floors were fitted: names of machines, and how sentences begin."""

DOUBTS = {
    "en": Doubts(),
    **dict.fromkeys(("cs", "es", "fr", "nl", "pl", "pt", "sv", "tr"), _ELSEWHERE),
    "it": replace(_ELSEWHERE, accented=True),
    "de": replace(
        _ELSEWHERE, computing=_PROGRAMS, packaged=_PACKAGED, polite=_POLITE, compounds=False
    ),
}
"""By language; without an entry no capital is too doubtful."""
