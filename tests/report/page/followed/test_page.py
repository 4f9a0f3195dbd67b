"""The page of one object over time as a text: its numbers, its policy, what is left out, what is refused."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.report import page_parts, to_page
from truebox.report.page.followed.page import FOLLOWED, followed_page

TRUTH = [[50 + step, 40, 30, 40] for step in range(8)]


@pytest.fixture
def results(tmp_path: Path) -> list[Any]:
    """Two trackers on two sequences: one right, one too far to the right by a third in ``run``."""
    for name in ("walk", "run"):
        (tmp_path / "truth" / name).mkdir(parents=True)
        (tmp_path / "truth" / name / "groundtruth_rect.txt").write_text(lines(TRUTH))
    for tracker, off in (("good", 0), ("off", 15)):
        (tmp_path / tracker).mkdir()
        (tmp_path / tracker / "walk.txt").write_text(lines(TRUTH))
        moved = [[x + (off if place else 0), y, w, h] for place, (x, y, w, h) in enumerate(TRUTH)]
        (tmp_path / tracker / "run.txt").write_text(lines(moved))
    return [evaluate(tmp_path / "truth", tmp_path / each, protocol="otb") for each in ("good", "off")]


def lines(boxes: list[list[int]]) -> str:
    return "".join(",".join(map(str, box)) + "\n" for box in boxes)


def data_of(page: str) -> Any:
    return json.loads(
        page.split('<script type="application/json" id="data">')[1].split("</script>", maxsplit=1)[0]
    )


def test_it_holds_the_numbers_of_the_results(results: list[Any]) -> None:
    data = data_of(to_page(results))
    assert data["sequences"] == ["run", "walk"]
    assert data["main"] == "success_score"
    for own, result in zip(data["results"], results, strict=True):
        assert own["metrics"] == dict(result.metrics)
        assert own["curves"]["success"] == pytest.approx(result.curves["success"].tolist(), abs=1e-5)
        for row, curves, each in zip(own["perSequence"], own["curvesOf"], result.per_sequence, strict=True):
            assert (row["length"], row["truths"], row["lost"]) == (each.length, each.truths, each.lost)
            assert {key: row[key] for key in each.metrics} == dict(each.metrics)
            assert curves["precision"] == pytest.approx(each.curves["precision"].tolist(), abs=1e-5)
    # Seven of eight frames off by half of the width overlap by a third: fewer thresholds are exceeded.
    assert [own["perSequence"][0]["success_score"] < 0.5 for own in data["results"]] == [False, True]


def test_each_tracker_has_its_counts_words_and_how_sure_it_is(results: list[Any]) -> None:
    good, off = data_of(to_page(results))["results"]
    # In seven of eight frames of one sequence the box is off by half its width, and still overlaps.
    assert off["cards"] == [["Frames that count", 16, ""], ["Lost", 0, "frames without overlap"]]
    assert good["words"][0].startswith("success_score ")
    assert good["unsure"] == "only 2 sequences with truths of it; 6 are needed"
    assert good["intervals"]["success_score"] == [None, None]


def test_the_words_of_every_metric_are_there(results: list[Any]) -> None:
    data = data_of(to_page(results[0]))
    assert set(data["texts"]) == set(data["metrics"])
    assert all(data["texts"].values())


def test_a_page_allows_its_own_script_and_style_only(results: list[Any]) -> None:
    page = to_page(results)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert re.search(r'\son[a-z]+="', page) is None


def test_nothing_is_left_to_fill_in(results: list[Any]) -> None:
    page = followed_page(results, command="truebox eval truth good")
    assert re.findall(r"<!--\w+-->", page) == []
    for section in FOLLOWED.sections:
        assert f'href="#{section.name}"' in page
        assert f'id="{section.name}-title"' in page


def test_more_than_eight_are_named(results: list[Any]) -> None:
    data = data_of(followed_page(results[:1] * 9))
    assert len(data["results"]) == 8
    assert any("a page holds 8 trackers" in words for words in data["words"])


def test_no_results_and_other_sequences_are_refused(results: list[Any], tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="got none"):
        followed_page([])
    one = evaluate(tmp_path / "truth", tmp_path / "good", protocol="lasot")
    with pytest.raises(ArgumentError, match="different truths or protocols"):
        to_page([results[0], one])


def test_a_folder_is_refused(results: list[Any]) -> None:
    with pytest.raises(ArgumentError, match="one file"):
        page_parts(results)


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_results_of_other_sequences_are_refused(results: list[Any], tmp_path: Path, order: slice) -> None:
    (tmp_path / "less").mkdir()
    shutil.copytree(tmp_path / "truth" / "run", tmp_path / "less" / "run")
    one = evaluate(tmp_path / "less", tmp_path / "good", protocol="otb")
    with pytest.raises(ArgumentError, match="different truths or protocols"):
        to_page([results[0], one][order])
