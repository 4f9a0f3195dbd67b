"""The page with its data in parts, from disk and from a server, shows what the page of one file shows."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import start_reading
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

IMAGES = 130  # two parts of rows
READY = "() => document.documentElement.dataset.ready === 'true'"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    write_world(make_world(IMAGES, seed=7), folder)
    return folder


@pytest.fixture(scope="module")
def results(world: Path) -> list[Result]:
    names = [str(world / f"detector_{name}.json") for name in "ab"]
    truth, found = start_reading(str(world / "truth.json"), names).result()
    return [evaluate(truth, predictions) for predictions in found]


@pytest.fixture(scope="module")
def whole(browser: Any, results: list[Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "whole.html"
    write_page(results, path, replicates=100, most_images=IMAGES)
    return path


@pytest.fixture(scope="module")
def folder(
    browser: Any, results: list[Result], world: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    made = tmp_path_factory.mktemp("parts") / "a page"
    made.mkdir()
    write_page(results, made, replicates=100, images=world / "images")
    return made


@pytest.fixture(scope="module")
def address(browser: Any, world: Path) -> Iterator[str]:
    pytest.importorskip("uvicorn")
    asked = ["view", "truth.json", "detector_a.json", "detector_b.json", "--images", "images", "-q"]
    process = subprocess.Popen(
        [sys.executable, "-m", "truebox.cli", *asked], cwd=world, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        code = process.wait(timeout=20)
        if process.stdout is not None:
            process.stdout.close()
    assert code == 0 or os.name != "posix"


class Shown:
    """A page, and everything it complained of, failed to get or asked for."""

    def __init__(self, browser: Any, address: str) -> None:
        self.context = browser.new_context(accept_downloads=True, viewport={"width": 1300, "height": 900})
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("requestfailed", lambda request: self.faults.append(request.url))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def ready(self) -> Shown:
        self.page.wait_for_function(READY)
        return self


@pytest.fixture
def show(browser: Any) -> Iterator[Callable[[str], Shown]]:
    shown: list[Shown] = []

    def start(address: str) -> Shown:
        shown.append(Shown(browser, address))
        return shown[-1]

    yield start
    for each in shown:
        each.context.close()


@pytest.fixture(params=["disk", "server"])
def parted(request: pytest.FixtureRequest) -> str:
    if request.param == "disk":
        return (request.getfixturevalue("folder") / "index.html").as_uri()
    return str(request.getfixturevalue("address"))


NUMBERS = """(conditions) => {
  truebox.setFilter(null);
  for (const [name, value] of conditions) truebox.setCondition(name, value);
  const { images, found, truths } = truebox.matching();
  const sum = (flags) => flags.reduce((total, flag) => total + flag, 0);
  const now = truebox.countsAt(truebox.sides[truebox.state.side], truebox.state.score).overall;
  return [truebox.shownImages().map((image) => image.id), sum(images), sum(found), sum(truths), now];
}"""


@pytest.mark.parametrize(
    "conditions",
    [
        [],
        [["class", 2]],
        [["error", "missed"]],
        [["class", 1], ["error", "false"], ["low", 0.6]],
        [["relation", ["fixed", 1]]],
        [["slice", "size: small"]],
        [["file", "0001"]],
    ],
)
def test_filters_find_what_the_whole_page_finds(
    show: Callable[[str], Shown], whole: Path, parted: str, conditions: list[Any]
) -> None:
    parts, one = show(parted).ready(), show(whole.as_uri()).ready()
    assert parts.page.evaluate(NUMBERS, conditions) == one.page.evaluate(NUMBERS, conditions)
    assert parts.faults == []


def test_images_beyond_the_first_part_are_shown_with_their_pictures(
    show: Callable[[str], Shown], whole: Path, parted: str
) -> None:
    shown, one = show(parted).ready(), show(whole.as_uri()).ready()
    assert not any("rows-1" in url for url in shown.asked)
    for page in (shown.page, one.page):
        page.locator("#gallery-order").select_option("name")
        page.locator("#gallery-title").scroll_into_view_if_needed()
        page.locator("#cells .cell").first.wait_for()
    cells = "#cells .caption"
    assert shown.page.locator(cells).all_text_contents() == one.page.locator(cells).all_text_contents()
    assert any("rows-1" in url for url in shown.asked)
    shown.page.locator("#cells .cell").nth(2).click()
    shown.page.locator("#viewer tbody tr").first.wait_for()
    one.page.locator("#cells .cell").nth(2).click()
    rows = "#viewer-rows tbody tr"
    assert shown.page.locator(rows).all_text_contents() == one.page.locator(rows).all_text_contents()
    picture = "() => document.querySelector('#viewer img').naturalWidth"
    shown.page.wait_for_function(picture)
    assert shown.page.evaluate(picture) > 0
    assert shown.faults == []


def test_crops_and_their_images(show: Callable[[str], Shown], whole: Path, parted: str) -> None:
    shown, one = show(parted).ready(), show(whole.as_uri()).ready()
    names = "each => each.map((crop) => crop.getAttribute('aria-label'))"
    found = []
    for page in (shown.page, one.page):
        page.locator("#crops-title").scroll_into_view_if_needed()
        page.evaluate("document.getElementById('crops').scrollIntoView()")
        page.locator("#crops-shown .crop").first.wait_for()
        found.append(page.locator("#crops-shown .crop").evaluate_all(names))
    assert found[0] == found[1]
    assert len(found[0]) == 60
    shown.page.locator("#crops-shown .crop").nth(5).click()
    shown.page.locator("#viewer .suspect").wait_for()
    assert shown.faults == []


def test_saved_objects_have_their_boxes_whichever_part_they_are_in(
    show: Callable[[str], Shown], whole: Path, parted: str, tmp_path: Path
) -> None:
    saved = []
    for place, address in enumerate((parted, whole.as_uri())):
        page = show(address).ready().page
        page.evaluate("truebox.setCondition('class', 3)")
        with page.expect_download() as download:
            page.locator("#save-objects").click()
        download.value.save_as(tmp_path / f"{place}.csv")
        with open(tmp_path / f"{place}.csv", encoding="utf-8", newline="") as stream:
            saved.append(list(csv.DictReader(stream)))
    assert saved[0] == saved[1]
    assert all(row["width"] for row in saved[0])


def test_a_link_opens_the_image_it_names(
    show: Callable[[str], Shown], parted: str, results: list[Result]
) -> None:
    last = results[0].truth.images.ids.tolist()[-1]
    shown = show(f"{parted}#gallery?side=1&image={last}").ready()
    shown.page.locator("#viewer tbody tr").first.wait_for()
    name = results[0].truth.images.file_names[-1]
    assert name in str(shown.page.locator("#viewer-title").text_content())
    assert shown.faults == []


def test_the_first_screen_needs_no_part(show: Callable[[str], Shown], folder: Path, tmp_path: Path) -> None:
    alone = tmp_path / "index.html"
    alone.write_bytes((folder / "index.html").read_bytes())
    page = show(alone.as_uri()).page
    page.locator("#unread").wait_for()  # and what is missing is said
    assert "keep them in one folder" in str(page.locator("#unread").text_content())
    assert page.locator("#leaderboard tbody tr").count() == 2
    page.locator("header [data-side='1']").click()
    assert "AP of B" in str(page.locator("#hero").text_content())


def test_nothing_is_asked_of_the_network(show: Callable[[str], Shown], folder: Path) -> None:
    shown = show((folder / "index.html").as_uri()).ready()
    assert all(url.startswith(("file:", "data:", "blob:")) for url in shown.asked)
    refused = shown.page.evaluate("fetch('http://127.0.0.1:1/').then(() => 'sent', (error) => String(error))")
    assert "TypeError" in refused
    assert any("Content Security Policy" in each for each in shown.faults)
