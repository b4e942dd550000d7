"""Regular expressions for protected text, over folded text.

:mod:`majuscule.text.protecting.candidates` tries them at candidate offsets.  Every repetition is
bounded or possessive, or stops where the next candidate begins, so that matching is fast for any
text.
"""

from __future__ import annotations

import re

_NAME = r"[a-z][\w:.-]*+"
_VALUE = r"""(?:"[^"<]*+"|'[^'<]*+'|[^\s"'<>`]++)"""
TAG = re.compile(
    rf"""</{_NAME}\s*+>|<({_NAME})((?:\s++[^\s"'<>/=]++(?:\s*+=\s*+{_VALUE})?+)*+)\s*+(/?+)>"""
)
_NICK = r"[a-z_`\[\]\\^{}|][\w`\[\]\\^{}|-]{0,30}"
SAID = re.compile(rf"^[^<>\n]{{0,30}}<({_NICK})>(?= )", re.MULTILINE)
ADDRESSED = re.compile(rf"(?<=>) ((?:{_NICK}, ){{0,3}}{_NICK}(?=: )|{_NICK}(?=, ))")
NICKS = re.compile(_NICK)
"""Who says a line of a chat, and those to whom it is said."""

DECLARATION = re.compile(r"<!(?:\[cdata\[|[a-z][^<>]{0,500}>)")
MESSAGE_ID = re.compile(r"<[^\s<>@.]+(?:\.[^\s<>@.]+)*@[^\s<>@.]+>")
CODE = frozenset(("code", "kbd", "samp", "tt", "math", "nowiki"))
LISTINGS = frozenset(("pre", "script", "style", "syntaxhighlight"))
"""CODE and LISTINGS: elements whose content is protected too, as a word and as markup."""

_BLOCKS = """
article blockquote br button caption dd div dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li ol
option p section table td th title tr ul
"""
BLOCKS = frozenset(_BLOCKS.split())
"""Elements that begin a new line when rendered."""

REFERENCE = re.compile(r"&(?:#(?:\d{1,7}|x[0-9a-f]{1,6})|[a-z][a-z0-9]{1,31});")
ESCAPED_TAG = re.compile(r"&lt;/?[a-z][\w:.-]{0,40}(?: [^\n&]{1,200})?/?&gt;")
SPELT = re.compile(r"(?:\w|&(?:#(?:\d{1,7}|x[0-9a-f]{1,6})|[a-z][a-z0-9]{1,31});)+")

BRACES = re.compile(r"\{\{|\}\}")
FIELD = re.compile(
    r"\{(?:[a-z0-9_$#@:.][^\s{}\"'|;]{0,80})?\}"
    r"|\{[a-z_]\w{0,40}, ?(?:(?:date|duration|number|ordinal|spellout|time)(?:, ?[^{}\n]{1,60})?"
    r"|(?:plural|select|selectordinal),"
    r"(?:[^{}]{0,80}\{(?:[^{}]|\{[^{}]{0,80}\}){0,200}\}){1,9}\s{0,9})\}"
)
"""A placeholder of format strings, or an ICU message argument with its sub-messages."""
VALUE = re.compile(
    r"(?<![\w.,;:!?)\]}])(?<![\w.,;:!?)\]}]['\"])"
    r"\{\{ ?[a-z_$@][\w.$-]{0,80}(?:, ?\w{1,40})? ?\}\}"
)
"""A template that replaces a word (``{{name}}``, ``{{count, number}}``); wiki notes touch the word
or mark before them."""
VARIABLE = re.compile(
    r"\$(?:\{[^\s{}]{1,80}\}|\([^\n()]{1,80}\)"
    r"|(?!(?:us|nz|au|ca|hk|sg|a|c)\d)[a-z_][a-z0-9_]*(?:\[[^\s\[\]]{1,40}\])?)"
)
CONVERSION = re.compile(
    r"%(?:\{[^\s{}]{1,80}\}|(?:\([^()\n]{1,60}\)|\d{1,2}\$)?[-#0+]*(?:\d{1,4}|\*)?"
    r"(?:\.(?:\d{1,4}|\*))?[a-z]\w*)"
)
HASHED = re.compile(
    r"#{1,4}[\w-]{1,80}#{1,4}(?!\w)|#\{[^\s{}]{1,80}\}|#(?:[0-9a-f]{6}|[0-9a-f]{8})(?!\w)"
)

EMOJI = re.compile(r"(?<!\w):(?:[a-z][a-z0-9_+-]{1,40}:(?![\w/])|(?:[a-z][\w.+-]{0,40}:){2}(?=`))")
"""An emoji, or a role of reStructuredText."""

