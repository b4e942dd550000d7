"""Sentence starts, found without capitals.

:func:`majuscule.text.tokenizing.word_kernel.place` gives each token one of these codes.  Only LINE
and SENTENCE are nearly certain; the others say what precedes the token, and the tagger learns what
follows from that.
"""

from __future__ import annotations

import re

from majuscule.arrays import U8, Bools

INSIDE, LINE, SENTENCE, ABBREVIATED, COLON, QUOTE, GLUED, ELLIPSIS = range(8)

POSITION_NAMES = (
    "inside",
    "line start",
    "sentence start",
    "after an abbreviation",
    "after a colon",
    "in an opening quote or bracket",
    "after a full stop without a space",
    "after an ellipsis",
)

# Words whose full stop may not end a sentence: titles, ranks, units of reference, months and days,
# companies, places. Single letters and dotted abbreviations are recognised by shape.
_ABBREVIATIONS = """
mr mrs ms mx messrs mme mlle dr drs prof profs rev revd revs ven fr sr jr snr jnr esq st ste mt ft
hon rt pres gov govs sen rep reps sens cllr cllrs ald dep amb atty attys gen gens col cols lt lts
lieut capt capts cpt cmdr comdr cdr cmdt adm sgt sgts cpl pvt pte maj brig pfc supt insp det const
msgr mgr bp abp archbp bro
no nos vol vols pp pg fig figs eq eqs sec ch chap art arts op cf ca al ed eds trans vs v viz etc
approx est jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri
sat sun inc ltd co corp bros plc llc assn assoc dept univ inst intl natl ave blvd rd hwy rte bldg
ala ariz ark calif colo conn del fla ga ill ind kan ky la md mass mich minn miss mo mont neb nev
okla ore pa penn tenn tex va vt wash wis wyo tsp tbsp oz lb lbs
"""
_ABBREVIATIONS += "usw jh jhd jhdt sek std enz osv ecc atd apod lda ltda vb"  # German, Dutch ...
ABBREVIATIONS = tuple(_ABBREVIATIONS.split())

# Words whose full stop never ends a sentence (EE. UU. hardly ever): English, then Spanish and
# Portuguese, French, Italian, German and Dutch, Swedish and Turkish, Polish and Czech.  None ends
# English sentences, so the list serves all languages.
_JOINING = """
eg ie abbrev esp illust orig usu
sra sras srta srtas sres dra dras dña ud uds vd vds ej pág págs núm av avda uu séc exmo exmos exma
admón aprox cód ctra dcha depto dpto excma excmo gral ilma ilmo máx mín pça pza teléf tfno trav
avr bd déc dép env éd févr hab janv juil réf tél sig sigg dott avv pag pagg cfr egr geom proff spett
bzw evtl ggf inkl exkl bspw vgl zzgl hrsg nr mio mrd geb gegr kap aufl einschl ehem febr okt bijv
abb allg ausschl betr engl entspr franz kath österr röm sog stellv urspr versch zzt blz incl zgn
dhr mevr kl resp bl dvs tel jfr doç yrd sok bkz örn çev
ul godz tys tzw tzn mln mld inż ang dn ds kard kpt ks mies mjr niem np pkt płd płk płn pn proc św
tj wsch ww zach zob např tzv čl
"""
# The same with full stops inside: German, Dutch, Spanish, Portuguese and Italian, Swedish, Polish.
_DOTTED = """
d.h. i.d.r. o.g. u.u. z.b. z.t.
c.q. d.m.v. d.w.z. i.p.v. i.v.m. m.a.w. m.b.t. n.a.v. o.a. t.a.v. t.b.v. t.o.v.
p.ej. p.ex. p.es.
bl.a. d.v.s. fr.o.m. m.a.o. p.g.a. t.ex. t.o.m.
m.in. t.zn. t.zw.
"""
DOTTED = tuple(_DOTTED.split())
JOINING = (*_JOINING.split(), *DOTTED)


def sentence_starts(positions: U8) -> Bools:
    """Return for each token whether a sentence surely begins there: after a line break or . ! ?"""
    starts: Bools = (positions == LINE) | (positions == SENTENCE)
    return starts


def inside_sentences(positions: U8) -> Bools:
    """Return for each token whether only a full stop without a space, if anything, precedes it
    that might end a sentence."""
    inside: Bools = (positions == INSIDE) | (positions == GLUED)
    return inside


_FINAL_MARK = r"(?<=\w)[.?!…]+(?=[\"'”’)\]]*\s*\Z)"


def without_final_mark(line: str) -> str:
    """Return a line without the mark that ends its last sentence, if one does.

    >>> [without_final_mark(line) for line in ('"how are you?"', "no. yes!", "ok")]
    ['"how are you"', 'no. yes', 'ok']
    """
    return re.sub(_FINAL_MARK, "", line)
