from majuscule.measure import (
    NiuMetric,
    case_statistics,
    class_table,
    niu_table,
    score_case,
    score_statistics,
)

GOLD = ["Ann met McDonald at IBM ."]
GUESS = ["Ann met Mcdonald at ibm ."]


def test_class_table_has_a_row_for_each_class():
    shown = class_table(score_case(GOLD, GUESS, resampling=None), "Scores").markdown()
    assert shown.startswith(
        "**Scores**\n\n"
        "| class       |    P |     R |   F1 |\n"
        "| :---------- | ---: | ----: | ---: |\n"
        "| cased words | 50.0 |  33.3 | 40.0 |\n"
        "| LC          | 75.0 | 100.0 | 85.7 |\n"
        "| UC          | 50.0 | 100.0 | 66.7 |\n"
        "| CA          |  N/A |   0.0 |  0.0 |\n"
    )
    assert "`metric:case|tok:spaces|" in shown


def test_niu_table_has_the_rows_of_the_paper():
    score = score_statistics(NiuMetric(), case_statistics(GOLD, GUESS), resampling=None)
    table = niu_table({"HMM": score, "": score})
    assert table.columns == ["case restored", "HMM P", "HMM R", "HMM F", "P", "R", "F"]
    assert [row[0] for row in table.rows] == [
        "overall",
        "all-lowercase",
        "non-lowercase",
        "all-uppercase",
        "mixed-case",
        "initial capitalisation",
        "irregular mixed-case",
        "irregular mixed-case, single words",
    ]
