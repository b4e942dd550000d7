"""Pattern rules for Chinese dates, times of day, amounts of money and percentages.

KRDL 1998 finds these four classes by rules, and a match is the only choice for its atoms; so here.
A longer name may hold one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.entities.chinese.atoms import Line

_DIGIT = "0-9０-９"
_HAN_DIGIT = "〇零一二三四五六七八九十"
_N = rf"(?:[{_DIGIT}]+|[{_HAN_DIGIT}]+)"
_AMOUNT = (
    rf"(?:[{_DIGIT}]+(?:[.,．，][{_DIGIT}]+)*|[{_HAN_DIGIT}百千两廿卅]+)"
    r"(?:[多余几])?(?:[十百千万亿兆]+)?(?:[多余几])?"
)
_ERAS = (
    "公元前|公元|西元前|西元|民国|昭和|平成|明治|大正|康熙|雍正|乾隆|嘉庆|道光|咸丰|同治"
    "|光绪|宣统|洪武|永乐|万历"
)
_CURRENCY = (
    "人民币|美元|美金|港元|港币|日元|日圆|欧元|英镑|马克|法郎|卢布|韩元|台币|新台币|澳元"
    "|加元|元|块钱|新元"
)
_PART = "上午|中午|下午|晚上|凌晨|清晨|早上|早晨|傍晚|深夜|午夜|正午"

PATTERNS = {
    "PERCENT": rf"百分之{_AMOUNT}(?:点[{_HAN_DIGIT}]+)?"
    rf"|[{_DIGIT}]+(?:[.．][{_DIGIT}]+)?[%％]|{_N}(?:个)?百分点",
    "MONEY": r"(?:人民币|美元|港币|新台币|US\$|HK\$|NT\$|[$＄￥¥£€])"
    rf"{_AMOUNT}(?:{_CURRENCY})?"
    rf"|{_AMOUNT}(?:{_CURRENCY})(?:人民币)?",
    "TIME": rf"(?:{_PART})?(?:约)?{_N}[时点](?!间|候|代|期|常|刻)"
    rf"(?:整|半|{_N}分(?:{_N}秒)?)?(?:许)?"
    rf"|[{_DIGIT}]{{1,2}}[:：][{_DIGIT}]{{2}}(?:[:：][{_DIGIT}]{{2}})?|{_PART}",
    "DATE": rf"(?:{_ERAS})?(?:{_N}|元)年(?:代|底|初|末|中)?"
    rf"(?:{_N}月)?(?:份|底|初)?(?:{_N}[日号])?"
    rf"|{_N}月(?:份|底|初|中旬|上旬|下旬)?(?:{_N}[日号])?|{_N}[日号](?!线|楼|院|门|店|馆|车)"
    rf"|{_N}世纪(?:初|末|中叶)?(?:{_N}年代)?|{_N}年代|星期[一二三四五六日天]|周[一二三四五六日]"
    r"|今天|昨天|明天|今年|去年|明年|前年|本月|上月|下月",
}
"""A pattern for each class; where two match at one place the longer one counts."""

_COMPILED = {label: re.compile(pattern) for label, pattern in PATTERNS.items()}
_QUANTITY = re.compile(rf"{_N}年(?=[以来间后内级])")
"""Spans of time and school years look like dates and are none."""

LABELS = tuple(PATTERNS)


def find_patterns(text: str, line: Line) -> Iterator[tuple[int, int, str]]:
    """Yield matches as (first atom, atom after the last, label), from left to right, flat.

    ``text``: what the line was read from; white space in it does not count.  A match that begins
    or ends where no unit may is none.
    """
    pieces = [text[a:b] for a, b in zip(line.starts, line.ends, strict=True)]
    joined = "".join(pieces)
    begins, at = {}, 0
    for index, piece in enumerate(pieces):
        begins[at] = index
        at += len(piece)
    begins[at] = len(pieces)
    place = 0
    while place < len(joined):
        found = [
            (match.end(), label)
            for label, pattern in _COMPILED.items()
            if (match := pattern.match(joined, place))
        ]
        if found and place in begins and not _QUANTITY.match(joined, place):
            end, label = max(found)
            if end in begins:
                first, stop = begins[place], begins[end]
                if line.borders[first] and line.borders[stop]:
                    yield first, stop, label
                    place = end
                    continue
        place += 1
