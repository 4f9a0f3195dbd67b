"""Filters combine as Python counts, errors stand one by one, and what is shown can be linked to and saved."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.datasets import start_reading
from truebox.diagnosis.parts.slice_keys import slice_keys
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

IMAGES, SHOWN = 24, 16


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Result]:
    folder = tmp_path_factory.mktemp("world")
    write_world(make_world(IMAGES, seed=7), folder, pictures=False)
    names = [str(folder / f"detector_{name}.json") for name in "ab"]
    truth, found = start_reading(str(folder / "truth.json"), names).result()
    return [evaluate(truth, predictions) for predictions in found]


@pytest.fixture(scope="module")
def path(browser: Any, results: list[Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "two.html"
    write_page(results, made, replicates=100, most_images=SHOWN)
    return made


def finds(result: Result, score: float) -> np.ndarray:
    """Of each truth whether a detection of at least the score finds it at IoU 0.5."""
    finder = result.matches.truths.matched_detection[:, 0]
    scores = np.append(result.matches.detections.score, -1.0)
    return (finder >= 0) & (scores[finder] >= score)


def names_at(result: Result, places: Any) -> set[str]:
    rows = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    names = result.truth.images.file_names
    return {names[rows[result.state.images[place]]] for place in np.unique(places).tolist()}


def shown_names(opened: Any) -> set[str]:
    held = set(opened.ask("truebox.shownImages().map(image => image.file)"))
    listed = set(opened.page.locator("#gallery-beyond li").all_text_contents())
    assert not held & listed
    return held | listed


def state(opened: Any) -> Any:
    return opened.ask("({...truebox.state.filter, side: truebox.state.side, chosen: truebox.state.chosen})")


def test_back_goes_a_step_back_and_a_link_shows_the_same(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    page = opened.page
    page.locator("header nav a[href='#classes']").click()
    page.locator("#class-table button[data-focus='class 2']").click()
    page.locator("header [data-side='1']").click()
    opened.set_score(0.25)
    opened.ask("truebox.setFilter({ cell: [0, 1] })")
    page.wait_for_function("() => location.hash.includes('cell=0')")
    assert page.url.partition("#")[2].startswith("classes?")
    link, last = page.url, state(opened)
    assert last == {"cell": [0, 1], "side": 1, "chosen": 2}
    page.go_back()
    page.wait_for_function("() => truebox.state.filter.cell === undefined")
    assert state(opened) == {"class": 2, "side": 1, "chosen": 2}
    page.go_back()
    page.wait_for_function("() => truebox.state.side === 0")
    page.go_back()
    page.wait_for_function("() => truebox.state.chosen === null")
    assert state(opened) == {"side": 0, "chosen": None}
    assert page.locator("#class-table tr.chosen").count() == 0
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    assert state(opened) == last
    assert opened.ask("truebox.state.score") == 0.25
    opened.requests.clear()


def test_an_image_and_its_zoom_are_in_the_link_and_back_closes_it(
    open_page: Callable[..., Any], path: Path
) -> None:
    opened = open_page(path)
    page = opened.page
    page.locator("#gallery").scroll_into_view_if_needed()
    page.locator("#cells .cell").nth(1).click()
    title = page.locator("#viewer-title").inner_text()
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_function("() => location.hash.includes('at=3.375')")
    link = page.url
    page.go_back()
    page.wait_for_function("() => !document.getElementById('viewer').open")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("() => document.getElementById('viewer').open")
    assert page.locator("#viewer-title").inner_text() == title
    assert float(page.locator("#viewer-zoom").input_value()) == pytest.approx(3.4, abs=0.06)
    opened.requests.clear()


def test_an_address_that_says_nonsense_is_passed_over(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.page.goto("about:blank")
    opened.page.goto(
        f"{path.as_uri()}#gallery?side=9&cell=1&class=x&error=none_such&score=abc&slice=no&at=1&moved=Z,lost"
    )
    opened.page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    assert state(opened) == {"side": 0, "chosen": None}
    opened.requests.clear()


def test_dark_is_remembered_where_the_browser_lets_it(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path, color_scheme="light")
    opened.page.locator("#theme").click()
    opened.page.reload()
    opened.page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    assert opened.ask("document.documentElement.dataset.theme") == "dark"
    opened.requests.clear()
    refused = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"
    opened.page.add_init_script(refused)
    opened.page.reload()
    opened.page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    assert opened.ask("document.documentElement.dataset.theme") == "light"
    opened.page.locator("#theme").click()
    assert opened.ask("document.documentElement.dataset.theme") == "dark"
    opened.requests.clear()


def test_conditions_combine(open_page: Callable[..., Any], path: Path, results: list[Result]) -> None:
    opened, result, score, place = open_page(path), results[0], 0.3, 1
    opened.set_score(score)
    page, truths = opened.page, result.matches.truths
    page.locator("#filters summary").click()
    page.locator("#filter-error").select_option("missed")
    missed = ~truths.ignored & ~finds(result, score)
    assert shown_names(opened) == names_at(result, truths.image[missed])
    page.locator("#filter-class").select_option(str(place))
    missed &= truths.category == place
    assert shown_names(opened) == names_at(result, truths.image[missed])
    small = next(key for key in slice_keys(result, None, None, None) if key.label == "small")
    page.locator("#filter-slice").select_option("size: small")
    missed &= small.truths
    assert missed.any()
    assert shown_names(opened) == names_at(result, truths.image[missed])
    assert opened.ask("truebox.foundObjects().map(each => each.row)") == np.flatnonzero(missed).tolist()
    assert page.locator("#gallery-filter [data-condition]").count() == 3
    page.locator("#gallery-filter [data-condition='error']").click()
    page.locator("#gallery-filter [data-condition='class']").click()
    assert state(opened) == {"slice": "size: small", "side": 0, "chosen": None}
    page.locator("#filter-file").fill("00001")
    assert all("00001" in name for name in shown_names(opened))
    page.locator("#filter-off").click()
    assert len(shown_names(opened)) == SHOWN


def test_scores_of_objects_have_two_ends(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened, result = open_page(path), results[0]
    opened.set_score(0.1)
    opened.ask("truebox.setCondition('error', 'false')")
    opened.ask("truebox.setCondition('low', 0.3)")
    opened.ask("truebox.setCondition('high', 0.6)")
    table = result.matches
    wanted = (table.outcome_at(0) == 0) & (table.detections.score >= 0.3) & (table.detections.score < 0.6)
    assert opened.ask("truebox.foundObjects().length") == wanted.sum() > 0
    assert shown_names(opened) == names_at(result, table.detections.image[wanted])


@pytest.mark.parametrize(("kind", "first", "second"), [("fixed", False, True), ("broken", True, False)])
def test_what_the_other_result_fixes_and_breaks(
    open_page: Callable[..., Any], path: Path, results: list[Result], kind: str, first: bool, second: bool
) -> None:
    opened, score = open_page(path), 0.4
    opened.set_score(score)
    opened.page.locator("#filters summary").click()
    opened.page.locator("#filter-relation").select_option(f"{kind},1")
    truths = results[0].matches.truths
    found = [finds(result, score) for result in results]
    wanted = ~truths.ignored & (found[0] == first) & (found[1] == second)
    assert wanted.any()
    assert opened.ask("truebox.foundObjects().map(each => each.row)") == np.flatnonzero(wanted).tolist()
    assert shown_names(opened) == names_at(results[0], truths.image[wanted])


def test_a_part_of_the_data_shows_its_images(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened, result = open_page(path), results[0]
    opened.set_score(0.99)
    key = next(key for key in slice_keys(result, None, None, None) if key.by == "crowdedness")
    opened.page.locator(f"[data-slice='{key.by}: {key.label}']").click()
    assert names_at(result, result.matches.truths.image[key.truths]) <= shown_names(opened)
    assert opened.page.locator("#slice-table tr.chosen").count() == 1
    opened.page.locator(f"[data-slice='{key.by}: {key.label}']").click()
    assert len(shown_names(opened)) == SHOWN


def test_what_is_found_is_saved_with_names_and_ids(
    open_page: Callable[..., Any], path: Path, results: list[Result], tmp_path: Path
) -> None:
    opened, result, score = open_page(path), results[0], 0.4
    opened.set_score(score)
    opened.ask("truebox.setCondition('error', 'missed')")
    truths = result.matches.truths
    rows = np.flatnonzero(~truths.ignored & ~finds(result, score))
    read = {}
    for kind in ("images", "objects"):
        with opened.page.expect_download() as download:
            opened.page.locator(f"#save-{kind}").click()
        download.value.save_as(tmp_path / f"{kind}.csv")
        with (tmp_path / f"{kind}.csv").open(encoding="utf-8", newline="") as file:
            read[kind] = list(csv.DictReader(file))
    assert {row["file_name"] for row in read["images"]} == names_at(result, truths.image[rows])
    ids = result.truth.ids.tolist()
    assert [int(row["annotation_id"]) for row in read["objects"]] == [ids[truths.row[row]] for row in rows]
    assert [row["image_id"] for row in read["objects"]] == [
        str(result.state.images[truths.image[row]]) for row in rows
    ]
    boxed = [(row, truths.boxes[at]) for row, at in zip(read["objects"], rows, strict=True) if row["x"]]
    assert 0 < len(boxed) < len(rows)  # the rest is on images that the page does not hold
    for row, box in boxed:
        assert [float(row[name]) for name in ("x", "y", "width", "height")] == np.round(box, 2).tolist()


def test_errors_stand_one_by_one(open_page: Callable[..., Any], path: Path, results: list[Result]) -> None:
    opened, result, score = open_page(path), results[0], 0.2
    opened.set_score(score)
    page, table = opened.page, result.matches
    false = (table.outcome_at(0) == 0) & (table.detections.score >= score)
    missed = ~table.truths.ignored & ~finds(result, score)
    page.locator("#crops").scroll_into_view_if_needed()
    page.wait_for_selector("#crops-shown .crop")
    count = int(false.sum() + missed.sum())
    assert f" of {count} objects" in page.locator("#crops-note").inner_text()
    assert page.locator("#crops-shown .crop").count() == 60
    page.locator("#crops-kind").select_option("false")
    page.locator("#crops-order").select_option("score")
    kinds = page.locator("#crops-shown .crop").evaluate_all("all => all.map(each => each.dataset.crop)")
    assert all(kind.startswith("false positive") for kind in kinds)
    words = page.locator("#crops-shown .crop span:last-child").all_inner_texts()
    scores = [float(text.split()[0]) for text in words]
    assert scores == sorted(scores, reverse=True)
    page.locator("#crops-shown .crop").first.click()
    assert page.locator("#viewer .suspect").count() == 1
    assert page.locator("#viewer-rows tr.asked").count() == 1
    page.keyboard.press("Escape")
    page.locator("#crops-kind").select_option("label")
    assert page.locator("#crops-shown .crop.suspect").count() > 0


def test_no_result_stands_beside_itself(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    page = opened.page
    opened.draw_everything()
    page.locator("#cells .cell").first.click()
    page.locator("#viewer-pair").select_option("1")
    assert page.locator("#viewer-pair option[value='0']").is_disabled()
    page.locator("#viewer button[data-side='1']").click()
    assert page.locator("#viewer-pair").input_value() == "0"
    assert opened.ask("[truebox.state.side, truebox.state.pair]") == [1, 0]
