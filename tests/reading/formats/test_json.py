"""JSON: fields by paths, what recognisers write, and one sentence for all else."""

import json
from typing import Any

import pytest

from majuscule.errors import CorpusError, UnclearError
from majuscule.reading.extracts import Said
from majuscule.reading.inputs import Notes
from tests.reading.formats.laws import check, read, rewritten, swap

SEGMENTS = [" angela met the un in", " rome. she left"]
WHISPER: dict[str, Any] = {
    "text": "".join(SEGMENTS),
    "segments": [
        {
            "id": number,
            "text": text,
            "tokens": [50364, 1],
            "words": [{"word": f" {word}", "start": 0.5} for word in text.split()],
        }
        for number, text in enumerate(SEGMENTS)
    ],
    "language": "en",
}


def said(value: dict[str, Any]) -> tuple[str, str, str]:
    """Return what was said, by the three places where Whisper writes it."""
    words = [one["word"] for segment in value["segments"] for one in segment["words"]]
    return value["text"], "".join(one["text"] for one in value["segments"]), "".join(words)


@pytest.mark.parametrize("indent", [None, 2])
def test_what_whisper_writes_three_times_stays_in_agreement(indent):
    source = json.dumps(WHISPER, indent=indent)
    (document,) = read("json", source)
    assert document.text == "".join(SEGMENTS)
    assert [unit.place["field"] for unit in document.units or ()] == [
        "segments[0].text",
        "segments[1].text",
    ]
    changed = json.loads(document.rewrite(document.text.title()))
    assert said(changed) == (document.text.title(),) * 3
    assert changed["segments"][0]["tokens"] == [50364, 1]


def test_words_that_the_text_lacks_are_restored_on_their_own():
    words = [{"word": "uh"}, {"word": " angela"}, {"word": "met"}]
    value = {"text": "angela met", "segments": [{"text": "angela met", "words": words}]}
    source = json.dumps(value)
    (document,) = read("json", source)
    assert document.text == "angela met\nuh"
    changed = json.loads(document.rewrite(document.text.upper()))
    assert [one["word"] for one in changed["segments"][0]["words"]] == ["UH", " ANGELA", "MET"]


def test_another_speaker_begins_a_line():
    said = [("A", " are you in"), ("A", " rome"), (None, " now"), ("B", " yes"), ("A", " good")]
    segments = [{"text": text, "speaker": speaker} for speaker, text in said]
    source = json.dumps({"text": "".join(text for _, text in said), "segments": segments})
    (document,) = read("json", source)
    assert document.text == " are you in rome now\nyes\ngood"
    assert document.turns == ((0, "A"), (21, "B"), (25, "A"))
    assert [document.speaker(at) for at in (0, 20, 21, 29)] == ["A", "A", "B", "A"]
    changed = json.loads(document.rewrite(document.text.upper()))
    assert changed["text"] == "".join(one["text"] for one in changed["segments"])
    assert changed["segments"][3]["text"] == " YES"


def test_places_that_differ_in_case_come_out_alike():
    source = '{"text": "In rome", "segments": [{"text": "in Rome"}], "words": [{"word": "IN"}]}'
    (document,) = read("json", source)
    assert document.rewrite("in Rome") == source
    changed = source.replace("rome", "ROME").replace("Rome", "ROME")
    assert document.rewrite("in ROME") == changed


def test_escapes_in_any_of_the_places_are_written_as_they_were():
    source = '{"text": "caf\\u00E9 \\"a\\"", "segments": [{"text": "café \\"\\u0061\\""}]}'
    (document,) = read("json", source)
    assert document.text == 'café "a"'
    expected = source.replace("caf\\u00E9", "CAF\\u00C9").replace('"a\\', '"A\\')
    expected = expected.replace("café", "CAFÉ").replace("\\u0061", "\\u0041")
    assert document.rewrite(document.text.upper()) == expected


def test_a_recording_in_which_nobody_speaks_is_no_error():
    silent = '{"text": "", "segments": [], "language": "en"}'
    assert "".join(one.text for one in read("json", silent)) == ""
    assert rewritten(read("json", silent)) == silent
    with pytest.raises(UnclearError):
        read("json", '{"text": "so we met angela", "segments": []}')


def test_whisper_cpp_and_words_alone_are_known_too():
    for source in ('{"transcription": [{"text": " in rome"}]}', '{"words": [{"word": "in"}]}'):
        assert "in" in read("json", source)[0].text


def test_items_of_a_list_are_documents():
    source = '[\n{"t": "in rome"},\n{"t": null}, {}, {"t": ["in", "oslo"]}\n]\n'
    notes = Notes("x")
    found = read("json", source, fields=("[].t",), notes=notes)
    check(found, source)
    assert [one.text for one in found] == ["in rome", "in\noslo"]
    assert json.loads(rewritten(found))[3] == {"t": [swap("in"), swap("oslo")]}
    assert list(notes.sentences()) == [
        "x:3: field '[].t' is null, left unchanged",
        "x:3: has no field '[].t', left unchanged",
    ]


@pytest.mark.parametrize(
    ("source", "fields", "message"),
    [
        (
            '{"a": {"b": "c"}, "d": ["e"]}',
            (),
            "name its fields, as in --field a.b; it has text in a.b, d$",
        ),
        (
            '{"id": "x", "text": "we met her"}',
            (),
            "name its fields, as in --field text; it has text in id, text$",
        ),
        (
            '[{"b": "c"}]',
            (),
            "x: only some of this JSON is prose; name its fields, as in --field '[].b'; it",
        ),
        ("[1]", (), "x: this JSON holds no text$"),
        (
            '{"a": 1}',
            ("text",),
            "x: has no field 'text'; name the field that holds the text with --field",
        ),
        ('[{"text": "b"}]', ("text",), "x: has no field 'text'; it has text in [].text; name the"),
        ('{"text": {}}', ("text",), "x:1: field 'text' is neither a string nor a list of strings"),
        ('{"a":\n [,]}', ("b",), "x:2: not JSON: expecting value at column 3"),
        ("", ("b",), "x:1: not JSON: expecting value at column 1"),
        ("[" * 3000 + "]" * 3000 + " " * (1 << 22), (), "x: JSON that cannot be read: maximum"),
        ('{"a":' * 900 + "1" + "}" * 900, (), "x: this JSON holds no text$"),
    ],
)
def test_what_cannot_be_restored_is_said_in_a_sentence(source, fields, message):
    with pytest.raises(CorpusError, match=message.replace("[", "\\[")):
        read("json", source, fields=fields)
    assert read("json", source, fields=fields, keep_broken=True)[0].raw == source


def test_times_beside_words_are_read_and_odd_ones_left_out():
    words = [(" we", 0.5, 0.75), (" met", 1, 1.5), (" an", "x", 2), (" a", 3, 2), (" un", None, -1)]
    segment = {
        "text": "".join(word for word, _, _ in words),
        "start": 0,
        "words": [{"start": a, "word": word, "end": b} for word, a, b in words],
    }
    (document,) = read("json", json.dumps({"text": segment["text"], "segments": [segment]}))
    assert document.times == (Said(1, 0.5, 0.75), Said(4, 1.0, 1.5))
    assert document.rewrite(document.text) == document.raw
