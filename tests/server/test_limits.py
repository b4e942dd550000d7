"""Limits: size, time, queue, slow clients, tokens; the log; and how a server ends."""

import json
import re
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from majuscule.cli.program import run

from .conftest import JSON, TEXT, Server

LONG = "angela merkel met the un in new york, and anna saw nasa in paris. " * 15_000


def converse(server: Server, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send parts with pauses between and return all that comes back."""
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        for part in parts:
            line.sendall(part)
            time.sleep(pause)
        found = b""
        while piece := line.recv(65536):
            found += piece
    return found


def test_a_body_that_is_too_large_is_refused_before_it_is_read(serve):
    server = serve("--max-body", 1000)
    told = converse(
        server,
        b"POST /restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
        b"Content-Length: 5000000000\r\n\r\n",
    )
    assert told.startswith(b"HTTP/1.1 413 ")
    assert b"more than 1000 bytes" in told
    # No length is said: it is counted as it comes.
    chunk = b"400\r\n" + b"a" * 1024 + b"\r\n"
    counted = converse(
        server,
        b"POST /restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n" + chunk,
    )
    assert counted.startswith(b"HTTP/1.1 413 ")
    assert server.ask("POST", "/restore", b"a" * 1000, TEXT).status == 200


def test_slow_heads_and_slow_bodies_are_ended(serve):
    server = serve("--body-time", 0.4)
    began = time.monotonic()
    for slow in (
        [b""],
        [b"POST /restore HT"],
        [
            b"POST /restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 10\r\n\r\n",
            b"abc",
        ],
    ):
        told = converse(server, *slow)
        assert told.startswith(b"HTTP/1.1 408 "), told
        assert json.loads(told.split(b"\r\n\r\n", 1)[1])["status"] == 408
    assert time.monotonic() - began < 20
    assert server.get("/healthz").status == 200


def test_what_is_not_http_gets_a_sentence_too(serve):
    told = converse(serve(), b"\x16\x03\x01 this is not http\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 400 ")
    assert "HTTP" in json.loads(told.split(b"\r\n\r\n", 1)[1])["error"]


def test_work_that_takes_too_long_is_answered_with_504(serve):
    server = serve("--time", 0.01)
    answer = server.post("/analyze", text=LONG)
    assert answer.status == 504
    assert "0.01 seconds" in answer.json["error"]
    # The thread is free again when the work has ended.
    deadline = time.monotonic() + 30
    while server.post("/restore", text="a").status != 200:
        assert time.monotonic() < deadline


def test_only_a_full_queue_refuses(serve):
    def ask(server):
        with ThreadPoolExecutor(12) as pool:
            return list(pool.map(lambda _: server.post("/analyze", text=LONG[:10_000]), range(12)))

    assert {one.status for one in ask(serve("--threads", 1))} == {200}
    answers = ask(serve("--threads", 1, "--queue", 1))
    refused = [one for one in answers if one.status == 503]
    assert refused
    assert any(one.status == 200 for one in answers)
    assert all(one.headers["retry-after"] == "1" and "error" in one.json for one in refused)


def test_a_client_that_leaves_is_not_worked_for(serve):
    server = serve("--threads", 1, "--time", 300)
    body = b"angela merkel met the un. " * 5_000
    head = b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(server.ask, "POST", "/analyze", body, TEXT)
        until(server, "majuscule_working 1")
        with socket.create_connection((server.host, server.port), timeout=30) as line:
            line.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            until(server, "majuscule_waiting 1")
        until(server, "majuscule_waiting 0")
        left = b'majuscule_requests_total{route="/analyze",method="POST",status="499"} 1\n'
        assert left in server.get("/metrics").body
        assert first.result().status == 200


def until(server: Server, wanted: str) -> None:
    """Wait until the metrics say something."""
    deadline = time.monotonic() + 30
    while f"{wanted}\n" not in server.get("/metrics").body.decode():
        assert time.monotonic() < deadline, wanted


def test_an_unset_token_file_is_told(capsys):  # type: ignore[no-untyped-def]
    assert run(["serve", "--token-file", ""]) == 2
    assert "a file name is empty" in capsys.readouterr().err


def test_a_token_is_asked_for_where_there_is_one(serve):
    server = serve(token="s3cret")
    for wrong in ({}, {"Authorization": "Bearer s3cre"}, {"Authorization": "Basic s3cret"}):
        answer = server.ask("POST", "/restore", b'{"text": "a"}', {**JSON, **wrong})
        assert answer.status == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert server.ask("GET", "/metrics", None, wrong).status == 401
        assert server.ask("GET", "/documents", None, wrong).status == 401
    right = {"Authorization": "Bearer s3cret"}
    assert server.ask("POST", "/restore", b'{"text": "a"}', {**JSON, **right}).status == 200
    assert server.get("/healthz").status == 200
    assert server.get("/").status == 200


def test_no_text_of_a_request_gets_into_the_log(serve):
    server = serve("--log")
    server.post("/restore", text="kryptonite in the body")
    server.ask("POST", "/restore?case=kryptonite", b"kryptonite", TEXT)
    server.ask("POST", "/restore", b'{"kryptonite": "\xff"', JSON)
    server.ask("GET", "/kryptonite?text=kryptonite", None, {"X-Kryptonite": "kryptonite"})
    server.get("/documents/kryptonite")
    converse(server, b"kryptonite kryptonite\r\n\r\n")
    assert server.stop() == 0
    assert any("POST /restore 200" in line for line in server.lines)
    assert any("GET /documents/{document} 404" in line for line in server.lines)
    assert not any("kryptonite" in line.lower() for line in server.lines), server.lines


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_server_ends_what_it_has_begun(serve, number):
    server = serve()
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        idle = socket.create_connection((server.host, server.port), timeout=30)
        line.sendall(
            b"POST /restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 13\r\nExpect: 100-continue\r\n\r\n"
        )
        # The request has been begun: its body is asked for.
        assert line.recv(65536).startswith(b"HTTP/1.1 100 ")
        server.process.send_signal(number)
        with idle:
            assert idle.recv(65536) == b""  # whoever asks for nothing is not waited for
        assert server.process.poll() is None
        with pytest.raises(OSError, match=r"."):
            socket.create_connection((server.host, server.port), timeout=1).close()
        line.sendall(b"angela merkel")
        told = b""
        while piece := line.recv(65536):
            told += piece
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.endswith(b"Angela Merkel")
    assert server.process.wait(60) == 0
    server.stop()
    assert server.lines[-1] == "majuscule: stopped"


def test_a_stopped_server_waits_no_longer_than_it_is_told(serve):
    server = serve("--drain", 0.3, "--body-time", 100)
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(
            b"POST /restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 13\r\nExpect: 100-continue\r\n\r\n"
        )
        assert line.recv(65536).startswith(b"HTTP/1.1 100 ")
        began = time.monotonic()
        assert server.stop() == 0
        # The body would be waited for much longer.
        assert time.monotonic() - began < 50


def test_work_that_outlasts_a_stopped_server_is_refused_in_json(serve):
    server = serve("--drain", 1)
    assert server.ask("POST", "/punctuate", b"how are you", TEXT).status == 200
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(server.ask, "POST", "/punctuate", LONG.encode() * 3, TEXT)
        time.sleep(1)
        assert server.stop() == 0
        told = asked.result()
    assert told.status == 503
    assert told.json == {
        "error": "the server was stopped before the request was finished",
        "status": 503,
    }
    assert server.lines[-1] == "majuscule: stopped"


def test_a_port_in_use_is_named(serve, model, capsys):  # type: ignore[no-untyped-def]
    server = serve()
    assert run(["serve", "-m", str(model), "--port", str(server.port)]) == 2
    told = capsys.readouterr().err
    assert re.search(rf"cannot listen on 127.0.0.1, port {server.port}: .*in use", told)


def test_models_that_are_missing_are_named_at_once(serve):
    server = serve("--entities", "missing.model", "--marks", "en-speach")
    assert server.lines[0] == "majuscule: missing.model: no such model file"
    assert server.lines[1].startswith("majuscule: there is no model 'en-speach'; did you mean")


def test_whoever_opens_the_server_to_all_is_told(serve):
    server = serve("--host", "0.0.0.0", "--allow-host", "Restore.example")
    assert any("anyone who can reach 0.0.0.0 can use" in line for line in server.lines)
    # The page of another site, whose name was made to lead here, reads nothing.
    for path in ("/", "/healthz", "/documents"):
        refused = server.get(path, Host="evil.example:8000")
        assert refused.status == 400
        assert "--allow-host evil.example" in refused.json["error"]
    for host in ("restore.example", "localhost:80", "192.168.7.9:8000", "[fe80::1]:8000"):
        assert server.get("/healthz", Host=host).status == 200
    assert serve("--host", "0.0.0.0", token="s3cret").get("/", Host="any.example").status == 200


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra_is_named(missing, model, monkeypatch, capsys):  # type: ignore[no-untyped-def]
    for name in [one for one in sys.modules if one.startswith(("majuscule.server", missing))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)  # an import of it fails, as where it is not
    assert run(["serve", "-m", str(model), "--port", "0"]) == 2
    assert capsys.readouterr().err == (
        f"majuscule: serving needs {missing}: pip install 'majuscule[serve]'\n"
    )
