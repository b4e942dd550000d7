"""The page in a real browser: Debian's Chromium, driven by Playwright."""

import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest

from majuscule import train
from majuscule.cli.program import run
from majuscule.models import known_models
from majuscule.models.card import Card
from tests.golden import STORY
from tests.needs import CHROMIUM

from .conftest import Server, start_server

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SAMPLE = (
    "the minister met the old port in berlin.\n"
    "anna port saw the old port, and nobody knew what the port meant.\n\n"
    "mr. mcdonald of nasa has an iphone and lives in paris."
)

pytest.importorskip("playwright", reason="playwright is not installed (pip install playwright)")
if "en" not in known_models():
    pytest.skip("the model en is not in this checkout", allow_module_level=True)
if CHROMIUM is None:
    pytest.skip("no Chromium is installed (Debian: chromium)", allow_module_level=True)

Page = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 820}, accept_downloads=True)
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    opened.asked = []
    opened.errors = []
    opened.on("request", lambda request: opened.asked.append(request.url))
    opened.on("pageerror", lambda error: opened.errors.append(str(error)))
    yield opened
    assert opened.errors == []
    context.close()


def visit(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]")


def restore(page: Page, server: Server, text: str) -> None:
    visit(page, server)
    page.fill("#author", "Eva")
    restore_visited(page, text)


def restore_visited(page: Page, text: str) -> None:
    page.evaluate("text => { document.getElementById('source').value = text; }", text)
    page.click("#ignore")
    page.click("#restore")
    page.wait_for_selector("#work:not([hidden])")


def shown(page: Page) -> str:
    blocks = page.eval_on_selector_all(".block", "all => all.map(one => one.textContent)")
    return "\n".join(blocks).replace("\u200b", "")


def until(page: Page, wanted: str, selector: str = "#saved") -> None:
    """Wait until an element says something."""
    deadline = time.monotonic() + 60
    while wanted not in (said := page.inner_text(selector)):
        assert time.monotonic() < deadline, said
        page.wait_for_timeout(50)


def saved(page: Page) -> None:
    until(page, "all saved")


def go_to(page: Page, wanted: str) -> None:
    """Go to the next word written so, by the keyboard alone."""
    page.focus("#text")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        if page.inner_text("#word") == wanted:
            return
    raise AssertionError(f"{wanted} is not there: {shown(page)}")


def current(page: Page) -> str:
    return str(page.inner_text(".here"))


def test_from_a_correction_to_a_new_model(page, serve, model, tmp_path, capsys):
    # Berlin's old port is a ship here: "Old Port", which the model does not know.
    names = ("anna", "angela merkel", "him", "a man", "the un", "mr. mcdonald")
    text = "\n".join(f"we saw that the old port met {name} in berlin." for name in names)
    server = serve("--unsure", 0.999)
    restore(page, server, text)
    assert "the old port met Anna in Berlin" in shown(page)
    for word in ("old", "port"):
        go_to(page, word)
        page.keyboard.press("i")
        page.keyboard.press("a")
    assert shown(page).count("the Old Port met") == 6
    go_to(page, "met")
    page.keyboard.press("Enter")
    saved(page)

    # The server is killed, not stopped, and a new one goes on with what was kept.
    server.stop(signal.SIGKILL)
    server = serve("--unsure", 0.999)
    visit(page, server)
    page.click("#kept button.linklike")
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page).count("the Old Port met") == 6

    database, lines, adapted = (tmp_path / one for one in ("corrections.db", "c.jsonl", "a.model"))
    assert run(["corrections", "export", str(database), "-o", str(lines)]) == 0
    record = json.loads(lines.read_text())
    assert record["text"].count("the Old Port met") == 6
    assert {edit["author"] for edit in record["edits"]} == {"Eva"}
    done = run(["train", "--corrections", str(lines), "--base", str(model), "-o", str(adapted)])
    assert done == 0
    assert "adapted to 13 checked words in 1 document" in capsys.readouterr().err

    # A new text, restored by the new model: the correction is there.
    new = "nobody knew that the old port met angela merkel in paris."
    assert "the old port met Angela Merkel" in server.post("/restore", text=new).json["text"]
    restore(page, serve("-m", adapted, "--unsure", 0.999), new)
    assert "the Old Port met Angela Merkel" in shown(page)


