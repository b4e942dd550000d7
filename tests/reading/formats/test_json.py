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


WORDS = ["are", "you", "well", "yes"]
TIMES = [(0.5, 0.75), (1.0, 1.5), (2.0, 2.25), (4.0, 4.5)]


def words(name="word", start="start", end="end", **others):
    """Return the words as objects; ``others``: lists of further members."""
    return [
        {name: word, start: a, end: b, **{key: those[k] for key, those in others.items()}}
        for k, (word, (a, b)) in enumerate(zip(WORDS, TIMES, strict=True))
    ]


SAID, AB = " ".join(WORDS), ["A", "A", "A", "B"]
VENDORS: dict[str, Any] = {
    "vosk": [
        {"result": words()[:3], "text": "are you well"},
        {"result": words()[3:], "text": "yes"},
        {"text": ""},
    ],
    "amazon": {
        "results": {
            "transcripts": [{"transcript": SAID}],
            "items": [
                {"start_time": f"{a}", "end_time": f"{b}", "speaker_label": speaker}
                | {"alternatives": [{"content": word}, {"content": "worse"}]}
                for word, (a, b), speaker in zip(WORDS, TIMES, AB, strict=True)
            ],
            "audio_segments": [{"transcript": "are you well"}, {"transcript": "yes"}],
        }
    },
    "google": {
        "results": [
            {
                "alternatives": [
                    {"transcript": "are you well"},
                    {"transcript": "oh well"},
                ]
            },
            {"alternatives": [{"transcript": " yes"}]},
            {
                "alternatives": [
                    {
                        "words": [
                            {"startTime": f"{a}s", "endTime": f"{b}s", "word": word}
                            | {"speakerTag": 1 + (speaker == "B")}
                            for word, (a, b), speaker in zip(WORDS, TIMES, AB, strict=True)
                        ]
                    }
                ]
            },
        ]
    },
    "ibm": {
        "results": [
            {
                "alternatives": [
                    {
                        "transcript": f"{SAID} ",
                        "timestamps": [[w, *at] for w, at in zip(WORDS, TIMES, strict=True)],
                    }
                ]
            }
        ]
    },
    "deepgram": {
        "results": {
            "channels": [
                {"alternatives": [{"transcript": "are you well", "words": words()[:3]}]},
                {"alternatives": [{"transcript": "yes", "words": words()[3:]}]},
            ],
            "utterances": [
                {"transcript": "yes", "speaker": 1, "words": words("punctuated_word")[3:]},
                {"transcript": "are you well", "speaker": 0},
            ],
        }
    },
    "assembly": {
        "text": SAID,
        "words": [
            {"text": word, "start": int(a * 1000), "end": int(b * 1000), "speaker": speaker}
            for word, (a, b), speaker in zip(WORDS, TIMES, AB, strict=True)
        ],
        "utterances": [{"text": "are you well", "speaker": "A"}, {"text": "yes", "speaker": "B"}],
    },
    "elevenlabs": {
        "text": SAID,
        "words": [{"text": " ", "start": 0.0, "end": 0.5}, *words("text", speaker=AB)],
    },
    "azure": {
        "combinedRecognizedPhrases": [{"display": SAID}],
        "recognizedPhrases": [{"nBest": [{"display": SAID}, {"display": "worse"}]}],
    },
    "azure fast": {
        "combinedPhrases": [{"text": SAID}],
        "phrases": [
            {"text": word, "offsetMilliseconds": int(1000 * a), "speaker": speaker}
            | {"durationMilliseconds": int(1000 * (b - a))}
            for word, (a, b), speaker in zip(WORDS, TIMES, AB, strict=True)
        ],
    },
    "whisper.cpp": {
        "transcription": [
            {"text": f" {word}", "offsets": {"from": int(a * 1000), "to": int(b * 1000)}}
            for word, (a, b) in zip(WORDS, TIMES, strict=True)
        ]
    },
    "faster-whisper": [{"text": f" {SAID}", "start": 0.5, "end": 4.5, "words": words()}],
    "transformers": {
        "text": f" {SAID}",
        "chunks": [{"text": f" {w}", "timestamp": at} for w, at in zip(WORDS, TIMES, strict=True)],
    },
    "podcast": {"segments": words("body", "startTime", "endTime", speaker=AB)},
    "gentle": {"transcript": SAID, "words": words()},
}
SPEAKERS = {"google": ("Speaker 1", "Speaker 2"), "deepgram": ("Speaker 0", "Speaker 1")}
SPEAKERS |= dict.fromkeys(("amazon", "assembly", "azure fast", "podcast", "elevenlabs"), ("A", "B"))


@pytest.mark.parametrize("vendor", VENDORS)
def test_what_other_recognisers_write_is_known_with_times_and_speakers(vendor):
    source = json.dumps(VENDORS[vendor])
    (document,) = read("json", source)
    speakers = SPEAKERS.get(vendor, ())
    assert document.text.strip() == ("are you well\nyes" if speakers else SAID)
    assert document.turns == tuple(zip((0, 13), speakers, strict=False))
    begins = document.text.index("are")
    expected = [Said(begins + at, a, b) for at, (a, b) in zip((0, 4, 8, 13), TIMES, strict=True)]
    assert document.times == tuple(expected if vendor != "azure" else ())
    changed = document.rewrite(document.text.upper())
    assert not any(f'{word}"' in changed or f"{word} " in changed for word in WORDS[:2])
    assert '"yes"' not in changed
    assert changed.lower() == source.lower()


