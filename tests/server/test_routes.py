"""What each route answers, and that the description tells the truth about it."""

import json
import re
from pathlib import Path

import pytest

import majuscule.server
from majuscule.models import known_models
from majuscule.restore.truecaser import load
from majuscule.server.openapi import describe
from majuscule.server.problems import REASONS

from .conftest import JSON, TEXT, start_server
from .schemas import problems

SMALL = "angela merkel met the un in berlin."
DOCUMENT = {"key": "d1", "title": "A note", "author": "Eva", "model": "m", "source": "anna saw io",
            "restored": "Anna saw io"}  # fmt: skip


def test_restores_json_and_plain_text_alike(server):
    assert server.post("/restore", text=SMALL).json == {
        "text": "Angela Merkel met the UN in Berlin."
    }
    plain = server.ask("POST", "/restore?case=ignore", SMALL.encode(), TEXT)
    assert plain.body.decode() == "Angela Merkel met the UN in Berlin."
    assert plain.headers["content-type"] == "text/plain; charset=utf-8"


def test_restores_several_texts_each_a_document(server):
    texts = [SMALL, "", "anna saw nasa in paris\nanna met him"]
    found = server.post("/restore", texts=texts, case="ignore").json["texts"]
    assert found == [server.post("/restore", text=t, case="ignore").json["text"] for t in texts]


def test_keeps_what_is_no_text_of_a_format(server):
    film = "1\n00:00:01,000 --> 00:00:02,500\n<i>angela merkel\nmet the un.</i>\n"
    cased = film.replace("angela merkel", "Angela Merkel").replace("un", "UN")
    plain = server.ask("POST", "/restore?format=srt&case=ignore", film.encode(), TEXT)
    assert plain.body.decode() == cased
    found = server.post("/restore", texts=[film, film], format="srt", case="ignore").json
    assert found == {"texts": [cased, cased]}
    analysis = server.post("/analyze", text=film, format="srt", case="ignore").json
    assert analysis["text"] == cased
    assert [cased[one["start"] : one["end"]] for one in analysis["stretches"]] == [
        "Angela Merkel", "met the UN.",
    ]  # fmt: skip
    for token in analysis["tokens"]:
        assert cased[token["start"] : token["end"]] == token["form"]
    health = server.get("/healthz").json
    assert {"name": "srt", "suffix": ".srt"} in health["formats"]
    assert ".csv" in health["elsewhere"]


def test_a_glossary_of_the_request_wins_for_that_request(server):
    given = {"glossary": ["mERKEL", "NEW un"], "case": "ignore"}
    for _ in range(2):
        found = server.post("/restore", text="angela merkel met the new un.", **given).json
        assert found == {"text": "Angela mERKEL met the NEW un."}
    found = server.post("/analyze", text="angela merkel met them", **given).json
    assert found["tokens"][1]["reason"] == "glossary"
    assert server.post("/restore", text=SMALL).json["text"].startswith("Angela Merkel")
    wrong = server.post("/restore", text=SMALL, glossary=["123"])
    assert wrong.status == 400
    assert wrong.json["error"] == "the form '123' has no letter that could be a capital"


def test_headings_have_the_style_that_is_asked_for(server):
    found = server.post("/restore", text="angela merkel and the press", style="title").json
    assert found == {"text": "Angela Merkel and the Press"}


def test_a_server_may_have_a_glossary_of_its_own(serve, tmp_path):
    terms = tmp_path / "terms.txt"
    terms.write_text("mERKEL\n")
    server = serve("--glossary", str(terms), "--protect", "the u.")
    assert server.post("/restore", text=SMALL).json["text"] == "Angela mERKEL met the un in Berlin."
    said = "we met angela merkel how are you and the un how are you"
    ways = {
        "/punctuate": {},
        "/restore": {"punctuation": "add"},
        "/analyze": {"punctuation": "add"},
    }
    for path, more in ways.items():
        assert "Angela mERKEL" in server.post(path, text=said, **more).json["text"]
    found = server.post("/punctuate", text=said, glossary=["aNGELA"]).json["text"]
    assert "aNGELA mERKEL" in found
    assert "the un" in found
    assert server.post("/punctuate", text=said, glossary=["123"]).status == 400


