"""The first screen, the viewer under the pointer, and charts that can be taken along."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.datasets import start_reading
from truebox.diagnosis import compare, confusion_matrix, operating_points
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Result]:
    folder = tmp_path_factory.mktemp("world")
    write_world(make_world(20, seed=5), folder, pictures=False)
    names = [str(folder / f"detector_{name}.json") for name in "ab"]
    truth, found = start_reading(str(folder / "truth.json"), names).result()
    return [evaluate(truth, predictions) for predictions in found]


@pytest.fixture(scope="module")
def path(browser: Any, results: list[Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "two.html"
    write_page(results, made, replicates=100)
    return made


def test_the_leaderboard_has_every_metric_and_a_baseline(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened = open_page(path)
    page = opened.page
    values = [result.metrics["AP"] for result in results]
    assert page.locator("#hero b").inner_text() == f"{values[0]:.3f}"
    rows = page.locator("#leaderboard tbody tr")
    for row, result in enumerate(results):
        shown = [text.split("\n")[0].strip() for text in rows.nth(row).locator("td").all_inner_texts()]
        assert [shown[0], *shown[3:]] == [f"{value:.3f}" for value in result.metrics.values()]
    best = page.locator("#leaderboard td.best").count()
    assert best >= len(results[0].metrics)
    assert rows.nth(1).locator("td").nth(1).inner_text() == f"{values[1] - values[0]:+.3f}".replace("-", "−")
    rows.nth(1).locator("input[type=radio]").check()
    assert rows.nth(0).locator("td").nth(1).inner_text() == f"{values[0] - values[1]:+.3f}".replace("-", "−")
    assert page.locator("#leaderboard .whisker").count() == 2
    page.locator("#leaderboard button").nth(1).click()
    assert page.locator("#hero b").inner_text() == f"{values[1]:.3f}"


def test_links_are_named_as_headings_and_the_section_read_is_marked(
    open_page: Callable[..., Any], path: Path
) -> None:
    opened = open_page(path)
    page = opened.page
    names = page.locator("header nav a").all_inner_texts()
    headings = page.locator("main section > :is(h1, h2):first-child").all_inner_texts()
    assert names == headings
    page.locator("#confusion").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('confusion').scrollIntoView()")
    page.wait_for_function(
        "() => document.querySelector('nav a[aria-current]')?.hash === '#confusion'", timeout=10_000
    )
    assert page.locator("nav a[aria-current]").count() == 1


def test_every_class_is_compared_and_sorted(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened = open_page(path)
    pair = compare(*results, replicates=100).pairs[0]
    rows = opened.page.locator(".dumbbells tbody tr")
    assert rows.count() == len(pair.per_class)
    differences = {each.name: each.metrics["AP"] for each in pair.per_class}
    opened.page.get_by_label("Order of the classes").select_option("gain")
    shown = [row.locator("td").all_inner_texts() for row in rows.all()]
    ranked = sorted(differences.items(), key=lambda each: -each[1].value)
    assert [row[0] for row in shown] == [name for name, _ in ranked]
    for row, (_, each) in zip(shown, ranked, strict=True):
        assert row[1:3] == [f"{each.first:.3f}", f"{each.second:.3f}"]
        assert row[4] == f"{each.value:+.3f}".replace("-", "−")
        assert row[6] == ("cannot tell" if each.verdict == "undefined" else each.verdict)


def test_colours_say_the_outcome(open_page: Callable[..., Any], path: Path, results: list[Result]) -> None:
    opened, result, score = open_page(path), results[0], 0.4
    opened.set_score(score)
    table = result.matches
    opened.page.locator("#gallery-order").select_option("name")
    opened.draw_everything()
    opened.page.locator("#cells .cell").first.click()
    here = [table.truths.image == 0, (table.detections.image == 0) & (table.detections.score >= score)]
    finder = table.truths.matched_detection[:, 0]
    found = (finder >= 0) & (np.append(table.detections.score, -1.0)[finder] >= score)
    wanted = {
        ".truth.is-found": here[0] & ~table.truths.ignored & found,
        ".truth.is-missed": here[0] & ~table.truths.ignored & ~found,
        ".found.is-right": here[1] & (table.outcome_at(0) == 1),
        ".found.is-false": here[1] & (table.outcome_at(0) == 0),
    }
    for looks, rows in wanted.items():
        assert opened.page.locator(f"#viewer rect{looks}").count() == rows.sum(), looks
    errors = wanted[".truth.is-missed"].sum() + wanted[".found.is-false"].sum()
    labels = opened.page.locator("#viewer .label")
    unnamed = opened.page.locator("#viewer-unnamed").inner_text()
    assert labels.count() == errors or unnamed
    assert opened.page.locator("#viewer .label:is(.is-right, .is-found)").count() == 0


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_labels_cover_neither_each_other_nor_their_boxes(
    open_page: Callable[..., Any], path: Path, width: int
) -> None:
    opened = open_page(path)
    opened.page.set_viewport_size({"width": width, "height": 900})
    opened.set_score(0.1)
    opened.page.locator("#cells .cell").first.click()
    opened.page.locator("#viewer-labels").select_option("all")
    at = """all => all.map(each => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, x + width, y + height]; })"""
    labels = opened.page.locator("#viewer .label rect").evaluate_all(at)
    texts = opened.page.locator("#viewer .label text").evaluate_all(at)
    keys = opened.page.locator("#viewer .label").evaluate_all("all => all.map(each => each.dataset.label)")
    assert len(labels) > 3

    def overlap(a: list[float], b: list[float]) -> bool:
        slack = 1.6  # the widths of two lines
        return min(a[2], b[2]) - max(a[0], b[0]) > slack and min(a[3], b[3]) - max(a[1], b[1]) > slack

    for place, label in enumerate(labels):
        assert not any(overlap(label, other) for other in labels[place + 1 :])
        own = opened.page.locator(f"#viewer .stage:visible rect[data-key='{keys[place]}']").evaluate_all(at)
        assert not overlap(label, own[0]), keys[place]
        assert texts[place][2] <= label[2] + 1.5
    assert opened.ask("document.getElementById('viewer').scrollWidth <= innerWidth")


def test_the_wheel_zooms_to_the_pointer_and_both_pictures_move(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened = open_page(path)
    opened.set_score(0.4)
    page = opened.page
    page.locator("#gallery-order").select_option("name")
    opened.draw_everything()
    page.locator("#cells .cell").first.click()
    page.locator("#viewer-pair").select_option("1")
    stage = page.locator("#viewer .stage").first.bounding_box()
    under = """([stage, x, y]) => {
        const picture = document.querySelectorAll('#viewer .stage')[stage].querySelector('.picture');
        const box = picture.getBoundingClientRect();
        return [(x - box.left) / box.width, (y - box.top) / box.height, box.width]; }"""
    x, y = stage["x"] + stage["width"] * 0.5, stage["y"] + stage["height"] * 0.5
    before = opened.ask(under, [0, x, y])
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_function("() => document.getElementById('viewer-zoom').value > 3")
    after = opened.ask(under, [0, x, y])
    assert after[:2] == pytest.approx(before[:2], abs=0.01)
    assert after[2] > before[2] * 3
    page.mouse.dblclick(x, y)
    nearer = opened.ask(under, [0, x, y])
    assert nearer[2] == pytest.approx(2 * after[2], rel=0.02)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=3)
    page.mouse.up()
    moved = opened.ask(under, [0, x + 60, y + 30])
    assert moved[:2] == pytest.approx(nearer[:2], abs=0.01)
    second = page.locator("#viewer .stage").nth(1).bounding_box()
    shift = second["x"] - stage["x"]
    assert opened.ask(under, [1, x + 60 + shift, y + 30]) == pytest.approx(moved, abs=0.01)
    page.keyboard.press("0")
    assert float(page.locator("#viewer-zoom").input_value()) == 1
    found = []
    for result in results:
        table = result.matches
        finder = table.truths.matched_detection[:, 0]
        found.append((finder >= 0) & (np.append(table.detections.score, -1.0)[finder] >= 0.4))
    here = (results[0].matches.truths.image == 0) & ~results[0].matches.truths.ignored
    for kind, wanted in {"fixed": ~found[0] & found[1], "broken": found[0] & ~found[1]}.items():
        words = page.locator(f"#viewer [data-change='{kind}']").inner_text()
        assert words.count("truth ") == (here & wanted).sum()


def test_a_chart_is_saved_as_picture_and_numbers(
    open_page: Callable[..., Any], path: Path, results: list[Result], tmp_path: Path
) -> None:
    opened = open_page(path)
    page = opened.page
    page.locator("#chart-ious").scroll_into_view_if_needed()
    page.wait_for_selector("#chart-ious .main-svg")
    figure = page.locator("figure:has(#chart-ious)")
    figure.locator("summary").click()
    saved = {}
    for kind in ("png", "svg", "csv"):
        with page.expect_download() as download:
            figure.locator(f"[data-save='{kind}']").click()
        assert download.value.suggested_filename == f"ious.{kind}"
        download.value.save_as(tmp_path / kind)
        saved[kind] = (tmp_path / kind).read_bytes()
    assert saved["png"].startswith(b"\x89PNG")
    assert saved["svg"].lstrip().startswith(b"<svg")
    rows = list(csv.reader(saved["csv"].decode().splitlines()))
    assert rows[0] == ["series", "x", "y"]
    first = [float(row[2]) for row in rows[1:] if row[0] == "A"]
    assert float(np.mean(first)) == pytest.approx(results[0].metrics["AP"], abs=1e-4)
    assert first[0] == pytest.approx(results[0].metrics["AP50"], abs=1e-4)


def test_the_table_of_classes_is_saved_as_picture_and_numbers(
    open_page: Callable[..., Any], path: Path, results: list[Result], tmp_path: Path
) -> None:
    opened = open_page(path)
    opened.draw_everything()
    saved = {}
    for kind in ("png", "svg", "csv"):
        with opened.page.expect_download() as download:
            opened.page.locator(f"#comparisons [data-save='{kind}']").first.click()
        assert download.value.suggested_filename == f"classes B against A.{kind}"
        download.value.save_as(tmp_path / kind)
        saved[kind] = (tmp_path / kind).read_bytes()
    assert saved["png"].startswith(b"\x89PNG")
    assert saved["svg"].lstrip().startswith(b"<svg")
    rows = list(csv.DictReader(saved["csv"].decode().splitlines()))
    for place, name in enumerate(("A", "B")):
        wanted = {each.name: each.metrics["AP"] for each in results[place].per_class}
        assert {row["class"]: float(row[name]) for row in rows} == pytest.approx(wanted)
    assert all(row["class"] in saved["svg"].decode() for row in rows)


AP_OF_CURVES = """document.getElementById('chart-recall').data.map(
    ({ y }) => y.reduce((sum, value) => sum + value, 0) / y.length)"""


def test_the_slider_has_a_curve_for_every_threshold(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    opened = open_page(path)
    page, slider = opened.page, opened.page.locator("#recall-iou")
    opened.draw_everything()
    thresholds = results[0].parameters.iou_thresholds
    assert int(slider.get_attribute("max")) == len(thresholds) - 1
    slider.focus()
    for place, iou in enumerate(thresholds):
        assert page.locator("#recall-iou-value").inner_text() == f"{iou:g}"
        assert slider.get_attribute("aria-valuetext") == f"IoU {iou:g}"
        wanted = [result.precision[place, :, :, 0, -1].mean() for result in results]
        assert opened.ask(AP_OF_CURVES) == pytest.approx(wanted, abs=1e-4)
        page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => location.hash.includes('iou={len(thresholds) - 1}')")
    page.locator("#recall-of").select_option("classes")
    held = [row for row in results[0].per_class if row.metrics["AP"] is not None]
    last = [results[0].precision[-1, :, place, 0, -1].mean() for place in range(len(held))]
    assert opened.ask(AP_OF_CURVES) == pytest.approx(last, abs=1e-4)
    page.locator("#recall-of").select_option("every")
    assert slider.is_disabled()
    assert len(opened.ask(AP_OF_CURVES)) == len(thresholds) * len(results)
    page.locator("#class-table button[data-focus='class 1']").click()
    opened.draw_everything()
    # Of the chosen class AP over IoU has the class's own values, whose mean is its AP.
    points = opened.ask("document.getElementById('chart-ious').data[0].y")
    assert float(np.mean(points)) == pytest.approx(results[0].per_class[1].metrics["AP"], abs=1e-4)


def test_groups_of_classes_open_into_their_classes(open_page: Callable[..., Any], tmp_path: Path) -> None:
    groups = ["pet", "pet", "farm", "farm", "car"]
    boxes = [[20 * place, 10, 15, 15] for place in range(5)]
    truth = {
        "images": [{"id": 1, "width": 200, "height": 60}],
        "categories": [
            {"id": place, "name": f"c{place}", "supercategory": group} for place, group in enumerate(groups)
        ],
        "annotations": [
            {"id": place + 1, "image_id": 1, "category_id": place, "bbox": box, "area": 225, "iscrowd": 0}
            for place, box in enumerate(boxes)
        ],
    }
    taken_for = [1, 1, 3, 0, 4]  # c0 for c1 within pet, c2 for c3 within farm, c3 for c0 of another group
    found = [
        {"image_id": 1, "category_id": taken_for[place], "bbox": box, "score": 0.9}
        for place, box in enumerate(boxes)
    ]
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    write_page(evaluate(tmp_path / "truth.json", found, mode="corrected"), tmp_path / "a.html", replicates=0)
    opened = open_page(tmp_path / "a.html")
    page = opened.page
    opened.set_score(0.1)
    page.locator("#confusion-classes").select_option("groups")
    cells = {
        (row, column): int(page.locator(f"[data-cell='{row},{column}']").inner_text())
        for row in ("pet", "farm", "car")
        for column in ("pet", "farm", "car")
    }
    right = {("pet", "pet"): 2, ("farm", "farm"): 1, ("farm", "pet"): 1, ("car", "car"): 1}
    assert {key: count for key, count in cells.items() if count} == right
    page.locator("[data-cell='farm,pet']").click()
    assert page.locator("#confusion-matrix tbody th").all_inner_texts() == ["c2", "c3", "background"]
    assert page.locator("#confusion-matrix thead th").all_inner_texts() == ["c0", "c1", "background"]
    assert page.locator("[data-cell='3,0']").inner_text() == "1"
    page.locator("[data-cell='3,0']").click()
    assert opened.ask("truebox.state.filter.cell") == [3, 0]
    page.locator("#confusion-note button").click()
    assert page.locator("#confusion-classes").input_value() == "groups"
    with page.expect_download() as download:
        page.locator("#confusion-save [data-save='csv']").click()
    rows = list(csv.DictReader(download.value.path().read_text().splitlines()))
    saved = {(row["true"], row["predicted"]): int(row["count"]) for row in rows if int(row["count"])}
    assert saved == right
    with page.expect_download() as picture:
        page.locator("#confusion-save [data-save='png']").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_of_many_classes_the_most_confused_come_first(open_page: Callable[..., Any], tmp_path: Path) -> None:
    count = 365
    boxes = [[20 * (place % 40), 20 * (place // 40), 15, 15] for place in range(count)]
    names = [f"c{place:03}" for place in range(count)]
    swapped = {300: "c301", 7: "c008"}
    corners = [[x, y, x + w, y + h] for x, y, w, h in boxes]
    truth = {"boxes": corners, "labels": names}
    found = {"boxes": corners, "labels": [swapped.get(place, name) for place, name in enumerate(names)]}
    found["scores"] = [0.9] * count
    write_page(evaluate([truth], [found], mode="corrected"), tmp_path / "b.html", replicates=0)
    opened = open_page(tmp_path / "b.html")
    shown = opened.page.locator("#confusion-matrix tbody th").all_inner_texts()
    assert len(shown) == 21
    assert {"c007", "c008", "c300", "c301"} <= set(shown)
    opened.page.locator("#confusion-classes").select_option("all")
    opened.draw_everything()
    assert opened.ask("document.getElementById('chart-confusion').data[0].z.length") == count + 1


def test_only_what_is_confused_can_be_shown(open_page: Callable[..., Any], tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    count = 30
    boxes = [[20 * place, 10, 15, 15] for place in range(count)]
    truth = {
        "images": [{"id": 1, "width": 700, "height": 60}],
        "categories": [{"id": place, "name": f"c{place:02}"} for place in range(count)],
        "annotations": [
            {"id": place + 1, "image_id": 1, "category_id": place, "bbox": box, "area": 225, "iscrowd": 0}
            for place, box in enumerate(boxes)
        ],
    }
    swapped = {3: 17, 8: 21}
    found = [
        {
            "image_id": 1,
            "category_id": swapped.get(place, place),
            "bbox": box,
            "score": float(rng.uniform(0.5, 1)),
        }
        for place, box in enumerate(boxes)
    ]
    result = evaluate(truth, found, mode="corrected")
    write_page(result, tmp_path / "wide.html", replicates=0)
    opened = open_page(tmp_path / "wide.html")
    opened.set_score(0.3)
    opened.page.locator("#confusion-classes").select_option("10")
    heads = opened.page.locator("#confusion-matrix tbody th").all_inner_texts()
    assert len(heads) == 11
    assert {"c03", "c17", "c08", "c21", "background"} <= set(heads)
    counts = confusion_matrix(result, 0.5, 0.3).counts
    for row, column in [(3, 17), (8, 21), (17, 17)]:
        cell = opened.page.locator(f"[data-cell='{row},{column}']")
        assert cell.inner_text() == str(counts[row, column])
    opened.page.locator("#confusion-diagonal").uncheck()
    assert opened.page.locator("[data-cell='17,17']").count() == 0
    assert opened.page.locator("[data-cell='3,17']").inner_text() == "1"
    few = opened.page.locator("#class-table tr.few")
    assert few.count() == count
    assert few.first.get_attribute("title") == "only 1 truth: too few to say much"


def test_the_confusion_says_where_it_is_cut_as_the_chart_of_the_result_does(
    open_page: Callable[..., Any], path: Path, results: list[Result]
) -> None:
    page = open_page(path).page
    score = operating_points(results[0]).overall.score
    said = page.locator("#confusion .hint").nth(1)
    assert f"IoU of 0.5 or more, of detections with a score of {score:.3f} or more" in said.inner_text()
    counts = confusion_matrix(results[0], 0.5, score).counts
    shown = [
        [int(text.replace(",", "") or 0) for text in row.locator("td").all_inner_texts()]
        for row in page.locator("#confusion-matrix tbody tr").all()
    ]
    assert shown == counts.tolist()
    page.evaluate("truebox.setScore(0.75)")
    assert "a score of 0.750 or more" in said.inner_text()