SCOPED = re.compile(r"\w{1,60}(?::{1,2}\w{1,60}){1,9}(?!\w)")
"""A name with its scopes (``std::vector``), or an address with a gap (``fe80::1``)."""
ADDRESS = re.compile(r"[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){5,7}(?![\w:])")
"""An address of a network card, or one of IPv6."""

COMMAND = re.compile(r"\\([a-z@]+)\*?")
ARGUMENTS = re.compile(
    r"(?:\[[^\[\]\n]{0,200}\])?(?:\{[^{}\n]{0,200}\})?"
    r"(?:\{(?:[lcrx|@*.\d ]|[pmb]\{[^{}\n]{1,30}\}){1,40}\})?"
)
"""Options and an argument, and the columns of a table after it."""
OPTIONS = re.compile(r"\[[^\[\]\n]{0,200}\]")
_TECHNICAL = """
begin end label ref eqref pageref autoref cref cite citep citet citeauthor citeyear nocite
usepackage documentclass includegraphics input include bibliography bibliographystyle url href
hspace vspace setlength pagestyle usetikzlibrary lstinputlisting
"""
TECHNICAL = frozenset(_TECHNICAL.split())
"""Commands whose first argument is not prose."""
LITERAL = re.compile(
    r"\\(?:texttt|lstinline|mintinline|mathrm|mathbf)\{[^{}\n]{0,200}\}"
    r"|\\verb\*?([^\w\s*])[^\n]{0,200}?\1"
)
"""Commands whose argument is part of a sentence but literal."""
ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math|verbatim|lstlisting"
    r"|minted|tikzpicture)\*?)\}"
)
"""Environments of formulas and listings."""
FORMULA = re.compile(r"\$(?=[^$\n]*[\\^_=+{}<>])[^\s$](?:[^$\n]{0,200}[^\s$])?\$(?!\d)")
BRACKETED = re.compile(
    r"\\\(((?:[^\\\n]|\\[^()\n]){1,200})\\\)|\\\[((?:[^\\]|\\[^\[\]]){1,1000})\\\]"
)
FORMULAIC = re.compile(r"[\\^_=+{}<>]|\A\s*[a-z]'?\s*\Z")
"""Signs of a formula in \\( \\) or \\[ \\], which prose in escaped brackets lacks."""
_STANDING = """
item par noindent indent centering bf it em sc rm sf tt bfseries itshape small large huge
footnotesize tiny normalsize maketitle newline newpage clearpage quad qquad hline
"""
STANDING = frozenset(_STANDING.split())
"""Commands that take no argument and do not stand for a word."""
_SHOWING = """
emph textbf textit textsl textsc textsf textrm textmd textup textnormal text mbox underline
"""
SHOWING = frozenset(_SHOWING.split())
"""Commands whose argument is a part of the sentence, shown in another way."""
ARGUMENT_END = re.compile(r"[{}]|\n[ \t]*\n")
TIE = re.compile(r"(?<=[\w.,)}])~(?=[\w({\\$])")
"""A no-break space of LaTeX, in a text with its commands."""
_OPENING = """
item par newline part chapter section subsection subsubsection paragraph title caption
"""
OPENING = frozenset(_OPENING.split())
"""Commands that begin a new line when typeset."""

TICKS = re.compile(r"`+")
CODED = re.compile(r"[a-z0-9+/=_-]+")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TOKEN = re.compile(r"eyj[\w-]{10,}(?:\.[\w-]{10,}){1,4}")
HEX = re.compile(r"(?<![a-z0-9])(?:0x)?[0-9a-f]{7,}(?![a-z0-9])")
BASE64 = re.compile(r"[a-z0-9]{24,}={0,2}|[a-z0-9+/]{40,}={0,2}")
TURNS = re.compile(r"[a-z]+|[0-9]+")

