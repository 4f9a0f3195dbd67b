"""The report page in a browser: it counts as Python does, and every number leads to its images."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.datasets import start_reading
from truebox.diagnosis import compare, confidence_curves, confusion_matrix, errors
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

IMAGES = 30


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
    gates = [{"expression": "AP >= 0.9", "value": results[0].metrics["AP"], "limit": 0.9, "passed": False}]
    write_page(results, made, gates=gates, command="truebox eval t.json a.json b.json", replicates=100)
    return made


def image_names(result: Result, places: Any) -> set[str]:
    return {str(result.state.images[place]) for place in np.unique(places).tolist()}


def ten_scores(result: Result) -> list[float]:
    """Scores of detections, where an off-by-one shows, and scores between."""
    ranked = np.unique(result.state.score)
    own = ranked[np.linspace(0, len(ranked) - 1, 6).astype(int)]
    return [*own.tolist(), 0.0, 0.25, 0.5, 0.75]


@pytest.mark.parametrize("side", [0, 1])
def test_counts_at_any_score_are_those_of_python(
    open_page: Callable[..., Any], path: Path, results: list[Result], side: int
) -> None:
    opened, result = open_page(path), results[side]
    curves = confidence_curves(result)
    for score in ten_scores(result):
        counts = opened.ask("([s, x]) => truebox.countsAt(truebox.sides[s], x)", [side, score])
        for shown, curve in zip(
            [counts["overall"], *counts["perClass"]], [curves.overall, *curves.per_class], strict=True
        ):
            point = int(np.count_nonzero(curve.score >= score)) - 1
            if point < 0:  # nothing is left
                assert (shown["precision"], shown["truePositives"]) == (None, 0)
                continue
            assert shown["precision"] == curve.precision[point]
            assert shown["recall"] == curve.recall[point]
            assert shown["f1"] == curve.f1[point]
        size = len(result.per_class) + 1
        matrix = opened.ask("([s, x]) => [...truebox.confusionAt(truebox.sides[s], x)]", [side, score])
        assert (
            np.reshape(matrix, (size, size)).tolist() == confusion_matrix(result, 0.5, score).counts.tolist()
        )


def test_the_slider_changes_what_is_read(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened = open_page(path)
    curve = confidence_curves(results[0]).overall
    opened.page.locator("#score").evaluate(
        "(slider) => { slider.value = 0.6; slider.dispatchEvent(new Event('input')); }"
    )
    opened.page.wait_for_timeout(200)
    point = int(np.count_nonzero(curve.score >= 0.6)) - 1
    cards = opened.page.locator("#at-score .card b").all_inner_texts()
    assert cards[:3] == [f"{each[point]:.3f}" for each in (curve.precision, curve.recall, curve.f1)]
    assert opened.page.locator("#score-value").inner_text() == "0.600"
    cell = opened.page.locator("[data-cell='0,0']").inner_text()
    assert cell == str(confusion_matrix(results[0], 0.5, 0.6).counts[0, 0])


def test_the_line_in_the_chart_is_dragged(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    chart = opened.page.locator("#chart-confidence")
    chart.scroll_into_view_if_needed()
    opened.page.wait_for_selector("#chart-confidence .nsewdrag", state="attached")
    box = opened.page.locator("#chart-confidence .nsewdrag").bounding_box()
    low, high = opened.ask("document.getElementById('chart-confidence')._fullLayout.xaxis.range")
    y = box["y"] + box["height"] / 2
    opened.page.mouse.move(box["x"] + box["width"] * 0.2, y)
    opened.page.mouse.down()
    opened.page.mouse.move(box["x"] + box["width"] * 0.5, y, steps=4)
    opened.page.mouse.up()
    opened.page.wait_for_timeout(150)
    wanted = (low + high) / 2
    assert opened.ask("truebox.state.score") == pytest.approx(wanted, abs=(high - low) / box["width"] * 2)


def test_a_cell_shows_the_images_that_python_names(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened, result = open_page(path), results[0]
    score = 0.3
    opened.set_score(score)
    matrix, table = confusion_matrix(result, 0.5, score), result.matches
    size = len(matrix.names)
    checked = 0
    for row, column in np.argwhere(matrix.counts > 0).tolist():
        opened.page.locator(f"[data-cell='{row},{column}']").click()
        found, truths = matrix.rows_of(row, column)
        places = [*table.detections.image[found], *table.truths.image[truths]]
        assert opened.images() == image_names(result, places), (row, column)
        checked += 1
    assert checked > size  # the diagonal is not all


def test_bars_of_errors_show_the_images_that_python_names(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened, result = open_page(path), results[0]
    score = 0.2
    opened.set_score(score)
    kind, table = errors(result).kind, result.matches
    for place, name in enumerate(ERROR_NAMES):
        if place and (chosen := (kind == place) & (table.detections.score >= score)).any():
            opened.page.locator(f"[data-error='{name}']").click()
            assert opened.images() == image_names(result, table.detections.image[chosen]), name
    holder = table.truths.matched_detection[:, 0]
    held = np.append(table.detections.score, -1.0)[holder]
    missed = ~table.truths.ignored & (held < score)
    opened.page.locator("[data-error='missed']").click()
    assert opened.images() == image_names(result, table.truths.image[missed])


def test_a_bar_of_the_chart_filters_too(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.page.locator("#chart-errors").scroll_into_view_if_needed()
    opened.page.wait_for_selector("#chart-errors .barlayer .point", state="attached")
    box = opened.page.locator("#chart-errors .barlayer .trace").nth(1).locator(".point").last.bounding_box()
    opened.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    opened.page.wait_for_timeout(200)
    assert opened.ask("[truebox.state.filter.error, truebox.state.side]") == ["missed", 1]


def test_a_class_shows_its_images_and_a_second_click_all(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened, result = open_page(path), results[0]
    opened.set_score(0.5)
    table, place = result.matches, 2
    name = result.per_class[place].name
    opened.page.locator("#class-table").get_by_role("button", name=name, exact=True).click()
    found = (table.detections.category == place) & (table.detections.score >= 0.5)
    places = [*table.truths.image[table.truths.category == place], *table.detections.image[found]]
    assert opened.images() == image_names(result, places)
    assert opened.page.evaluate("document.activeElement.textContent") == name  # the keyboard stays there
    opened.page.keyboard.press("Enter")
    assert len(opened.images()) == IMAGES


def costliest_first(result: Result) -> list[str]:
    """The lowest AP costs the mean most; classes of fewer than ten truths come after the others."""
    ranked = sorted(result.per_class, key=lambda each: (each.truths < 10, each.metrics["AP"] or 0))
    return [each.name for each in ranked]


def test_sort_search_and_export(
    open_page: Callable[..., Any], path: Path, results: list[Result], tmp_path: Path
) -> None:
    opened, result = open_page(path), results[0]
    names = opened.page.locator("#class-table tbody tr td:first-child")
    assert names.all_inner_texts() == costliest_first(result)
    opened.page.locator("#class-table thead").get_by_role("button", name="Class").click()
    assert names.all_inner_texts() == sorted(each.name for each in result.per_class)
    assert opened.page.locator("th[aria-sort=ascending]").inner_text().startswith("Class")
    opened.page.locator("#class-search").fill("RI")
    assert names.all_inner_texts() == sorted(each.name for each in result.per_class if "ri" in each.name)
    opened.set_score(0.5)
    with opened.page.expect_download() as download:
        opened.page.locator("#class-export").click()
    saved = tmp_path / "classes.csv"
    download.value.save_as(saved)
    rows = list(csv.DictReader(io.StringIO(saved.read_text(encoding="utf-8"))))
    curves = confidence_curves(result).by_name
    assert [row["class"] for row in rows] == [each.name for each in result.per_class]
    for row, each in zip(rows, result.per_class, strict=True):
        point = int(np.count_nonzero(curves[each.name].score >= 0.5)) - 1
        assert float(row["precision"]) == curves[each.name].precision[point]
        assert float(row["AP"]) == each.metrics["AP"]
        assert (int(row["truths"]), float(row["score"])) == (each.truths, 0.5)


def test_the_other_result(open_page: Callable[..., Any], path: Path, results: list[Result]) -> None:
    opened = open_page(path)
    opened.page.locator("header [data-side='1']").click()
    shown = opened.page.locator("#class-table tbody tr td:first-child").all_inner_texts()
    assert shown == costliest_first(results[1])
    made = compare(*results, replicates=100)
    lost = made.pairs[0].movers.lost
    opened.page.locator("[data-moved='B lost']").click()
    assert opened.images() == {str(each.id) for each in lost}
    row = opened.page.locator("#comparisons tbody tr").first.locator("td").all_inner_texts()
    difference = made.pairs[0].metrics["AP"]
    assert row[3] == f"{difference.value:+.3f}".replace("-", "−")
    opened.page.locator("#gallery-order").select_option("disagree")
    assert opened.complaints == []


def test_the_viewer_by_keyboard(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.set_score(0.3)
    opened.page.locator("#gallery").scroll_into_view_if_needed()
    opened.page.wait_for_selector("#cells .cell")
    first = opened.page.locator("#cells .cell").first
    first.focus()
    opened.page.keyboard.press("Enter")
    title = opened.page.locator("#viewer-title")
    assert title.inner_text().endswith(f"(1 of {IMAGES})")
    opened.page.keyboard.press("j")
    assert title.inner_text().endswith(f"(2 of {IMAGES})")
    opened.page.keyboard.press("k")
    opened.page.keyboard.press("k")
    assert title.inner_text().endswith(f"({IMAGES} of {IMAGES})")
    opened.page.keyboard.press("j")
    row = opened.page.locator("#viewer-rows tr", has_text="found truth").first
    row.focus()
    assert opened.page.locator("#viewer .tie").count() == 1
    lit = opened.page.locator("#viewer .pointed").evaluate_all("all => all.map(each => each.dataset.key[0])")
    assert sorted(lit) == ["d", "t"]
    opened.page.keyboard.press("Escape")
    assert not opened.page.locator("#viewer").is_visible()
    assert opened.page.evaluate("document.activeElement.className") == "cell"


def test_steps_lead_to_the_image(open_page: Callable[..., Any], path: Path, results: list[Result]) -> None:
    opened, result = open_page(path), results[0]
    opened.page.locator("#steps").scroll_into_view_if_needed()
    opened.page.locator("#step-class").select_option("1")
    opened.draw_everything()
    rows = np.flatnonzero(result.matches.detections.category == 1)
    best = rows[np.argmax(result.matches.detections.score[rows])]
    name = result.truth.images.file_names[int(result.matches.detections.image[best])]
    button = opened.page.locator("#step-table tbody button").first
    assert button.inner_text() == name
    button.click()
    assert opened.page.locator("#viewer-title").inner_text().startswith(name)
    assert opened.page.locator("#viewer-rows tr.asked").count() == 1
    ap = result.precision[0, :, 1, result.parameters.main_range, -1].mean()
    assert f"AP {ap:.4f} at this IoU" in opened.page.locator("#step-words").inner_text()


def test_gates_words_and_reproduction_are_there(open_page: Callable[..., Any], path: Path) -> None:
    page = open_page(path).page
    assert page.locator("#gates li.failed").inner_text().startswith("failed AP >= 0.9: 0.")
    assert page.locator("#words li").count() == 3
    assert "truebox eval t.json a.json b.json" in page.locator("#origin").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_and_light(open_page: Callable[..., Any], path: Path, scheme: str) -> None:
    opened = open_page(path, color_scheme=scheme)
    ground = "getComputedStyle(document.body).backgroundColor"
    colours = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}
    assert opened.ask(ground) == colours.pop(scheme)
    opened.page.locator("#theme").click()
    assert opened.ask(ground) == next(iter(colours.values()))


def test_charts_have_words_and_numbers(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.ask("truebox.drawEverything()")
    charts = opened.page.locator(".chart:visible").evaluate_all(
        "all => all.map(each => [each.id, each.getAttribute('role'), each.getAttribute('aria-label')])"
    )
    assert len(charts) >= 7
    assert all(role == "img" and len(label) > 20 for _, role, label in charts), charts
    opened.page.locator("figure:has(#chart-errors) summary").click()
    opened.page.wait_for_selector("figure:has(#chart-errors) .numbers td")
    cells = opened.page.locator("figure:has(#chart-errors) .numbers td").all_inner_texts()
    assert "missed (TIDE)" in cells


def test_phone_and_paper(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.page.set_viewport_size({"width": 390, "height": 800})
    opened.ask("truebox.drawEverything()")
    opened.page.wait_for_timeout(300)
    assert opened.ask("document.documentElement.scrollWidth") <= 390
    opened.page.locator("#score").focus()
    before = opened.ask("truebox.state.score")
    opened.page.keyboard.press("ArrowRight")
    opened.page.wait_for_function("before => truebox.state.score > before", arg=before)
    opened.page.emulate_media(media="print")
    assert not opened.page.locator("header.top").is_visible()
    assert opened.page.locator("#class-table").is_visible()


def test_every_metric_of_the_first_table_is_on_the_paper(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.page.set_viewport_size({"width": 718, "height": 1000})  # A4 with margins of a centimetre
    opened.page.emulate_media(media="print")
    table = opened.page.locator("#leaderboard").bounding_box()
    assert table["x"] + table["width"] <= 718


def test_printing_draws_what_was_not_seen_on_white_and_goes_back(
    open_page: Callable[..., Any], path: Path
) -> None:
    opened = open_page(path, color_scheme="dark")
    assert opened.page.locator("#chart-steps .main-svg").count() == 0
    assert opened.page.pdf().startswith(b"%PDF")
    assert opened.page.locator("#chart-steps .main-svg").count() > 0
    assert opened.ask("document.documentElement.dataset.theme") == "dark"


def test_all_predictions_at_once(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.set_score(0.2)
    opened.page.locator("#gallery").scroll_into_view_if_needed()
    opened.page.wait_for_selector("#cells .cell")
    assert opened.page.locator("#cells .found.side-0").count() > 0
    assert opened.page.locator("#cells .found.side-1").count() == 0
    opened.page.locator("#show-all").check()
    assert opened.page.locator("#cells .found.side-1").count() > 0
    opened.page.locator("#show-found").uncheck()
    assert opened.page.locator("#cells .found").count() == 0
    opened.page.locator("#show-truth").uncheck()
    assert opened.page.locator("#cells rect").count() == 0


def test_likely_mistakes_open_their_image(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    opened.page.locator("#suspects button").first.click()
    image = opened.ask("String(truebox.data.suspects[0].image_id)")
    assert int(opened.page.locator("#viewer-title").inner_text().partition(".")[0]) == int(image)
    assert opened.page.locator("#viewer .suspect").count() == 1
