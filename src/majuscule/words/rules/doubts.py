"""Capitals that are too doubtful, mostly in lines too short to tell names from words.

Headlines and lists are short too, and full of capitals; so a model trained on them writes *Add to
CART* and *Play some Jazz*.  The probability that a capital needs depends on how often its word is
capitalised elsewhere: it is highest for words that hardly ever are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import F32, U8, U64
from majuscule.detection.words import FUNCTION_WORDS, NAME_WORDS, OPEN_WORDS
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import DOTTED
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.rules.doubt_kernel import Doubter
from majuscule.words.rules.opening_kernel import Opener
from majuscule.words.rules.sentence_kernel import Starter
from majuscule.words.tables.table import CAPITALS

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
_TYPED = (
    *("abt", "approx", "bcoz", "bday", "brb", "btw", "cya", "dnt", "ffs", "frm", "idk", "nvm"),
    *("nxt", "omg", "pls", "plz", "qty", "tbh", "tho", "thru", "thx", "tmr", "tmrw", "wkend"),
    *("aww", "haha", "hahaha", "hehe", "hmm", "ooh", "ugh", "uhh", "umm", "whoa", "woah", "yay"),
)
_SPOKEN = (
    *("ain't", "c'mon", "coulda", "coz", "cuz", "dunno", "finna", "gimme", "gonna", "gotcha"),
    *("gotta", "hafta", "imma", "innit", "kinda", "lemme", "lotta", "outta", "shoulda", "sorta"),
    *("tryna", "wanna", "whatcha", "woulda", "y'all", "ya"),
    *("ahem", "ahh", "anyhoo", "babe", "bro", "buddy", "dammit", "damnit", "dude", "eww"),
    *("goodbye", "hey", "honey", "mister", "mmm", "oh", "ohh", "okie", "oooh", "shh", "sweetie"),
    *("whew", "yeah", "yum"),
    *("callin", "comin", "cryin", "dancin", "doin", "drinkin", "drivin", "eatin", "fallin"),
    *("feelin", "fuckin", "gettin", "givin", "goin", "havin", "hittin", "kissin", "knowin"),
    *("leavin", "livin", "lookin", "lovin", "makin", "movin", "nothin", "playin", "puttin"),
    *("rollin", "runnin", "sayin", "singin", "sittin", "sleepin", "somethin", "talkin"),
    *("tellin", "thinkin", "tryin", "waitin", "walkin", "watchin", "wearin", "workin"),
)
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
_STATES = (
    *("ak", "az", "dc", "fl", "ga", "ia", "ks", "mn", "nc", "nd", "nh", "nj", "nm", "nv", "ny"),
    *("sc", "sd", "tn", "tx", "va", "vt", "wi", "wv", "wy"),
)
_DOUBTFUL_STATES = (
    *("ar", "ca", "ct", "de", "id", "il", "ky", "la", "ma", "md", "mi", "mo", "mt", "ne"),
    *("pa", "ri", "ut", "wa"),
)
_MEASURES = (
    *("c.", "doz", "env", "gal", "lb", "lbs", "lg", "med", "oz", "pkg", "pkgs", "pt", "qt", "sm"),
    *("sq", "tbsp", "tsp"),
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
    """How probable a capital inside a sentence must be, and word lists of rules about capitals.

    The floors have seven numbers each: for unknown words, then by capital share from words that are
    hardly ever capitalised to words that nearly always are.  They were fitted in steps of 0.05 on
    the short lines of talk, novels and web text (dev) to maximise right capitals minus 1.5 times
    wrong ones, and smoothed where data was sparse; those of words that are sometimes capitalised
    were then raised by 0.1, which gains more on everyday lines than it loses on dev text.  A word
    that nearly always has an initial capital keeps it: between two forms (``Joanne``, ``JoAnne``)
    neither is probable.  docs/method/tagger.md has the gains.
    """

    initial: tuple[float, ...] = (0.6, 0.9, 0.85, 0.8, 0.75, 0.5, 0.0)
    """Floors of initial capitals."""
    other: tuple[float, ...] = (0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5)
    """Floors of words in capitals or mixed case; also of known words in capitals that begin a
    sentence, which keep one capital (``DIP the ladyfingers``)."""
    abbreviated: tuple[float, ...] = (0.0, 0.8, 0.8, 0.8, 0.0, 0.0, 0.0)
    """Floors after the full stop of an abbreviation (``Acme Co. in May``), in all lines."""
    named: tuple[float, ...] = (0.6, 0.8, 0.8, 0.8, 0.8, 0.5, 0.0)
    """Floors of initial capitals after a first name (``Ann Tough``)."""
    longest: int = 14
    """The most tokens of a short line."""
    exclaimed: float = 0.8
    """Up to which probability of lower case a word after ! or ? gets a capital all the same, as in
    conversations of today (``Oh! You are awake!``); novels of the past leave it small."""
    letters: tuple[str, ...] = ("bf", "gf", "imo", "msg", "ppl", "r", "wat", "wif")
    """Chat abbreviations, lower case next to a common word in short lines (``how r we``)."""
    chatted: tuple[str, ...] = ("u", "ur")
    """The same, in lines of any length."""
    typed: tuple[str, ...] = _TYPED
    """The same and interjections, in lines of any length, next to any word (``Thx for that``)."""
    spoken: tuple[str, ...] = _SPOKEN
    """Words of talk, lower case outside names and titles, in lines of any length, as are words
    without their last *g* (``lovin' it``)."""
    clipped: tuple[str, ...] = ("bout", "cause", "course", "em", "kay", "round", "scuse", "til")
    """Words that have lost their beginning, behind an apostrophe that opens no quotation: lower
    case inside sentences, with a capital at their start (``'Cause I care``)."""
    greetings: tuple[str, ...] = _GREETINGS
    """Lower case inside short lines, where they are hardly ever names (``Ok cheers, Ann``)."""
    titles: tuple[str, ...] = _TITLES
    """Titles before names: after one and its full stop no capital is doubtful (``Ms. Rich``)."""
    openers: tuple[str, ...] = _OPENERS
    """Words that open a numbered clause and do not follow measures (``4.2 The tenant pays.``)."""
    speakers: tuple[str, ...] = ("he", "she", "they", "we", "you")
    """Lower case after a quoted question or exclamation if one of the ``sayings`` follows
    (``"Why?" you ask``)."""
    sayings: tuple[str, ...] = _SAYINGS
    """Verbs of speech, without *added*, which may follow a quote (``She added, "It's late."``)."""
    streets: tuple[str, ...] = _STREETS
    """Words that make a number at the start of a line that of a house rather than a count (``1 red
    onion``); without any, counts are not looked for."""
    states: tuple[str, ...] = _STATES
    """Abbreviations of states that are in capitals after the name of a town (``Savannah GA``)."""
    doubtful: tuple[str, ...] = _DOUBTFUL_STATES
    """Those that are other words too, in capitals only where what follows is no word."""
    measures: tuple[str, ...] = _MEASURES
    """Abbreviations of measures behind numbers, small as is what they measure (``1 pkg. rice``)."""
    verbs: tuple[str, ...] = (*_SAYINGS, *_VERBS)
    """Verbs after brackets that replace a word (``[Smith] was right.``), but not after brackets
    that describe a line (``[Music] He sings.``)."""
    menus: tuple[str, ...] = _MENUS
    """Names of menus before an arrow (``Settings > Privacy``)."""
    parts: tuple[str, ...] = _PARTS_OF_SPEECH
    """Parts of speech, lower case between a number and a definition (``1. n. A tool.``)."""
    packaged: tuple[str, ...] = _PACKAGED
    """First and last parts of package names, which are lower case: ``python3-foo``, ``foo-dev``."""
    computing: tuple[str, ...] = ()
    """Commands and computing terms, lower case outside names (``Remote Desktop``)."""
    polite: tuple[str, ...] = ()
    """Pronouns that have a capital in polite requests (``Klicken Sie auf Ihren Namen``): lines with
    *sie* after a verb in *-en* that begins a sentence."""
    inverted: tuple[str, ...] = ()
    """Pronouns that follow a verb and a hyphen: after a quotation the verb is lower case."""
    speech: bool = True
    """Whether text after a label, and names after *Mr.*, get a capital; if not, the first word of a
    line that is short or ends like a sentence, and what follows ! or ?, get one."""
    accented: bool = False
    """Whether an apostrophe after a word's last vowel replaces an accent: then the word is lower
    case inside a sentence (``sara'`` is *sarà*)."""
    compounds: bool = False
    """Whether the second half of a compound that begins in lower case is lower case too
    (``norte-coreano``), unless it mostly has a capital."""

    def settle(self, passage: Passage, classes: U8, scores: F32, shares: F32 | None) -> U8:
        """Return the classes (n,) after the rules: doubtful capitals removed, and capitals added
        where speech or, in languages other than English, a sentence begins.

        ``scores`` (n, 4): log odds of LC, UC, CA and MC; ``shares`` (n,): the capital share of each
        word, NaN where unknown, or None if all are.
        """
        tokens, settled = passage.tokens, classes.copy()
        shares = _UNKNOWN if shares is None else shares
        spans = tokens.folded, tokens.starts, passage.lines
        evidence = tokens.positions, tokens.words, scores, shares
        changed = self.doubter.settle(*spans, *evidence, settled)
        if self.opener is not None:
            changed += self.opener.open(*spans, tokens.words, settled)
        if self.starter is not None:
            changed += self.starter.start(*spans, tokens.positions, tokens.words, shares, settled)
        return settled if changed else classes

    @cached_property
    def doubter(self) -> Doubter:
        """Return the rules that remove capitals."""
        chat = self.typed, self.spoken, self.clipped, self.chatted, self._beside, self.greetings
        names = self.letters, self.titles, _JOINING, self.packaged, self.computing
        places = self.streets, self.states, self.doubtful
        others = self.speakers, self.sayings, *places, self.measures
        floors = np.array([self.initial, self.other, self.abbreviated, self.named], np.float32)
        return Doubter(
            np.array(CAPITALS, np.float32),
            floors,
            self.longest,
            self.exclaimed,
            self.accented,
            self.compounds,
            *_hashed(*chat, *names, *others),
        )

    @cached_property
    def opener(self) -> Opener | None:
        """Return the rules that capitalise what lines say."""
        if not self.speech:
            return None
        lists = self.openers, self.verbs, self.menus, self.parts
        return Opener(*_hashed(self._beside, _JOINING, *lists))

    @cached_property
    def starter(self) -> Starter | None:
        """Return the rules that capitalise sentences."""
        return None if self.speech else Starter(*_hashed(self.packaged, self.polite, self.inverted))

    @property
    def _beside(self) -> set[str]:
        """Return the common words next to which a letter stands for a word."""
        beside = {*FUNCTION_WORDS, *_CHATTED, *self.letters, *self.chatted}
        beside |= {*self.typed, *self.greetings}
        return beside - {*NAME_WORDS, "a", "an"}


def _hashed(*lists: Iterable[str]) -> Iterator[U64]:
    return (np.sort(hash_words(words)) for words in lists)


_UNKNOWN = np.empty(0, np.float32)
_JOINING = {*FUNCTION_WORDS, *OPEN_WORDS}

_COMPUTING = (
    *("backend", "bit", "bits", "bogue", "browser", "buffer", "check", "client", "clients"),
    *("debug", "desktop", "directorio", "directory", "download", "downloads", "débogage"),
    *("endpoint", "endpoints", "firewall", "firmware", "hardware", "host"),
    *("kernel", "layout", "login", "menu", "mirror", "online", "parser", "plug", "plugin"),
    *("plugins", "provider", "providers", "proxy", "repository", "root", "script", "shell"),
    *("socket", "sockets", "spam", "string", "terminal", "token", "tokens", "upload", "uploads"),
    *("variable", "voucher", "vouchers", "webhook", "webhooks", "widget", "widgets"),
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
_INVERTED = ("elle", "elles", "il", "ils", "je", "on")
_SMALL = (*("eh", "ehm", "hm", "hmm", "hmmm", "mmm", "pst", "psst", "www"), *DOTTED)
_NEVER = (0.0,) * 7
_ELSEWHERE = Doubts(
    (0.5, 0.95, 0.85, 0.7, 0.6, 0.0, 0.0),
    (0.0, 1.0, 1.0, 1.0, 0.6, 0.0, 0.0),
    _NEVER,
    _NEVER,
    exclaimed=0.0,
    letters=(),
    chatted=(),
    typed=_SMALL,
    spoken=(),
    clipped=(),
    greetings=(),
    titles=(),
    openers=(),
    speakers=(),
    sayings=(),
    streets=(),
    states=(),
    doubtful=(),
    measures=(),
    packaged=(*_PACKAGED, *_PARTS),
    computing=_PROGRAMS + _COMPUTING,
    speech=False,
    compounds=True,
)
"""For other languages: floors of short lines, fitted on half of the lines of games, chat and help,
names of machines, and starts of sentences."""

DOUBTS = {
    "en": Doubts(),
    **dict.fromkeys(("es", "tr"), _ELSEWHERE),
    "cs": replace(_ELSEWHERE, typed=(*_SMALL, "např", "tj", "tzv")),
    "nl": replace(
        _ELSEWHERE,
        typed=(*_SMALL, "bijv", "u", "u.", "uw"),
        computing=(*_PROGRAMS, *_COMPUTING, "btw", "cd", "dvd", "tv"),
    ),
    "pl": replace(_ELSEWHERE, typed=(*_SMALL, "data", "np", "tj")),
    "pt": replace(_ELSEWHERE, typed=(*_SMALL, "cupom", "cupons")),
    "sv": replace(_ELSEWHERE, typed=(*_SMALL, "dvs", "moms")),
    "fr": replace(_ELSEWHERE, inverted=_INVERTED),
    "it": replace(_ELSEWHERE, accented=True),
    "de": replace(
        _ELSEWHERE,
        initial=_NEVER,
        other=_NEVER,
        computing=_PROGRAMS,
        packaged=_PACKAGED,
        polite=_POLITE,
        compounds=False,
    ),
}
"""By language; languages without an entry have no such rules."""