FENCE = re.compile(r"[ \t>]*(?:(`{3,})[^`\n]*|(~{3,}) ?[a-z][^\n]*)")
FENCED = re.compile(r"\n[ \t>]*(`{3,}|~{3,})[ \t]*(?=\n|\Z)")
PROGRAM = re.compile(r"\w\((?!\d[a-z]{0,2}\)|e?s\))|[{}]|;\s*$|[=-]>|\w\s*(?:[-+*/]=|={1,3})\s*\S")
"""Signs of a line of code, rare in prose; not of ``bash(1)`` and ``delegate(s)``."""
PLAIN = re.compile(r"(?<!\S)[({\[\"“‘']*[^\W\d_]+(?:['’-][^\W\d_]+)*[)}\]\"”’',.;:!?]*(?!\S)")
"""A word as in prose."""
PROMPT = re.compile(r"\s*(?:\$|>>>|\.\.\.) \S")
SESSION = re.compile(r"[ \t]*(?:>>>(?: +([^\n]*)|(?=\n|\Z))|\.\.\.(?=\s|\Z))")
STATEMENT = re.compile(
    r"(?:from [\w.]+ )?import [\w.*]+|for [\w, ]+ in [^\n]+:|class \w+[(:]|def \w+\("
    r"|[\w.\[\]'\"]+(?:, ?[\w.]+)* ?(?:[-+*/|&]|\*\*|//)?= ?[^\s=]|[\w.]+\(|[^\n]*[\w\])]\.\w+\("
)
"""Python at a prompt, such as no quoted reply begins with."""
EXPRESSION = re.compile(
    r"""\s*(?:[\w.:\[\]]*\s*$|[\w.]+\[|['"\[({\d#@-]|(?:del|assert|raise|print|return|not|lambda|global)\b"""
    r"|(?:if|elif|else|while|with|try|except|finally|async|for|class|def)\b[^\n]*:"
    r"|[\w.\[\]]+ ?(?:[-+*/%<>]|[!=]=|\bin\b|\bis\b|\band\b|\bor\b|if\b))"
)
"""Python beside statements: words of a reply may look like that."""
INDENTED = re.compile(r"(?: {4}| {0,3}\t)[^\n]*\S[^\n]*|[ \t\r]*(?=\n)")
ARMOUR = re.compile(r"[ \t>]*-----begin [a-z0-9 ]+-----")

_ADDRESSED = "from|to|cc|bcc|subject|date|sent|sender"
_ROUTED = "received|references|precedence|importance|organization|lines|xref|path|newsgroups"
_ALWAYS = (
    r"message-id|in-reply-to|mime-version|content-[a-z-]+|return-path|delivered-to|user-agent"
    r"|dkim-signature|authentication-results|received-spf|arc-[a-z-]+|list-[a-z-]+|x-[a-z0-9-]+"
    r"|thread-(?:index|topic)|auto-submitted|nntp-[a-z-]+"
)
HEADER = re.compile(
    rf"[ \t>]*(?:(?P<spoken>{_ADDRESSED})|(?P<named>reply-to|resent-from|resent-to)"
    rf"|(?P<routed>{_ROUTED})|(?P<always>{_ALWAYS})):(?=[ \t\n]|\Z)"
)
FOLDED_VALUE = re.compile(r"[^\n]*(?:\n[ \t]+[^\s][^\n]*)*")

_LEVEL = r"(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|severe|alert)"
_TIME = r"\d\d:\d\d:\d\d(?:[.,]\d+)?(?:z|\ ?[+-]\d\d:?\d\d)?"
_DAY = r"(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{4})"
_SYSTEM_DAY = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\ [\ \d]\d"
_CLOCK = r"\[\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\]"
_SOURCE = r"""(?:\[[^\[\]\n]{1,60}\]|\([^()\n]{1,60}\)
    |[a-z_][\w$]*(?:[.:/]+[\w$]+)+|[a-z_][\w$-]*\[\d+\])"""
_CHAT_DAY = r"(?:\d{1,4}[-/.]\d\d?[-/.]\d{1,4}|\d\d-[a-z]{3}-\d\d),?\ "
_CHAT_TIME = r"\d\d?:\d\d(?::\d\d)?(?:[\ \xa0\u202f]?[ap]\.?[\ \xa0\u202f]?m\b\.?)?"
LOG = re.compile(
    rf"""[ \t\u200e]*(?:
      (?:\[{_DAY}[t\ _]\ ?{_TIME}\] | {_DAY}[t\ _]\ ?{_TIME} | {_CLOCK})
      (?:[ \t]*[-|:])?
      (?:[ \t]+(?:{_LEVEL}\b:?|{_SOURCE})(?:[ \t]*[-|:](?=[ \t]))?)*
      (?:[ \t]*[-|:](?=[ \t]))?
    | {_TIME}[ \t]+\[?{_LEVEL}\b\]?:?
    | {_SYSTEM_DAY}\ {_TIME}\ \S+\ [\w./-]+(?:\[\d+\])?:
    | \[{_LEVEL}\](?::|[ \t]+-)?
    | {_LEVEL}:[a-z_][\w.]*:
    | \#!/[^\n]*
    | commit\ [0-9a-f]{{40}}(?![0-9a-f])
    | [a-z][a-z0-9+.-]+\ \(\d[^()\s]*\)(?:\ [a-z0-9-]+)+;\ urgency=[a-z]+
    | \[(?:{_CHAT_DAY})?{_CHAT_TIME}\] | {_CHAT_DAY}{_CHAT_TIME}\ -(?=\ )
    | {_CHAT_TIME}(?=[ \t]+(?:<[^\s<>]|[a-z][^\n:<>]{{0,30}}(?:\(direct\ message\))?:\s))
    | \d+\.\d+\.\d+\.\d+\ \S+\ \S+\ \[[^\]\n]+\]\ "[^\n]*
    )""",
    re.VERBOSE,
)