def test_analyses_as_the_library_does(server, model):
    found = server.post("/analyze", text=SMALL).json
    analysis = load(model).analyze(SMALL).to_json()
    assert found == {"model": load(model).digest, **analysis}
    unsure = server.post("/analyze", text=SMALL, below=0.5).json["tokens"]
    assert unsure == [one for one in analysis["tokens"] if one["confidence"] < 0.5]


def test_says_that_there_is_no_entity_model(server):
    answer = server.post("/entities", text=SMALL)
    assert answer.status == 503
    assert "no entity model" in answer.json["error"]


def test_puts_marks_into_text_that_has_none(server):
    said = "hello everyone thanks for joining how are you"
    found = server.post("/punctuate", text=said).json
    assert found["text"].startswith("Hello")
    assert found["text"].endswith("?")
    assert [found["text"][one["output"]] for one in found["marks"]] == [
        one["mark"] for one in found["marks"]
    ]
    assert " ".join(one["text"] for one in found["sentences"]) == found["text"]
    plain = server.ask("POST", "/punctuate", said.encode(), TEXT)
    assert plain.body.decode() == found["text"]


def test_puts_marks_into_files(server):
    times, said = "1\n00:00:01,000 --> 00:00:02,000\n", ("thanks for joining", "how are you")
    film = f"{times}<i>{said[0]}</i>\n\n{times}{said[1]}\n"
    found = server.post("/punctuate", text=film, format="srt").json
    assert found == {"text": f"{times}<i>Thanks for joining.</i>\n\n{times}How are you?\n"}
    refused = server.post("/punctuate", text=film, format="html")
    assert refused.status == 400
    assert "format must be text or" in refused.json["error"]


def test_restores_text_and_files_with_marks_put_in(server):
    said = "thanks for joining how are you"
    film = f"1\n00:00:01,000 --> 00:00:02,000\n<i>{said}</i>\n"
    found = server.post("/restore", texts=[said, said], punctuation="add").json["texts"]
    assert [one.lower() for one in found] == ["thanks for joining. how are you?"] * 2
    assert found[0].startswith("Thanks")
    written = server.post("/restore", text=film, punctuation="add", format="srt").json["text"]
    assert written == film.replace(said, found[0])
    refused = server.post("/restore", text=said, punctuation="add", format="html")
    assert refused.status == 400
    assert "punctuation cannot be added to html" in refused.json["error"]


def test_analyses_a_text_apart_from_the_marks_that_are_put_in(server):
    said = "we met angela in the u.s. how are you"
    found = server.post("/analyze", text=said, punctuation="add").json
    assert found["text"].lower() == said
    assert [(one["at"], one["mark"]) for one in found["marks"]] == [(37, "?")]
    words = [said[one["start"] : one["end"]] for one in found["tokens"]]
    assert [one["text"] for one in found["tokens"]] == words == said.split()
    for one in found["tokens"]:
        forms = [one["form"], *(other["form"] for other in one["alternatives"])]
        assert {form.lower() for form in forms} == {one["text"]}
    refused = server.post("/analyze", text=said, punctuation="add", format="html")
    assert (refused.status, "not to html" in refused.json["error"]) == (400, True)


def test_analyses_subtitles_apart_from_the_marks_that_are_put_in(server):
    film = "1\n00:00:01,000 --> 00:00:02,000\n<i>how are you angela</i>\n"
    found = server.post("/analyze", text=film, punctuation="add", format="srt").json
    assert found["text"].lower() == film
    places = [one["at"] for one in found["marks"]]
    assert places
    assert all(film[at - 1].isalpha() and film[at] in " <" for at in places)
    words = [found["text"][one["start"] : one["end"]] for one in found["tokens"]]
    assert [one["form"] for one in found["tokens"]] == words
    assert "Angela" in words


def test_tells_how_lines_are_written(server):
    text = "angela merkel met the un in new york.\n\nAngela Merkel met the UN in New York."
    lines = server.post("/detect", text=text).json["lines"]
    assert [(one["start"], one["restored"]) for one in lines] == [
        (0, True), (38, False), (39, False),
    ]  # fmt: skip


