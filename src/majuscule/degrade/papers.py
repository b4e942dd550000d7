"""What the papers report, to stand beside ours: their engines, on their data."""

from __future__ import annotations

from majuscule.measure import Table

_NIU = Table(
    ("Niu et al. 2004, Tables 3 and 4: F", "original", "restored", "retrained without case"),
    [
        ["PER", 0.927, 0.913, 0.857],
        ["ORG", 0.883, 0.841, 0.686],
        ["LOC", 0.867, 0.861, 0.868],
        ["DATE", 0.922, 0.920, 0.911],
        ["TIME", 0.811, 0.802, 0.745],
        ["MONEY", 0.870, 0.868, 0.859],
        ["PERCENT", 0.978, 0.978, 0.978],
        ["overall", 0.894, 0.873, 0.831],
    ],
    notes=("The paper's, on 177,000 words of news.",),
)
_LITA_ENTITIES = Table(
    ("Lita et al. 2003, Table 2: F", "without case", "truecased"),
    [
        ["ENAMEX", 0.4134, 0.5566],
        ["NUMEX", 0.6811, 0.7466],
        ["TIMEX", 0.4987, 0.6827],
        ["overall", 0.4837, 0.6120],
    ],
    notes=("The paper's, on its own texts.",),
    decimals=2,
)
_LITA_BLEU = Table(
    ("Lita et al. 2003, Table 1", "BLEU", "1-gram", "2-gram", "3-gram", "4-gram"),
    [
        ["all lower case", 0.1306, 0.6016, 0.2294, 0.1040, 0.0528],
        ["rule based", 0.1466, 0.6176, 0.2479, 0.1169, 0.0627],
        ["unigram", 0.2206, 0.6948, 0.3328, 0.1722, 0.0988],
        ["unigram, first letters", 0.2261, 0.6963, 0.3372, 0.1734, 0.0997],
        ["trigram", 0.2596, 0.7102, 0.3635, 0.2066, 0.1303],
        ["trigram, first letters", 0.2642, 0.7107, 0.3667, 0.2066, 0.1302],
    ],
    notes=("The paper's, on 2,500 sentences of Xinhua news.",),
    decimals=2,
)
_LITA_SPEECH = Table(
    ("Lita et al. 2003, Table 3: F of mentions", "recognised", "truecased"),
    [["recogniser output", 0.05, 0.46]],
    notes=("The paper's, on 15,535 words of broadcast news; mentions of ACE.",),
)

_NIU_LINKS = Table(
    ("Niu et al. 2004, Table 5: links", "original", "restored"),
    [
        ["correct", 196, 195],
        ["incorrect", 13, 12],
        ["spurious", 10, 10],
        ["missing", 31, 33],
        ["P", 0.8950, 0.8986],
        ["R", 0.8167, 0.8125],
        ["F", 0.8541, 0.8534],
    ],
    notes=(
        "The paper's, 250 links of news, judged by hand. Our scan prints 135 for 195, of which its "
        "scores follow.",
    ),
    decimals=2,
)
_NIU_RELATIONS = Table(
    ("Niu et al. 2004, Table 5: relations", "original", "restored"),
    [
        ["correct", 48, 43],
        ["incorrect", 0, 1],
        ["spurious", 2, 2],
        ["missing", 10, 14],
        ["P", 0.960, 0.935],
        ["R", 0.828, 0.741],
        ["F", 0.889, 0.827],
    ],
    notes=("The paper's: 60 AFFILIATION and POSITION relations of news, judged by hand.",),
)

_NIU_QUESTIONS = Table(
    ("Niu et al. 2004, Table 6: questions cased", "top 1", "MRR"),
    [
        ["corpus cased", 0.657, 0.739],
        ["corpus without case", 0.369, 0.453],
        ["corpus restored", 0.626, 0.711],
    ],
    notes=("The paper's, with the questions and the corpus of TREC-8.",),
)
_NIU_QUESTIONS_TOO = Table(
    ("Niu et al. 2004, Table 7: questions as the corpus", "top 1", "MRR"),
    [
        ["both cased", 0.657, 0.739],
        ["both without case", 0.232, 0.324],
        ["both restored", 0.561, 0.644],
    ],
    notes=("The paper's; its restorer had seen few questions.",),
)

_FIGURES = {
    "parsing": (_NIU_LINKS,),
    "relations": (_NIU_RELATIONS,),
    "questions": (_NIU_QUESTIONS, _NIU_QUESTIONS_TOO),
    "entities": (_NIU, _LITA_ENTITIES),
    "translation": (_LITA_BLEU,),
    "speech": (_LITA_SPEECH,),
}


def figures(task: str) -> tuple[Table, ...]:
    """Return the papers' tables of a task, such as ``entities:en/dev/meantime.tsv``."""
    return _FIGURES.get(task.partition(":")[0], ())
