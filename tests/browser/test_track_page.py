"""The page of tracks in a browser: it shows what Python counts, and a click leads to the frames."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from truebox.evaluation import TrackResult, TrackRun
from truebox.evaluation.tracks.event_frames import event_frames
from truebox.generation import make_track_world, write_track_world
from truebox.report import write_page


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[TrackResult]:
    place = write_track_world(make_track_world(seed=7), tmp_path_factory.mktemp("world") / "tracks")
    run = TrackRun(str(place / "gt"), protocol="mot17", mode="strict")
    return [run.evaluated(run.read(str(place / f"tracker{name}"))) for name in "AB"]


@pytest.fixture(scope="module")
def path(browser: Any, results: list[TrackResult], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "tracks.html"
    write_page(results, made, command="truebox eval gt a b", replicates=100)
    return made


def test_heads_and_rows_are_the_numbers_of_python(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    page = open_page(path).page
    shown = page.locator(".head-hota b").all_inner_texts()
    assert shown == [f"{result.metrics['HOTA']:.3f}" for result in results]
    page.locator("[data-side='1']").first.click()
    cells = page.locator("#by-sequence tbody tr").nth(1).locator("th, td").all_inner_texts()
    part = results[1].per_sequence[0]
    assert cells[0] == part.name
    assert cells[5:8] == [str(part.switches), str(part.fragmentations), f"{part.metrics['HOTA']:.3f}"]


def test_the_timeline_marks_every_switch_of_its_sequence(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    page = open_page(path).page
    for part in results[0].per_sequence:
        page.locator("#timeline-sequence").select_option(label=part.name)
        assert page.locator("#timeline-chart .switch").count() == part.switches
        assert page.locator("#timeline-names div").count() == part.true_tracks


def test_a_click_on_a_sequence_shows_its_timeline_and_its_events(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    page = open_page(path).page
    part = results[0].per_sequence[1]
    page.locator("#by-sequence tbody").get_by_text(part.name, exact=True).click()
    assert page.locator("#timeline-sequence option:checked").inner_text() == part.name
    assert page.locator("#timeline-chart .switch").count() == part.switches
    shown = page.locator("#event-table tbody tr td:nth-child(2)").all_inner_texts()
    assert set(shown) == {part.name}
    assert page.locator("#by-sequence tr.chosen th").inner_text() == part.name


def test_kinds_and_sequences_filter_the_events(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    page = open_page(path).page
    rows = list(results[0].events.rows())
    assert page.locator("#event-note").inner_text() == f"{len(rows)} events"
    page.locator("[data-kind='fragmentation']").click()
    count = sum(row[3] == "fragmentation" for row in rows)
    assert page.locator("#event-note").inner_text() == f"{count} events"
    name = results[0].per_sequence[1].name
    page.locator("#event-sequence").select_option(label=name)
    count = sum(row[3] == "fragmentation" and row[0] == name for row in rows)
    assert page.locator("#event-note").inner_text() == f"{count} events"
    shown = page.locator("#event-table tbody tr td:nth-child(2)").all_inner_texts()
    assert set(shown) == {name}


def test_a_click_on_an_event_shows_its_frames_and_its_boxes(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    opened = open_page(path)
    page, result = opened.page, results[0]
    page.locator("#event-table tbody button").first.click()
    event = opened.ask("truebox.eventAt(0, 0)")
    true = result.truth.sequences[event["sequence"]]
    last = true.first + true.length - 1
    wanted = event_frames(event["kind"], event["frame"], event["gap"], true.first, last)
    strip = [int(each.get_attribute("data-frame")) for each in page.locator("#viewer-strip button").all()]
    assert strip == wanted
    assert page.locator("#viewer-title").inner_text().endswith(f"frame {event['frame']}")
    focused = page.locator("#viewer-stage .truth-box.focus")
    assert focused.get_attribute("data-truth") == event["truth"]
    row = (true.frame + true.first == event["frame"]) & (true.track == int(event["truth"]))
    assert abs(float(focused.get_attribute("x")) - true.boxes[row][0][0]) < 0.1
    drawn = page.locator("#viewer-stage .found-box").evaluate_all(
        "all => all.map(each => each.dataset.track)"
    )
    found = result.predictions.sequences[event["sequence"]]
    assert sorted(drawn) == sorted(map(str, found.track[found.frame + true.first == event["frame"]].tolist()))
    page.keyboard.press("j")
    after = opened.ask("truebox.eventAt(0, 1)")
    assert page.locator("#viewer-title").inner_text().endswith(f"frame {after['frame']}")


def test_frames_of_every_event_are_those_of_python(
    open_page: Callable[..., Any], path: Path, results: list[TrackResult]
) -> None:
    opened = open_page(path)
    events = opened.ask(
        "truebox.eventList().map(i => truebox.eventAt(0, i))"
        ".map(e => ({...e, frames: truebox.eventFrames(e)}))"
    )
    assert len(events) == len(results[0].events)
    for event in events:
        true = results[0].truth.sequences[event["sequence"]]
        last = true.first + true.length - 1
        wanted = event_frames(event["kind"], event["frame"], event["gap"], true.first, last)
        assert event["frames"] == wanted


def test_a_click_on_the_timeline_opens_that_frame(open_page: Callable[..., Any], path: Path) -> None:
    opened = open_page(path)
    # The drawing is made anew when it comes into view; its place stays.
    opened.page.locator("#timeline-chart").scroll_into_view_if_needed()
    chart = opened.page.locator("#timeline-chart svg")
    box = chart.bounding_box()
    length = opened.ask("truebox.data.sequences[0].length")
    chart.click(position={"x": box["width"] * 20.5 / length, "y": 12})
    first = opened.ask("truebox.data.sequences[0].first")
    assert opened.page.locator("#viewer-number").inner_text().startswith(f"{20 + first} of")


@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(
    open_page: Callable[..., Any], path: Path, width: int, scheme: str
) -> None:
    opened = open_page(path, color_scheme=scheme)
    opened.page.set_viewport_size({"width": width, "height": 900})
    assert opened.ask("document.documentElement.dataset.theme") == scheme
    assert opened.ask("document.documentElement.scrollWidth <= innerWidth")
    opened.page.locator("#event-table tbody button").first.click()
    assert opened.ask("document.getElementById('viewer').scrollWidth <= innerWidth")


def test_charts_are_saved_as_pictures_and_numbers(
    open_page: Callable[..., Any], path: Path, tmp_path: Path
) -> None:
    opened = open_page(path)
    for place in ("#curve-save", "#timeline-save"):
        saved = {}
        for kind in ("png", "svg", "csv"):
            with opened.page.expect_download() as download:
                opened.page.locator(f"{place} [data-save='{kind}']").click()
            download.value.save_as(tmp_path / kind)
            saved[kind] = (tmp_path / kind).read_bytes()
        assert saved["png"].startswith(b"\x89PNG")
        assert saved["svg"].startswith(b"<svg")
        assert b"var(" not in saved["svg"]
        rows = saved["csv"].decode().splitlines()
        if place == "#curve-save":
            assert len(rows) - 1 == opened.ask("truebox.data.alphas.length * truebox.sides.length")
        else:
            assert len(rows) - 1 == opened.page.locator("#timeline-chart [data-run]").count()