def test_counts_requests_and_never_by_a_path_as_it_came(server):
    server.get("/no-such-path-17")
    server.post("/restore", text=SMALL)
    text = server.get("/metrics").body.decode()
    assert 'majuscule_requests_total{route="none",method="GET",status="404"}' in text
    assert re.search(r'majuscule_request_seconds_count\{route="/restore"\} [1-9]', text)
    assert "no-such-path" not in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|[a-z_]+(\{[^}]*\})? [0-9.e+]+", line), line


WRONG = [
    ("POST", "/restore", b"{", JSON, 400, "not JSON: .* line 1, column 2"),
    ("POST", "/restore", b"[1]", JSON, 400, "not a JSON object"),
    ("POST", "/restore", b"{}", JSON, 400, "either text or texts"),
    ("POST", "/restore", b'{"text": 3}', JSON, 400, "text must be of type string"),
    ("POST", "/restore", b'{"txt": "a"}', JSON, 400, "unknown field 'txt'; fields are text"),
    ("POST", "/restore", b'{"texts": ["a", 2]}', JSON, 400, r"texts\[1\] must be of type string"),
    ("POST", "/restore", b'{"text": "a", "case": "up"}', JSON, 400, "auto or fill or ignore"),
    ("POST", "/analyze", b'{"text": "a", "below": 2}', JSON, 400, "below must be from 0 to 1"),
    ("POST", "/analyze", b'{"text": "a", "below": NaN}', JSON, 400, "below must be from 0 to 1"),
    ("POST", "/restore?format=docx", b"a", TEXT, 400, "format must be text or .*srt or"),
    ("POST", "/restore?format=srt", b"1\n0:0 -> 0:1\na\n", TEXT, 400, "srt:2: invalid line of"),
    ("POST", "/restore?format=xml", b"<a>", TEXT, 400, "column 4; for HTML use format html"),
    ("POST", "/restore?format=html", b"a", TEXT, 400, "not HTML; to restore it as text, use fo"),
    ("POST", "/restore?format=json", b'{"a": "b"}', TEXT, 400, "send the texts of other JSON as"),
    ("POST", "/documents/d/edits", b'{"edits": [{"key": "k", "start": -1, "form": "a"}]}', JSON,
     400, r"edits\[0\].start must be at least 0"),
    ("POST", "/analyze", b'{"text": "a", "below": true}', JSON, 400, "below must be of type"),
    ("POST", "/restore", b'{"text": "\\ud800"}', JSON, 400, "an unpaired surrogate"),
    ("POST", "/restore", b'{"text": "ab\xff"}', JSON, 400, r"not UTF-8 at byte 12 \(0xff\)"),
    ("POST", "/restore", b"ab\xc3", TEXT, 400, r"not UTF-8 at byte 2 \(0xc3\)"),
    ("POST", "/restore?memory=perhaps", b"a", TEXT, 400, "memory must be of type boolean"),
    ("POST", "/restore?text=ann", b"", TEXT, 400, "text is the body; leave it out of the query"),
    ("POST", "/restore", b"[" * 100_000, JSON, 400, "too deep"),
    ("POST", "/restore", b"a", {"Content-Type": "text/html"}, 415, "'text/html' is not supported"),
    ("POST", "/restore", b"a", {}, 415, "content type '' is not supported.*curl: -H 'Con"),
    ("POST", "/restore", b"a", {"Content-Type": "text/plain; charset=latin-1"}, 415, "UTF-8"),
    ("POST", "/restore", b"a", {**TEXT, "Content-Encoding": "gzip"}, 415, "'gzip' is not"),
    ("POST", "/documents", b"a", TEXT, 415, "takes only application/json"),
    ("POST", "/restore?case=fill", b'{"text": "a"}', JSON, 400, "are fields of the body"),
    ("POST", "/restore?language=" + "x" * 9000, b"a", TEXT, 400, "^.{900,1000}[.]{3}$"),
    ("GET", "/restore", None, {}, 405, "only POST"),
    ("PUT", "/documents", None, {}, 405, "only GET, HEAD, POST"),
    ("GET", "/nothing", None, {}, 404, "nothing at this path"),
    ("GET", "/documents/none", None, {}, 404, "no document with the key 'none'"),
    ("GET", "/healthz", None, {"Host": "evil.example"}, 400, "host name"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "headers", "status", "says"), WRONG)