def test_captions_that_roll_end_with_the_next():
    rolling = [
        {"text": "are you", "start": 1.0, "duration": 5.0},
        {"text": "well", "start": 3.0, "duration": 4.0},
    ]
    (document,) = read("json", json.dumps(rolling))
    assert [(one.start, one.end) for one in document.times] == [(1, 2), (2, 3), (3, 7)]


def test_marks_written_apart_follow_their_word():
    said = [
        {"start_time": 1, "end_time": 2, "alternatives": [{"content": word, "speaker": speaker}]}
        for word, speaker in (("well", "A"), (",", "A"), ("yes", "A"), (".", "A"), ("oh", "B"))
    ]
    (document,) = read("json", json.dumps({"results": said}))
    assert (document.text, document.turns) == ("well, yes.\noh", ((0, "A"), (11, "B")))


def test_words_alone_are_known_too():
    assert read("json", '{"words": [{"word": "in"}]}')[0].text == "in"


def test_objects_one_after_another_are_read_like_a_list():
    source = "\n".join(json.dumps(one, indent=2) for one in VENDORS["vosk"]) + "\n"
    (document,) = read("json", source)
    (as_list,) = read("json", json.dumps(VENDORS["vosk"]))
    assert (document.text, document.times) == (as_list.text, as_list.times)
    check([document], source, ordered=False)
    source = ' {"t": "in rome"}{"t": null}\n{"t": "in oslo"} '
    found = read("json", source, fields=("[].t",))
    check(found, source)
    assert [one.text for one in found] == ["in rome", "in oslo"]


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
    ("fields", "found"),
    [
        (["**"], ["a", "b", "c", "d", "e"]),
        (["**.t"], ["b", "c", "e"]),
        (["*.t"], ["b", "c"]),
        (["*.x"], []),
        (["[].*"], ["a", "b", "c"]),
        (["[].**.t"], ["b", "c", "e"]),
        (["**.r[].t", "**.t"], ["b", "c", "e"]),
        (["**.*.t"], ["b", "c", "e"]),
        (["[0].k", "**.r"], ["a"]),
    ],
)
def test_patterns_of_fields_find_text_at_any_depth(fields, found):
    source = '[{"k": "a", "n": 1, "t": ["b", "c"], "r": [["d"], {"t": "e"}, {"t": null}], "*": {}}]'
    if not found:
        with pytest.raises(CorpusError, match="has no field"):
            read("json", source, fields=fields)
        return
    documents = read("json", source, fields=fields)
    check(documents, source)
    assert "\n".join(one.text for one in documents).split("\n") == found


def test_a_pattern_finds_what_another_object_of_the_file_has():
    found = read("json", '{"a": {"t": "x"}} {"t": "y"}', fields=["**.t"])
    assert [one.text for one in found] == ["x", "y"]


@pytest.mark.parametrize(
    ("source", "fields", "message"),
    [
        (
            '{"a": {"b": "c"}, "d": ["e"]}',
            (),
            "as in --field a.b, or .*; it has text in a.b, d$",
        ),
        (
            '{"id": "x", "text": "we met her"}',
            (),
            "as in --field text, or .*; it has text in id, text$",
        ),
        (
            '[{"b": "c"}]',
            (),
            "x: only some of this JSON is prose; name its fields, as in --field '[].b', or",
        ),
        ('[{"text": "b"}]', (), "x: only some of this JSON is prose; name its fields, as in --f"),
        ("[1]", (), "x: this JSON holds no text$"),
        (
            '{"a": 1}',
            ("text",),
            "x: has no field 'text'; name the field that holds the text with --field",
        ),
        ('[{"text": "b"}]', ("text",), "x: has no field 'text'; it has text in [].text; name the"),
        ('{"t": "b"}{"t": "c"}', ("t",), "x: has no field 't'; it has text in [].t; name the"),
        ('{"t": "b"}\n{"t" "c"}', (), "x:2: not JSON: expecting ':' delimiter at column 6"),
        ('{"t": "b"}\n]', (), "x:2: not JSON: extra data at column 1"),
        ('{"text": {}}', ("text",), "x:1: field 'text' is neither a string nor a list of strings"),
        ('{"a":\n [,]}', ("b",), "x:2: not JSON: expecting value at column 3"),
        ("", ("b",), "x:1: not JSON: expecting value at column 1"),
        (
            "[" * 200_000 + "]" * 200_000 + " " * (1 << 22),
            (),
            "x: JSON that cannot be read: it is nested too deeply$",
        ),
        ('{"a":' * 900 + "1" + "}" * 900, (), "x: this JSON holds no text$"),
    ],
)
def test_what_cannot_be_restored_is_said_in_a_sentence(source, fields, message):
    with pytest.raises(CorpusError, match=message.replace("[", "\\[")):
        read("json", source, fields=fields)
    assert read("json", source, fields=fields, keep_broken=True)[0].raw == source


def test_a_path_may_name_one_item():
    source = '{"a": [{"t": "in rome"}, {"t": "in oslo"}], "b": ["c"]}'
    (document,) = read("json", source, fields=("a[1].t", "b[0]"))
    assert document.text == "in oslo\nc"


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