def test_a_word_changes_when_a_form_is_picked_and_not_before(page, serve, tmp_path):
    restore(page, serve("-m", "en"), SAMPLE)
    before = shown(page)
    assert "Mr. McDonald of NASA has an iPhone and lives" in before
    go_to(page, "iPhone")
    page.click(".here")
    page.click(".here")
    assert shown(page) == before
    assert page.inner_text("#forms [aria-checked=true]").startswith("iPhone")
    # The mouse rests on a word: its forms open beside it, and a click on one sets it.
    page.hover(".here")
    page.wait_for_selector("#choices:not([hidden])")
    choices = page.locator("#choices button")
    forms = [one.split("\n")[0] for one in choices.all_inner_texts()]
    assert forms == ["iphone", "Iphone", "IPHONE", "iPhone"]
    assert shown(page) == before
    choices.nth(2).click()
    assert page.is_hidden("#choices")
    assert "IPHONE and" in shown(page)
    page.get_by_role("radio").nth(0).click()
    assert "iphone and" in shown(page)
    page.keyboard.press("Space")
    assert "Iphone and" in shown(page)
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert shown(page) == before
    assert page.is_disabled("#undo")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+Z")
    assert "iphone and" in shown(page)
    # A plain word, which is no element, is found by where the pointer is; the blank is no word.
    page.hover(".block >> nth=1", position={"x": 14, "y": 12})
    page.wait_for_selector("#choices:not([hidden])")
    assert page.inner_text("#choices button >> nth=0") == "anna"
    page.mouse.move(5, 5)
    page.wait_for_selector("#choices", state="hidden")
    page.click(".block >> nth=1", position={"x": 14, "y": 12})
    assert page.inner_text("#word") == "Anna"
    page.click(".block >> nth=0", position={"x": 600, "y": 12})
    assert page.inner_text("#word") == "Anna"
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    download.value.save_as(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == shown(page)
    saved(page)


def test_text_can_be_copied_and_an_example_tried(page, serve):
    visit(page, serve("-m", "en"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#example")
    page.wait_for_selector("#work:not([hidden])")
    assert page.is_visible("#legend")
    page.click("#copy")
    until(page, "copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == shown(page) != ""
    # Without that permission, as where the page is not on this machine, there is another way.
    page.evaluate("navigator.clipboard.writeText('')")
    page.context.clear_permissions()
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    page.click("#copy")
    page.context.grant_permissions(["clipboard-read"])
    assert page.evaluate("navigator.clipboard.readText()") == copied


def test_subtitles_are_opened_and_saved_as_subtitles(page, serve, tmp_path):
    film, cased = tmp_path / "film.srt", tmp_path / "cased.srt"
    film.write_bytes(
        b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>they met angela</i>\r\n\r\n2\r\n"
        b"00:00:02,600 --> 00:00:04,000\r\nmerkel in new\r\nyork. he saw tom &amp; jerry.\r\n"
    )
    visit(page, serve("-m", "en"))
    page.set_input_files("#file", film)
    page.wait_for_selector("#work:not([hidden])")
    words = []
    page.focus("#text")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        words.append(page.inner_text("#word"))
    assert words[:13] == [
        "They", "met", "Angela", "Merkel", "in", "New", "York", "He", "saw", "Tom",
        "Jerry", "Jerry", "Jerry",
    ]  # fmt: skip
    page.keyboard.press("u")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "film.srt"
    download.value.save_as(cased)
    expected = film.read_bytes()
    for small, large in ((b"they", b"They"), (b"angela", b"Angela"), (b"merkel", b"Merkel"),
                         (b"new\r\nyork", b"New\r\nYork"), (b"he saw tom", b"He saw Tom"),
                         (b"jerry", b"JERRY")):  # fmt: skip
        expected = expected.replace(small, large)
    assert cased.read_bytes() == expected
    saved(page)
    # It is a film again when it is opened again, and text that looks like one is one.
    page.reload()
    page.wait_for_selector("#work:not([hidden])")
    assert page.inner_text(".markup >> nth=1") == "00:00:01,000 --> 00:00:02,500\r"
    page.click("#new")
    page.fill("#source", "WEBVTT\n\n00:01.000 --> 00:02.000\nhe met anna\n")
    page.click("#restore")
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == "WEBVTT\n\n00:01.000 --> 00:02.000\nHe met Anna\n"


def test_keeps_nothing_but_in_its_tab_unless_the_server_was_told_to(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    server = start_server("-m", "en", "--unsure", 1)
    try:
        page.on("dialog", lambda dialog: dialog.accept())
        visit(page, server)
        restore_visited(page, SAMPLE)
        page.keyboard.press("n")
        page.keyboard.press("u")
        until(page, "in this tab only")
        page.reload()
        page.wait_for_selector("#work:not([hidden])")
        assert shown(page).startswith("THE minister met")
        page.click("#new")
        assert "saves nothing" in page.inner_text("#keeping")
        assert "in this tab only" in page.inner_text("#kept")
        other = page.context.new_page()
        visit(other, server)
        assert other.is_hidden("#kept-part")
        assert not [url for url in page.asked if "documents" in url.split("/")]
        kept = page.evaluate("Object.entries(localStorage).join()")
        assert "minister" not in kept
        assert page.is_hidden("#author")
    finally:
        server.stop()
    assert list(tmp_path.iterdir()) == []


def test_a_reload_finds_the_text_of_its_tab_and_its_language(page, serve):
    server = serve("-m", "en")
    asked = []

    def know_french(route: Any) -> None:
        answer = route.fetch().json()
        route.fulfill(json={**answer, "languages": ["en", "fr"]})

    def analyze(route: Any) -> None:
        body = route.request.post_data_json
        asked.append(body["language"])
        route.continue_(post_data=json.dumps({**body, "language": ""}))

    page.context.route("**/healthz", know_french)
    page.context.route("**/analyze", analyze)
    visit(page, server)
    page.select_option("#language", "fr")
    restore_visited(page, SAMPLE)
    before = shown(page)
    page.reload()  # nothing was changed, so nothing was sent
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == before
    page.keyboard.press("n")
    page.keyboard.press("u")
    saved(page)
    before = shown(page)
    other = page.context.new_page()
    visit(other, server)
    other.click("#new")
    restore_visited(other, "in another tab we met anna.")
    other.keyboard.press("n")
    page.reload()
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == before
    assert asked == ["fr", "fr", "fr", "", "fr"]


def test_fits_a_phone(browser, serve):
    server = serve("-m", "en")
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    visit(page, server)
    fits = "document.documentElement.scrollWidth <= 360"
    assert page.evaluate(fits)
    page.tap("#example")
    page.wait_for_selector("#work:not([hidden])")
    before = shown(page)
    tools = page.locator(".tools button:visible").all()
    assert len(tools) == 6
    assert len({one.bounding_box()["y"] for one in tools}) == 1
    last = page.locator("#text .unsure").last
    last.tap()
    assert page.inner_text("#word") == last.inner_text()
    assert page.evaluate(fits)
    assert shown(page) == before
    assert page.is_hidden("#choices")
    text, panel = (page.locator(one).bounding_box() for one in ("#text", "#panel"))
    assert text["height"] > 740 / 3
    assert panel["y"] + panel["height"] <= 740
    word = last.bounding_box()
    assert text["y"] < word["y"] < panel["y"] - word["height"]
    page.get_by_role("radio").nth(2).tap()
    assert shown(page) != before
    for name in ("#next", "#forms button", "#undo", "#copy"):
        assert page.locator(name).first.bounding_box()["height"] >= 40
    context.close()


def test_everything_is_done_by_the_keyboard_and_told_to_screen_readers(page, serve):
    restore(page, serve("-m", "en", "--unsure", 1), SAMPLE)
    assert page.evaluate("document.activeElement.id") == "text"
    left = int(page.inner_text("#left").split()[0])
    page.keyboard.press("n")
    assert current(page) == "The"
    assert page.locator(".here").get_attribute("aria-label").startswith("The, unsure, ")
    page.keyboard.press("Enter")
    assert current(page) == "minister"
    assert int(page.inner_text("#left").split()[0]) == left - 1
    page.keyboard.press("p")
    page.keyboard.press("n")
    page.keyboard.press("u")
    assert current(page) == "MINISTER"
    assert page.inner_text("#live") == "MINISTER. capitals."
    page.keyboard.press("ArrowUp")
    assert current(page) == "Minister"
    page.keyboard.press("e")
    page.keyboard.type("minISter")
    page.keyboard.press("Enter")
    assert current(page) == "minISter"
    assert page.evaluate("document.activeElement.className").endswith("here")
    page.keyboard.press("e")
    page.keyboard.type("sinister")
    page.keyboard.press("Enter")
    assert page.inner_text("#message") == (
        "Only the case of minISter can be changed, not its letters."
    )
    go_to(page, "port")
    page.keyboard.press("u")
    page.keyboard.press("a")
    assert shown(page).count("PORT") == 4
    assert page.inner_text("#live") == "PORT applied to 4 occurrences"
    page.keyboard.press("l")
    page.keyboard.press("a")
    assert shown(page).count("port") == 4
    go_to(page, "the")
    page.keyboard.press("a")
    assert page.inner_text("#live") == "the applied to 3 occurrences"  # not The, a start
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    for role in ("button", "textbox", "radio", "checkbox"):
        for one in page.get_by_role(role).all():
            name = (
                one.get_attribute("aria-label")
                or one.inner_text()
                or one.evaluate(
                    "one => [...(one.labels ?? [])].map(label => label.textContent).join(' ')"
                )
            )
            assert name.strip(), one.evaluate("one => one.outerHTML")
    assert page.get_by_role("toolbar", name="Document").is_visible()
    assert page.get_by_role("application").get_attribute("aria-label").startswith("Restored text")


def test_a_small_word_keeps_its_capital_at_a_sentence_start(page, serve):
    restore(page, serve("-m", "en"), "the man met the man. the man saw the dog.")
    go_to(page, "the")
    page.keyboard.press("u")
    page.keyboard.press("l")
    page.keyboard.press("a")
    assert shown(page) == "The man met the man. The man saw the dog."


def test_asks_nobody_but_its_own_server(page, serve):
    server = serve("-m", "en", "--unsure", 1)
    restore(page, server, SAMPLE)
    page.keyboard.press("n")
    page.keyboard.press("u")
    saved(page)
    assert len(page.asked) > 8
    outside = [url for url in page.asked if not url.startswith((server.address, "data:", "blob:"))]
    assert outside == []
    blocked = page.evaluate("fetch('http://127.0.0.2:9/').then(() => 'sent', () => 'blocked')")
    assert blocked == "blocked"
    page.errors.clear()


def test_a_title_is_cut_between_characters_and_a_stale_list_shown_anew(page, serve):
    server = serve("-m", "en", "--unsure", 1)
    restore(page, server, f"{'x' * 59}\N{DANCER} anna met tom")
    page.keyboard.press("n")
    page.keyboard.press("u")
    saved(page)
    [document] = server.get("/documents").json["documents"]
    assert document["title"] == f"{'x' * 59}\N{DANCER}"
    page.click("#new")
    page.wait_for_selector("#kept button.linklike")
    server.ask("DELETE", f"/documents/{document['key']}")
    page.click("#kept button.linklike")
    page.wait_for_selector("#kept-part", state="hidden")


def test_text_may_be_dropped_where_text_is_typed(page, serve):
    visit(page, serve("-m", "en"))
    page.locator("#start-title").click(click_count=3)
    page.hover("#start-title")
    page.mouse.down()
    for where in ("#start-title", "#source", "#source"):
        page.hover(where)
    page.mouse.up()
    assert page.input_value("#source").strip() == "Text to restore"


def test_a_locked_database_and_a_lost_server_lose_nothing(page, serve, tmp_path, monkeypatch):
    server = serve("-m", "en", "--unsure", 1)
    restore(page, server, SAMPLE)
    page.keyboard.press("n")
    page.keyboard.press("u")
    saved(page)
    other = sqlite3.connect(tmp_path / "corrections.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    page.keyboard.press("n")
    page.keyboard.press("u")
    until(page, "locked")
    assert page.locator("#saved.unsaved").inner_text().startswith("1 not saved, kept in this brow")
    other.execute("ROLLBACK")
    other.close()
    saved(page)
    server.stop(signal.SIGKILL)
    page.keyboard.press("n")
    page.keyboard.press("u")
    until(page, "reached")
    expected = shown(page)
    assert expected.startswith("THE MINISTER MET the old")
    # The page is closed while there is no server: it has sent nothing when it is opened anew.
    address = page.url
    page.goto("about:blank")
    again = serve("-m", "en", "--unsure", 1, "--port", server.port)
    page.goto(address)
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == expected
    saved(page)
    [document] = again.get("/documents").json["documents"]
    assert document["edits"] == 3


def test_a_token_is_asked_for_and_a_bad_file_is_named(page, serve, tmp_path):
    from playwright.sync_api import expect

    page.goto(serve("-m", "en", token="s3cret").address)
    # One that no header can hold is as wrong as any other.
    for wrong in ("wrong", "пароль"):
        page.fill("#token", wrong)
        page.click("#token-part button")
        until(page, "refused that token", "#token-title")
        expect(page.locator("#token")).to_have_value("")
    page.fill("#token", "s3cret")
    page.click("#token-part button")
    page.wait_for_selector("html[data-ready]")
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_bytes(b"angela \xff merkel")
    good.write_bytes(b"angela merkel met anna\r\nin berlin \xf0\x9d\x94\x98 met the un\r\n")
    page.set_input_files("#file", bad)
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message") == "bad.txt cannot be opened: it is not UTF-8 text."
    page.set_input_files("#file", good)
    page.wait_for_selector("#work:not([hidden])")
    go_to(page, "UN")
    page.keyboard.press("l")
    saved(page)
    assert shown(page).endswith("Berlin 𝔘 met the un\r\n")


@pytest.mark.parametrize("suffix", [".csv", ".JSONL", ".docx"])
def test_a_file_that_only_the_command_reads_is_refused(page, serve, tmp_path, suffix):
    path = tmp_path / f"news{suffix}"
    path.write_text("id,text\n1,in berlin\n")
    visit(page, serve())
    page.set_input_files("#file", path)
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message") == (
        f"news{suffix} cannot be opened: the page does not read {suffix.lower()} files, "
        "but majuscule restore does."
    )


def test_follows_the_theme_of_the_system(page, serve):
    server = serve("-m", "en")
    paper = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    visit(page, server)
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert sum(json.loads(f"[{light[4:-1]}]")) > 600
    assert sum(json.loads(f"[{dark[4:-1]}]")) < 150
    page.click("#theme")
    assert page.evaluate(paper) == light


CLICK = """async (selector) => {
  const began = performance.now();
  document.querySelector(selector).click();
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now() - began;
}"""


def processor_time(browser: Any) -> float:
    """Return the milliseconds that all pages have worked so far."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return 1000 * sum(one["cpuTime"] for one in found if one["type"] == "renderer")


def test_50_000_words_react_within_a_tenth_of_a_second(browser, page, serve):
    words = " ".join(STORY).lower().split()
    order = random.Random(1)
    text = "\n".join(" ".join(order.choices(words, k=100)) for _ in range(500))
    restore(page, serve("-m", "en"), text)
    assert int(page.inner_text("#left").split()[0]) > 1000
    page.evaluate("document.getElementById('text').scrollTop = 40000")
    page.wait_for_timeout(1000)
    is_quiet = os.getloadavg()[0] < 0.7 * (os.cpu_count() or 1)
    for selector, times in (("#text .unsure", 10), ("#next", 10), ("#all", 5), ("#undo", 5)):
        before = processor_time(browser)
        taken = sorted(page.evaluate(CLICK, selector) for _ in range(times))
        worked = (processor_time(browser) - before) / times
        # Where other programs want the processor, the page's own work is what can be judged.
        assert worked < 100, (selector, worked)
        assert not is_quiet or taken[times // 2] < 100, (selector, taken)
        print(f"{selector}: {worked:.0f} ms of work, {taken[times // 2]:.0f} ms to the next frame")
    assert shown(page).lower() == text


def test_names_are_shown_in_the_text(page, serve, tmp_path):
    lists = tmp_path / "names.txt"
    lists.write_text("old port\tSHIP\n")
    restore(page, serve("-m", "en", "--gazetteer", lists, "--map", "LOC=PLACE"), SAMPLE)
    before = shown(page)
    go_to(page, "port")
    page.click("#names")
    page.wait_for_selector(".name")
    page.keyboard.press("ArrowLeft")  # the focus stayed in the text
    assert current(page) == "old"
    marked = page.eval_on_selector_all(
        ".name[data-name]", "all => all.map(one => [one.textContent, one.dataset.name])"
    )
    assert ["port", "SHIP"] in marked
    assert ["Berlin", "PLACE"] in marked
    assert "2 SHIP" in page.inner_text("#labels")
    assert shown(page) == before  # the marks are no text
    page.click("#names")
    page.wait_for_selector(".name", state="detached")
    assert shown(page) == before
    assert page.inner_text("#labels") == ""


def test_names_are_shown_in_a_recognisers_transcript(page, serve, tmp_path):
    words = ["THANK", "YOU", "ANGELA", "MERKEL", "WE", "MET", "IN", "BERLIN"]
    lines = [f"call A {0.3 * n:.2f} 0.20 {word} 0.99\n" for n, word in enumerate(words)]
    (tmp_path / "call.ctm").write_text("".join(lines))
    visit(page, serve("-m", "en"))
    page.set_input_files("#file", str(tmp_path / "call.ctm"))
    page.wait_for_selector("#work:not([hidden])")
    page.click("#names")
    page.wait_for_selector(".name")
    marked = page.eval_on_selector_all(".name", "all => all.map(one => one.textContent)")
    assert marked == ["Angela", "Merkel", "Berlin"]
    last = page.eval_on_selector_all(".name[data-name]", "all => all.map(one => one.dataset.name)")
    assert last == ["PER", "LOC"]
    assert "call A 0.60 0.20" in shown(page)


SAID = "we met anna in paris how are you she said we left when it rained"


def put_marks_in(page: Page, server: Server, text: str) -> None:
    visit(page, server)
    page.fill("#source", text)
    page.check("#punctuate")
    page.click("#restore")
    page.wait_for_selector("#work:not([hidden])")


@pytest.mark.skipif("en-speech" not in known_models(), reason="the model en-speech is not here")
def test_marks_are_clicked_on_and_off_and_learnt_from(page, serve, tmp_path):
    server = serve("-m", "en")
    put_marks_in(page, server, SAID)
    first = shown(page)
    assert first.startswith("We met Anna in Paris. How are you")
    stop = page.locator(".mark").first
    stop.click()
    assert shown(page).startswith("We met Anna in Paris How are you")
    page.locator(".mark").first.click()  # its ghost
    assert shown(page) == first
    page.locator(".mark").first.click()
    page.keyboard.press("Control+z")
    assert shown(page) == first

    # By the panel and by keys; what follows the end of a sentence rises, and falls again.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#word") == "Anna"
    page.get_by_role("radio", name="comma", exact=True).click()
    assert shown(page).startswith("We met Anna, in Paris.")
    page.keyboard.press(".")
    assert shown(page).startswith("We met Anna. In Paris.")
    page.keyboard.press("Control+z")
    page.keyboard.press(",")
    assert shown(page) == first
    page.keyboard.press(",")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    download.value.save_as(tmp_path / "out.txt")
    corrected = (tmp_path / "out.txt").read_text()
    assert corrected == first.replace("Anna in", "Anna, in")
    saved(page)

    # Kept, opened again, exported, learnt from.
    page.click("#new")
    page.click("#kept button.linklike")
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == corrected
    lines = tmp_path / "c.jsonl"
    assert run(["corrections", "export", str(tmp_path / "corrections.db"), "-o", str(lines)]) == 0
    record = json.loads(lines.read_text())
    assert record["text"] == corrected
    learnt = str(tmp_path / "marks.model")
    command = ["train", "--corrections", str(lines), "--base", "en-speech", "-o", learnt]
    assert run(command) == 0


@pytest.mark.skipif("en-speech" not in known_models(), reason="the model en-speech is not here")
def test_marks_fit_a_phone_and_know_where_they_may_stand(page, serve):
    page.set_viewport_size({"width": 360, "height": 640})
    put_marks_in(page, serve("-m", "en"), SAID + " in x-rays, too 😀 so we saw him")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    go_to(page, "rays")  # the text has its own comma there
    assert page.is_hidden("#signs-part")
    go_to(page, "too")
    before = shown(page)
    page.get_by_role("radio", name="semicolon", exact=True).click()
    assert "too; 😀" in shown(page) or "too 😀;" in shown(page)
    page.keyboard.press("h")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    assert shown(page) == before


@pytest.mark.parametrize("width", [1280, 800, 390])
def test_the_header_stands_over_the_text(page, serve, width):
    page.set_viewport_size({"width": width, "height": 820})
    visit(page, serve("-m", "en"))
    (name, source, tools) = (
        page.locator(one).bounding_box() for one in ("h1", "#source", ".tools")
    )
    right = source["x"] + source["width"]
    assert abs(name["x"] - source["x"]) <= 8
    assert tools["x"] + tools["width"] <= width
    assert width < 800 or abs(tools["x"] + tools["width"] - right) <= 8


@pytest.mark.skipif("en-speech" not in known_models(), reason="the model en-speech is not here")
def test_marks_are_put_into_subtitles(page, serve, tmp_path):
    film = (
        "1\n00:00:01,000 --> 00:00:02,000\n<i>we met anna in paris</i>\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\nhow are you\nshe said\n"
    )
    put_marks_in(page, serve("-m", "en"), film)
    go_to(page, "Paris")
    page.get_by_role("radio", name="exclamation mark", exact=True).click()
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    download.value.save_as(tmp_path / "out.srt")
    written = (tmp_path / "out.srt").read_text()
    assert "<i>We met Anna in Paris!</i>" in written
    assert "How are you" in written
    kept = [one for one in written.lower() if one not in ",.?!:"]
    assert kept == [one for one in film.lower() if one not in ",.?!:"]


@pytest.mark.skipif("en-speech" not in known_models(), reason="the model en-speech is not here")
def test_that_no_marks_were_put_is_said(page, serve):
    visit(page, serve("-m", "en"))
    page.check("#punctuate")
    restore_visited(page, SAMPLE)
    assert page.inner_text("#message").startswith("No punctuation was added")


def test_marks_are_not_put_where_they_may_be_code(page, serve):
    visit(page, serve("-m", "en"))
    name = {"name": "a.html", "mimeType": "text/html", "buffer": b"<p>we met anna</p>"}
    page.check("#punctuate")
    page.set_input_files("#file", name)
    until(
        page,
        "punctuation can be added to text, srt, vtt, ass, lrc, sub, smi, ctm, not to html",
        "#message",
    )


def test_accents_are_offered_in_languages_with_a_model_of_them(page, serve):
    server = serve("-m", "en")
    visit(page, server)
    assert page.is_hidden("#accents")
    more = {"languages": ["en", "fr", "sv"], "accented": ["fr"]}
    page.route("**/healthz", lambda one: one.fulfill(json={**one.fetch().json(), **more}))
    visit(page, server)
    assert page.is_hidden("#accents")
    page.select_option("#language", "fr")
    page.check("#accents")
    page.select_option("#language", "sv")
    assert page.is_hidden("#accents")
    page.select_option("#language", "auto")
    assert page.is_visible("#accents")
    assert not page.is_checked("#accents")


def test_turkish_letters_are_paired_as_in_turkish(page, serve, tmp_path):
    corpus, model = tmp_path / "text.txt", tmp_path / "tr.model"
    corpus.write_text("Ahmet dün geldi. Ilgın ve Işıl dün geldi.\n" * 20)
    train([corpus], model, kind="unigram", card=Card(language="tr"))
    server = serve("-m", model)
    restore(page, server, "ahmet itmek ve ırmak geldi")
    for word, key, wanted in (("itmek", "i", "İtmek"), ("ırmak", "u", "IRMAK")):
        go_to(page, word)
        page.keyboard.press(key)
        assert current(page) == wanted
    page.keyboard.press("l")
    assert current(page) == "ırmak"
    saved(page)
    page.reload()
    page.wait_for_selector("#work:not([hidden])")
    assert shown(page) == "Ahmet İtmek ve ırmak geldi"