def test_names_what_is_wrong_in_one_sentence(server, method, path, body, headers, status, says):
    answer = server.ask(method, path, body, headers)
    assert answer.status == status
    assert answer.json["status"] == status
    assert re.search(says, answer.json["error"]), answer.json
    assert "\n" not in answer.json["error"]
    assert server.get("/healthz").status == 200


def test_the_description_is_of_what_is_answered(server):
    description = server.get("/openapi.json").json
    assert description == json.loads(json.dumps(describe()))
    asked = {
        ("post", "/restore"): {"text": SMALL},
        ("post", "/analyze"): {"text": SMALL + "\n" + SMALL.upper()},
        ("post", "/detect"): {"text": SMALL},
        ("post", "/punctuate"): {"text": "hello everyone how are you"},
        ("get", "/healthz"): None,
        ("post", "/documents"): DOCUMENT,
        ("post", "/documents/{document}/edits"): {
            "author": "Eva", "edits": [{"key": "e1", "start": 9.0, "form": "Io"}],
        },
        ("get", "/documents"): None,
        ("get", "/documents/{document}"): None,
        ("delete", "/documents/{document}"): None,
    }  # fmt: skip
    for (method, path), body in asked.items():
        operation = description["paths"][path][method]
        if body is not None:
            taken = operation["requestBody"]["content"]["application/json"]["schema"]
            assert problems(body, taken) == []
        answer = server.ask(method.upper(), path.replace("{document}", "d1"), body)
        assert answer.status == 200, answer.body
        [schema] = [
            one["schema"]
            for type_, one in operation["responses"]["200"]["content"].items()
            if type_ == "application/json"
        ]
        assert problems(answer.json, schema) == []
        assert answer.json or path == "/documents"
    described = {(m, p) for p, ways in description["paths"].items() for m in ways}
    untried = described - set(asked)
    assert untried == {
        ("post", "/entities"), ("get", "/metrics"), ("get", "/openapi.json"),
        ("get", "/corrections.jsonl"),
    }  # fmt: skip
    names = [way["operationId"] for ways in description["paths"].values() for way in ways.values()]
    assert len(set(names)) == len(names)


def test_keeps_nothing_unless_it_was_told_to(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    server = start_server("-m", model)
    try:
        assert server.get("/healthz").json["corrections"] is False
        for answer in (
            server.post("/documents", **DOCUMENT),
            server.get("/documents"),
            server.get("/corrections.jsonl"),
        ):
            assert answer.status == 404
            assert "--corrections FILE" in answer.json["error"]
        server.post("/restore", text=SMALL)
    finally:
        assert server.stop() == 0
    assert list(tmp_path.iterdir()) == []


def test_every_status_that_is_given_has_a_reason():
    source = Path(majuscule.server.__file__).parent
    given = {
        int(code)
        for file in source.glob("*.py")
        for code in re.findall(r"RequestError\(\s*(\d{3})", file.read_text())
    }
    assert given <= set(REASONS)


def test_the_page_asks_nobody_else(server):
    page = server.get("/")
    assert page.headers["content-type"].startswith("text/html")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    folder = Path(majuscule.server.__file__).parent / "page"
    for file in folder.iterdir():
        addresses = re.findall(r"https?://[^'\" )]+", file.read_text())
        assert [one for one in addresses if one != "http://www.w3.org/2000/svg"] == [], file
        path = "/" if file.name == "index.html" else f"/{file.name}"
        assert server.get(path).body == file.read_bytes()


@pytest.mark.skipif("entities-en" not in known_models(), reason="the model is not in this checkout")
def test_finds_names_where_there_is_a_model(serve):
    server = serve("--entities", "entities-en")
    answer = server.post("/entities", text="angela merkel met him in berlin on tuesday")
    assert answer.status == 200
    operation = describe()["paths"]["/entities"]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert problems(answer.json, schema) == []
    assert ("PER", "angela merkel") in {
        (one["label"], one["text"]) for one in answer.json["mentions"]
    }
    assert "language" not in answer.json
    page = "<p>das ist nicht der mann, den wir in berlin gesehen haben</p>"
    assert server.post("/entities", text=page, format="html").json["language"] == "de"
    assert server.post("/entities", text="北京").json == {"language": "zh", "mentions": []}
