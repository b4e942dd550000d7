"""Transcripts: words are text, sentences are told by pauses and words where nothing marks them."""

from majuscule.reading import inputs
from majuscule.reading.formats.transcripts.speech import Word, is_punctuated, sentence_starts
from tests.reading.formats.laws import read, texts


def ctm(said: str, name: str = "f") -> str:
    """Return words a quarter of a second long; each ``|`` is a pause of a second and a half."""
    lines = []
    at = 0.0
    for word in said.split():
        if word == "|":
            at += 1.5
            continue
        lines.append(f"{name} 1 {at:.2f} 0.25 {word} 0.99\n")
        at += 0.26
    return "".join(lines)


def test_pauses_and_words_tell_sentences():
    said = "thank you for joining us | good morning everyone and | uh welcome to the call"
    (text,) = texts(read("ctm", ctm(said)))
    assert text.split("\n")[:2][1].startswith("good morning")
    assert "to\nthe" not in text


def test_no_sentence_ends_with_the_or_begins_inside_a_phrase_without_pause():
    said = "we will look at the results of the second quarter"
    words = [Word(one, 0.0) for one in said.split(" ")]
    assert sum(sentence_starts(words)) == 1


def test_no_sentence_begins_by_and_alone_without_known_pauses_nor_after_a_comma():
    said = ["they", "are", "bold,", "italic", "and", "underlined"]
    assert sum(sentence_starts([Word(one) for one in said])) == 1
    assert sum(sentence_starts([Word("right,"), Word("thank", 2.0), Word("you", 0.0)])) == 1


def test_another_speaker_begins_a_sentence():
    assert sentence_starts([Word("of"), Word("the", 0.0, apart=True)]) == [True, True]


def test_punctuation_decides_where_there_is_some():
    assert is_punctuated(["a"] * 39 + ["b."])
    assert not is_punctuated(["a"] * 80 + ["b."])
    source = "token|speaker|ts|endTs|punctuation\nwe|1|0|1|\nmet|1|9|10|\nanna|1|10|11|.\nno|2|||\n"
    assert texts(read("nlp", source)) == ["we met anna.\nno"]


def test_recordings_are_documents():
    source = ctm("we met", "a") + ctm("they met", "b") + "b 2 0.1 0.2 yes\n"
    assert texts(read("ctm", source)) == ["we met", "they met\nyes"]


def test_each_channel_of_a_recording_is_a_stream_of_speech_of_its_own():
    source = (
        ";; a\nf A 0.1 0.2 we\nf B 0.2 0.2 yes\nf A 0.4 0.2 met\n;; b\nf B 0.4 0.2 and\n"
        "f A 0.7 0.4 anna\nf B 0.6 0.2 they\ng A 0.1 0.2 we\n"
    )
    documents = read("ctm", source)
    assert texts(documents) == ["we met anna\nyes and they", "we"]
    assert "".join(one.raw for one in documents) == source
    assert documents[0].rewrite("We met Anna\nYes and they").split("\n")[1:8] == [
        "f A 0.1 0.2 We",
        "f B 0.2 0.2 Yes",
        "f A 0.4 0.2 met",
        ";; b",
        "f B 0.4 0.2 and",
        "f A 0.7 0.4 Anna",
        "f B 0.6 0.2 they",
    ]
    assert [said.start for said in documents[0].times] == [0.1, 0.4, 0.7, 0.2, 0.4, 0.6]


def test_a_long_recording_is_cut_at_a_pause(monkeypatch):
    monkeypatch.setattr(inputs, "LONGEST", 20)
    documents = read("ctm", ctm("we met them in the old house | and they left | then so did we"))
    assert texts(documents) == ["we met them in the old house", "and they left\nthen so did we"]
    monkeypatch.setattr(inputs, "LONGEST", 10)
    assert len(read("ctm", ctm("we " * 20))) == 3


def test_a_long_transcript_is_cut_where_another_speaks(monkeypatch):
    monkeypatch.setattr(inputs, "LONGEST", 10)
    found = texts(read("nlp", "token|speaker\nwe|1\nmet|1\nher|1\nso|1\ndid|2\ni|2\n"))
    assert [one.split() for one in found] == [["we", "met", "her", "so"], ["did", "i"]]


def test_marks_are_no_words():
    source = "f 1 0 1 we\nf 1 1 1 <unk>\nf 1 2 1 (%hes)\nf 1 3 1 met\n;; f\n"
    assert texts(read("ctm", source)) == ["we met"]


def test_a_transcript_without_punctuation_is_cut_too():
    rows = [line.split() for line in ctm("thank you very much | please go ahead").splitlines()]
    body = "".join(f"{r[4]}|1|{r[2]}|{float(r[2]) + 0.25}|LC\n" for r in rows)
    (text,) = texts(read("nlp", "token|speaker|ts|endTs|case\n" + body))
    assert text == "thank you very much\nplease go ahead"
