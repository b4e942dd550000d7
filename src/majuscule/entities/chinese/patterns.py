"""Pattern rules for Chinese dates, times of day, amounts of money and percentages.

KRDL 1998 finds these four classes by rules, and admits no other analysis of the atoms that match;
so does this module.  A longer name may contain a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.entities.chinese.atoms import Line

_DIGIT = "0-9０-９"
_HAN_DIGIT = "〇零一二三四五六七八九十"
_N = rf"(?:[{_DIGIT}]+|[{_HAN_DIGIT}]+)"
_COUNT = rf"(?:[{_DIGIT}]+|[{_HAN_DIGIT}两百千]+|几|数|半)"
_ROUND = "(?:[多余几])?(?:(?!百分点)[十百千万亿兆])*"
# Atomic: a long number that no unit follows would be split in every possible way.
_AMOUNT = (
    rf"(?>(?:[{_DIGIT}]+(?:[.,．，][{_DIGIT}]+)*{_ROUND})+"
    rf"|(?:(?:(?!百分点)[{_HAN_DIGIT}百千两廿卅])+(?:点[{_HAN_DIGIT}]+)?{_ROUND})+)(?:[多余几])?"
)
_ERAS = (
    "公元前|公元|西元前|西元|民国|昭和|平成|明治|大正|康熙|雍正|乾隆|嘉庆|道光|咸丰|同治"
    "|光绪|宣统|洪武|永乐|万历"
)
_CURRENCY = (
    "人民币|美元|美金|港元|港币|日元|日圆|欧元|英镑|马克|法郎|卢布|韩元|台币|新台币|澳元"
    "|加元|元|块钱|新元"
)
_PART = (
    "上午|中午|下午|晚上|凌晨|清晨|早上|早晨|清早|傍晚|黄昏|深夜|午夜|半夜|夜里|夜间|晚间|正午|午后"
)
_DAY = "今天|昨天|明天|大?前天|大?后天|今日|昨日|明日|当天|当日|次日|翌日|同日|第二天|隔天"
_YEAR = "今年|去年|明年|前年|后年|同年|翌年|次年"
_OF_YEAR = rf"(?:年?[底初末]|年中|[上下]半年|第?[{_HAN_DIGIT}1-4１-４]季度|[春夏秋冬](?:天|季)?)"
_DECADE = rf"{_N}年代(?:初期?|末期?|中期|后期)?"
_WEEKDAY = "(?:[一二三四五六日]|天(?![气空色]))"
_MINUTES = rf"(?:整|半|钟|[一两三]刻|{_N}分(?:{_N}秒)?)"
_OF_MONTH = rf"(?:份|底|初|中旬|上旬|下旬)?(?:{_N}[日号])?"
_FEASTS = (
    "春节|元旦|除夕|元宵节?|清明节|端午节?|中秋节?|重阳节|国庆节|劳动节|儿童节|教师节|妇女节"
    "|圣诞节|平安夜|母亲节|父亲节|情人节|感恩节|复活节|万圣节|七夕"
)

PATTERNS = {
    "PERCENT": rf"百分之(?:百|{_AMOUNT})"
    rf"|[{_DIGIT}]+(?:[.．][{_DIGIT}]+)?[%％]"
    rf"|(?:{_AMOUNT})(?:个)?百分点"
    r"|[一二三四五六七八九](?:成[一二三四五六七八九半]?)(?![为功员立绩本长就语果品分都人年不])"
    rf"|[{_DIGIT}一二三四五六七八九]{{1,2}}(?:\.[{_DIGIT}])?折(?![磨叠断腾中返旧扣])",
    "MONEY": r"(?:人民币|美元|港币|新台币|US\$|HK\$|NT\$|[$＄￥¥£€])"
    rf"{_AMOUNT}(?:{_CURRENCY})?"
    rf"|{_AMOUNT}(?:{_CURRENCY})(?:人民币)?"
    rf"|(?!一块){_AMOUNT}块(?:[{_HAN_DIGIT}半]+)?(?![头状儿石])"
    rf"|{_COUNT}毛(?:钱|[{_HAN_DIGIT}])?(?![笔巾衣病毛泽孔皮发])",
    "TIME": rf"(?:{_DAY})?(?:{_PART})?(?:约)?{_N}时(?!间|候|代|期|常|刻|装)"
    rf"{_MINUTES}?(?:许)?"
    rf"|(?:{_DAY})?(?:(?:{_PART})(?:约)?(?:{_N}|两)点{_MINUTES}?|(?:{_N}|两)点{_MINUTES})(?:许)?"
    rf"|(?!一点)(?:约)?{_N}点(?![{_HAN_DIGIT}{_DIGIT}多几儿子])(?:许)?"
    rf"|[{_DIGIT}]{{1,2}}[:：][{_DIGIT}]{{2}}(?:[:：][{_DIGIT}]{{2}})?"
    rf"|(?:{_DAY})?(?:{_PART})|[今昨明当前][晚夜早](?!年)"
    rf"|{_COUNT}个?(?:小时|分钟|钟头)(?:[之以])?[前后]",
    "DATE": rf"{_COUNT}个?(?:年|月|星期|周|天)(?:[之以])?[前后](?![后前])"
    rf"|(?:{_ERAS})?(?:{_N}|元)年(?!代)(?:{_OF_YEAR}|(?={_N}月))?"
    rf"(?:{_N}月{_OF_MONTH})?"
    rf"|(?:{_YEAR})(?:{_OF_YEAR}|{_N}月{_OF_MONTH})?"
    rf"|{_N}月{_OF_MONTH}|{_N}[日号](?!线|楼|院|门|店|馆|车)"
    rf"|(?:农历|阴历)?(?:正月|腊月)(?:初?{_N})?|(?:农历|阴历){_N}月(?:初?{_N})?"
    rf"|大年(?:初{_N}|三十)|{_FEASTS}|[春夏秋冬]天"
    rf"|(?:{_N}|[上本])世纪(?:{_DECADE}|初|末|中叶|中期)?|{_DECADE}"
    rf"|(?:[上下本这]|上上|下下)?个?(?:星期|礼拜){_WEEKDAY}|[上下]{{1,2}}个?(?:星期|礼拜)"
    rf"|(?:[上下]{{1,2}}|[本这])?周{_WEEKDAY}|(?:[上下]{{1,2}}|[本这])周末?|周末"
    rf"|(?:上|下|这)个月|{_DAY}|本月|上月|下月|[上下]半年|年[初底末](?!纪)|月[初底末]"
    rf"|第?[{_HAN_DIGIT}1-4１-４]季度"
    rf"|(?:过去|未来|最近){_COUNT}个?(?:年|月|星期|周|天)",
}
"""The pattern of each class; of matches at the same place, the longest counts."""

_COMPILED = {label: re.compile(pattern) for label, pattern in PATTERNS.items()}
_QUANTITY = re.compile(rf"{_N}年(?=以来|来|间|内|级)")
"""Durations and years of school, which look like dates but are not."""

LABELS = tuple(PATTERNS)


def find_patterns(text: str, line: Line) -> Iterator[tuple[int, int, str]]:
    """Yield matches as (first atom, atom after the last, label), from left to right, without
    overlaps.

    ``text``: that from which the line was read; white space in it is ignored.  Matches that begin
    or end inside a unit are skipped.
    """
    pieces = [text[a:b] for a, b in zip(line.starts, line.ends, strict=True)]
    joined = "".join(pieces)
    begins, at = {}, 0
    for index, piece in enumerate(pieces):
        begins[at] = index
        at += len(piece)
    begins[at] = len(pieces)
    done = 0
    for place, first in begins.items():
        if place < done or not line.borders[first] or _QUANTITY.match(joined, place):
            continue
        found = [
            (match.end(), label)
            for label, pattern in _COMPILED.items()
            if (match := pattern.match(joined, place))
        ]
        end, label = max(found, default=(0, ""))
        stop = begins.get(end, 0)
        if stop > first and line.borders[stop]:
            yield first, stop, label
            done = end
