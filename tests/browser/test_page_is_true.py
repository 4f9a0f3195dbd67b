"""What the page says is so: counts, partners, names and roundings, each against what Python counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.datasets import start_reading
from truebox.diagnosis import confusion_matrix, errors
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page
from truebox.report.page.packed import columns_deflated, packed

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SHOWN = 12


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    folder = tmp_path_factory.mktemp("world")
    write_world(make_world(40, seed=7), folder, pictures=False)
    truth, found = start_reading(str(folder / "truth.json"), [str(folder / "detector_a.json")]).result()
    return evaluate(truth, found[0])


@pytest.fixture(scope="module")
def path(browser: Any, result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "one.html"
    write_page(result, made, replicates=0, most_images=SHOWN)
    return made


def chips(opened: Any) -> dict[str, int]:
    texts = opened.page.locator("#error-types button").all_inner_texts()
    return {name: int(count.replace(",", "")) for name, count in (text.rsplit(" ", 1) for text in texts)}


def cards(opened: Any) -> dict[str, int]:
    words = opened.page.locator("#at-score .card").all_inner_texts()
    pairs = [text.split("\n") for text in words][3:]
    return {name: int(count.replace(",", "")) for name, count in pairs}


def missed_truths(result: Result, score: float, place: int | None) -> np.ndarray:
    truths, scores = result.matches.truths, result.matches.detections.score
    finder = truths.matched_detection[:, 0]
    found = (finder >= 0) & (np.append(scores, 0)[finder] >= score)
    return ~truths.ignored & ~found & ((truths.category == place) if place is not None else True)


@pytest.mark.parametrize("score", [0.0, 0.35, 0.7, 1.0])
@pytest.mark.parametrize("place", [None, 2])
def test_chips_and_cards_count_what_the_score_leaves(
    open_page: Callable[..., Any], path: Path, result: Result, score: float, place: int | None
) -> None:
    opened, table = open_page(path), result.matches
    if place is not None:
        opened.page.locator(f"#class-table button[data-focus='class {place}']").click()
    opened.set_score(score)
    left = table.detections.score >= score
    if place is not None:
        left &= table.detections.category == place
    outcome, kind = table.outcome_at(0), errors(result).kind
    shown = chips(opened)
    for number, name in enumerate(ERROR_NAMES):
        if number:
            assert shown[name] == np.count_nonzero(left & (kind == number) & (outcome == 0)), name
    assert shown["missed"] == np.count_nonzero(missed_truths(result, score, place))
    numbers = cards(opened)
    assert numbers["Detections kept"] == np.count_nonzero(left)
    assert numbers["True positives"] == np.count_nonzero(left & (outcome == 1))
    assert numbers["Ignored"] == np.count_nonzero(left & (outcome == 2))
    assert numbers["Missed"] == shown["missed"]
    parts = [numbers[name] for name in ("True positives", "False positives", "Ignored")]
    assert sum(parts) == numbers["Detections kept"]
    assert sum(shown.values()) - shown["missed"] == numbers["False positives"]
    for name, count in shown.items():
        assert opened.page.locator(f"[data-error='{name}']").is_disabled() == (count == 0), name


def names_of(result: Result, places: Any) -> set[str]:
    rows = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    return {
        result.truth.images.file_names[rows[result.state.images[p]]] for p in set(np.array(places).tolist())
    }


def named_images(opened: Any) -> tuple[set[str], set[str]]:
    held = set(opened.ask("truebox.shownImages().map(image => image.file)"))
    listed = opened.page.locator("#gallery-beyond li").all_text_contents()
    assert len(listed) == len(set(listed))
    return held, set(listed)


def test_images_that_the_page_does_not_hold_are_counted_and_named(
    open_page: Callable[..., Any], path: Path, result: Result
) -> None:
    opened, table, score = open_page(path), result.matches, 0.3
    opened.set_score(score)
    matrix = confusion_matrix(result, 0.5, score)
    for row, column in np.argwhere(matrix.counts > 0).tolist()[::3]:
        opened.page.locator(f"[data-cell='{row},{column}']").click()
        found, truths = matrix.rows_of(row, column)
        wanted = names_of(result, [*table.detections.image[found], *table.truths.image[truths]])
        held, listed = named_images(opened)
        assert held | listed == wanted, (row, column)
        assert not held & listed
        if listed:
            words = f"{len(held)} of {len(wanted)} images are in this page"
            assert opened.page.locator("#gallery-filter").inner_text().startswith(words)
    opened.page.locator("[data-error='missed']").click()
    wanted = names_of(result, table.truths.image[missed_truths(result, score, None)])
    held, listed = named_images(opened)
    assert (held | listed, len(held)) == (wanted, len(wanted) - len(listed))
    assert listed
    opened.page.locator("[data-error='background']").click()
    kind = errors(result).kind
    chosen = (kind == ERROR_NAMES.index("background")) & (table.detections.score >= score)
    held, listed = named_images(opened)
    assert held | listed == names_of(result, table.detections.image[chosen])
    opened.page.locator("#filter-off").click()
    assert not opened.page.locator("#gallery-beyond").is_visible()


def small_page(folder: Path, names: list[str], file_name: str = "a.jpg") -> Path:
    """A cat, and far away a dog, called so; detections called dog: one on the cat, one on nothing."""
    truth = {
        "images": [{"id": 1, "width": 400, "height": 300, "file_name": file_name}],
        "categories": [{"id": place + 1, "name": name} for place, name in enumerate(names)],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 100, 100], "area": 1e4, "iscrowd": 0},
            {
                "id": 2,
                "image_id": 1,
                "category_id": 2,
                "bbox": [108, 10, 100, 100],
                "area": 1e4,
                "iscrowd": 0,
            },
        ],
    }
    found = [
        {"image_id": 1, "category_id": 2, "score": 0.8125, "bbox": [10, 10, 100, 125]},
        {"image_id": 1, "category_id": 2, "score": 0.5, "bbox": [300, 200, 50, 50]},
    ]
    made = folder / "small.html"
    write_page(evaluate(truth, found, mode="corrected"), made, replicates=0)
    return made


def test_the_viewer_names_the_truth_that_explains_the_error(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    opened = open_page(small_page(tmp_path, ["cat", "dog"]))
    opened.set_score(0)
    opened.page.locator("#cells .cell").first.click()
    rows = [row.locator("td").all_inner_texts() for row in opened.page.locator("#viewer-rows tbody tr").all()]
    assert rows[0] == ["dog", "0.812", "0.800", "false positive: class", "on truth 1: cat"]
    assert rows[1] == ["dog", "0.500", "", "false positive: background", "none"]
    assert [row[3] for row in rows[2:]] == ["missed", "missed"]


def test_numbers_round_as_in_python(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    ties = [place / 16 for place in range(-17, 18)] + [0.0625 * 7 + 1e-12, 0.3, 1 / 3, 12345.0625, 2.5, 3.5]
    for digits in (0, 1, 2, 3, 4):
        shown = opened.ask("([all, digits]) => all.map(x => truebox.rounded(x, digits))", [ties, digits])
        assert [float(text) for text in shown] == [float(f"{value:.{digits}f}") for value in ties]
    assert opened.ask("truebox.rounded(0.8125, 3)") == f"{0.8125:.3f}" == "0.812"


def test_names_stand_apart_and_long_ones_are_short(open_page: Callable[..., Any], tmp_path: Path) -> None:
    arabic, turning, long = "קטגוריה (1)", "abc\u202egnp.exe", "x" * 300
    opened = open_page(small_page(tmp_path, [arabic, turning], f"{long}.jpg"))
    opened.set_score(0)
    names = opened.page.locator("#class-table tbody tr td:first-child bdi").all_inner_texts()
    assert set(names) == {arabic, "abc\\u202egnp.exe"}
    assert f"\u2068{arabic}\u2069 taken for" in opened.page.locator("#confusion-list").inner_text()
    assert "\u202e" not in opened.page.locator("main").inner_text()
    caption = opened.page.locator("#cells .cell bdi").first
    assert len(caption.inner_text()) <= 60
    assert caption.get_attribute("title") == f"{long}.jpg"


@pytest.mark.parametrize("width", [360, 1300])
def test_long_names_that_differ_at_the_end_look_different(
    open_page: Callable[..., Any], tmp_path: Path, width: int
) -> None:
    family = "camera north of the bridge, recorded on a rainy day, "
    opened = open_page(small_page(tmp_path, [f"{family}1", f"{family}2"], f"{family}7.jpg"))
    opened.page.set_viewport_size({"width": width, "height": 900})
    opened.set_score(0)
    for place in ("#class-table tbody td:first-child bdi", "#confusion-matrix tbody th bdi"):
        names = opened.page.locator(place).all_inner_texts()[:2]
        assert {name[-1] for name in names} == {"1", "2"}
    assert opened.page.locator("#cells .cell bdi").first.inner_text().endswith("7.jpg")
    # Nothing of it is hidden: what is shown is no wider than where it stands.
    hidden = """[...document.querySelectorAll('#class-table td:first-child button, .cell .caption b')]
        .filter(each => each.scrollWidth > each.clientWidth + 1).length"""
    assert opened.ask(hidden) == 0
    assert opened.ask("document.documentElement.scrollWidth") <= width


def test_paper_has_a_title_and_a_day_and_nothing_beyond_its_edge(
    open_page: Callable[..., Any], path: Path
) -> None:
    opened = open_page(path)
    opened.page.set_viewport_size({"width": 720, "height": 1018})  # A4 within its margins
    opened.page.emulate_media(media="print")
    opened.ask("dispatchEvent(new Event('beforeprint'))")
    title = opened.page.locator("#on-paper")
    assert title.is_visible()
    assert title.inner_text().startswith("Truebox: ")
    assert "detector_a.json, AP 0." in title.inner_text()
    assert " · coco strict · boxes" in title.inner_text()
    assert opened.ask("new Date().toLocaleDateString('sv-SE')") in title.inner_text()
    assert title.bounding_box()["y"] < 60
    assert opened.ask("document.documentElement.scrollWidth") <= 720
    steps = opened.page.locator("#step-table tbody tr")
    assert steps.locator("visible=true").count() == 41
    assert "more rows are in the page itself" in steps.last.inner_text()
    over = """[...document.querySelectorAll('.chart:not([hidden])')].filter(chart => {
        const both = [chart.querySelector('.main-svg'), chart];
        const [own, box] = both.map(each => each.getBoundingClientRect());
        return own.width > box.width + 1 || own.height > box.height + 1; }).map(chart => chart.id)"""
    assert opened.ask(over) == []
    opened.ask("dispatchEvent(new Event('afterprint'))")
    opened.page.emulate_media(media="screen")
    assert opened.page.locator(".unprinted, tr.cut").count() == 0
    assert not title.is_visible()


@pytest.mark.parametrize("kind", ["f8", "f4", "i4", "u2", "u1"])
def test_deflated_columns_are_inflated_to_the_same_numbers(
    open_page: Callable[..., Any], path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truebox.report.page.packed._SMALL", 0)
    values = np.random.default_rng(3).integers(0, 250, 999).astype(kind)
    opened = open_page(path)
    script = "async held => { await truebox.inflate(held); return Array.from(truebox.unpack(held)); }"
    read = opened.ask(script, columns_deflated(packed(values, kind)))
    assert read == values.tolist()


def test_a_page_of_deflated_columns_counts_as_python_does(
    open_page: Callable[..., Any], result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truebox.report.page.packed._SMALL", 0)
    write_page(result, tmp_path / "deflated.html", replicates=0, most_images=SHOWN)
    opened = open_page(tmp_path / "deflated.html")
    assert '"deflated"' in (tmp_path / "deflated.html").read_text(encoding="utf-8")
    scores = result.matches.detections.score
    assert opened.ask("Array.from(truebox.sides[0].columns.score)") == np.sort(scores)[::-1].tolist()
    opened.set_score(0.5)
    kept = scores >= 0.5
    numbers = cards(opened)
    assert numbers["Detections kept"] == np.count_nonzero(kept)
    assert numbers["True positives"] == np.count_nonzero(kept & (result.matches.outcome_at(0) == 1))


def test_an_old_browser_is_told_what_it_lacks(
    browser: Any, result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truebox.report.page.packed._SMALL", 0)
    write_page(result, tmp_path / "deflated.html", replicates=0, most_images=SHOWN)
    context = browser.new_context()
    context.add_init_script("delete globalThis.DecompressionStream")
    page = context.new_page()
    page.goto((tmp_path / "deflated.html").as_uri())
    page.wait_for_selector("#unread:not([hidden])")
    assert "too old" in page.inner_text("#unread")
    context.close()


def test_a_file_is_named_without_its_folder_and_the_tooltip_has_all_of_it(
    open_page: Callable[..., Any], path: Path, result: Result
) -> None:
    name = open_page(path).page.locator("#leaderboard tbody th bdi")
    assert name.inner_text() == "detector_a.json"
    assert name.get_attribute("title") == result.predictions.source.shown
