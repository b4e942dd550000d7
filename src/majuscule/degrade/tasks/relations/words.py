"""The words that the rules know: roles that a person can have, and verbs of working somewhere.

Closed lists, written for English news before the texts were looked at; the rules compare them
without case, so that what case changes is what the engine makes of a text.
"""

from __future__ import annotations

_ROLES = """
adviser advisor agent ambassador analyst anchor architect archbishop artist assistant astronaut
attorney author ayatollah banker baron bishop boss broadcaster candidate captain cardinal ceo cfo
chair chairman chairperson chairwoman chancellor chef chief clerk coach cofounder coroner
co-founder colonel columnist comedian commander commissioner composer congressman congresswoman
constable consultant contender coo coordinator correspondent councillor councilman counsel
counselor curator deacon dean defender deputy designer detective developer diplomat director doctor
driver economist editor emir emperor engineer envoy executive filmmaker firefighter footballer
forward founder general goalkeeper governor guitarist head historian inspector instructor
investigator journalist judge justice king lawmaker lawyer leader lecturer legislator lieutenant
magistrate major manager marshal mayor mep midfielder minister monsignor mp musician negotiator
nominee officer official organiser organizer owner pastor patriarch photographer physician
physicist pilot player politician pope premier presenter president priest prince princess principal
producer professor prosecutor psychologist publisher queen rabbi representative reporter researcher
scientist secretary senator sergeant sheikh sheriff singer skipper solicitor speaker spokesman
spokesperson spokeswoman striker sultan superintendent surgeon swimmer teacher technician treasurer
trustee vicar writer
"""
ROLES = frozenset(_ROLES.split())
"""Head words of roles: *prime minister* ends in one."""

_VERBS = {
    "work": "works worked working",
    "serve": "serves served serving",
    "join": "joins joined joining",
    "lead": "leads led leading",
    "head": "heads headed heading",
    "chair": "chairs chaired chairing",
    "run": "runs ran running",
    "found": "founded founding",
    "manage": "manages managed managing",
    "coach": "coaches coached coaching",
    "captain": "captains captained captaining",
    "represent": "represents represented representing",
    "direct": "directs directed directing",
    "own": "owns owned owning",
    "leave": "leaves left leaving",
    "play": "plays played playing",
    "write": "writes wrote writing",
}
EMPLOYED = frozenset(word for verb, forms in _VERBS.items() for word in (verb, *forms.split()))
"""Verbs whose subject belongs to what they lead, or to what they are done for."""
