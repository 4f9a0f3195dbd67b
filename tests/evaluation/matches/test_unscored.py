"""Match tables of tracks, one object over time and segments: by hand, and against the counts of results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import protocol_files
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation.registry import SINGLE_OBJECT_PROTOCOLS, TRACK_PROTOCOLS

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

CROWD, CAT, DOG = ({"id": k, "category_id": k % 2 + 1, "iscrowd": int(k == 1)} for k in (1, 2, 3))


def result_of(name: str, folder: Path) -> Any:
    pytest.importorskip("PIL.Image")
    files = protocol_files.files_of(name, folder)
    return tb.evaluate(files.truth, files.found[0], protocol=name)


def columns(result: Any) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    tables = result.matches.to_dict()
    return tables["truths"], tables["detections"]


def test_tracks_by_hand() -> None:
    """A track found in the second and third frame by two others; a false box, and one of another sequence."""
    box = [10.0, 20.0, 30.0, 40.0]
    truth = {"a": {"frames": [1, 2, 3], "ids": [7] * 3, "boxes": [box] * 3}}
    found = {"a": {"frames": [2, 3, 3], "ids": [5, 6, 8], "boxes": [box, box, [500.0, 20.0, 30.0, 40.0]]}}
    truth["b"] = {"frames": [1], "ids": [1], "boxes": [box]}
    found["b"] = {"frames": [1], "ids": [5], "boxes": [[10.0, 20.0, 30.0, 30.0]]}
    true, mine = columns(tb.tracking.evaluate(truth, found, fit_test=False))
    assert true["outcome"] == ["missed", "found", "found", "found"]
    assert true["matched_detection"] == [None, 0, 1, 3]
    assert true["overlap"] == [0.0, 1.0, 1.0, 0.75]
    assert (true["sequence"], true["frame"], true["id"]) == (["a", "a", "a", "b"], [1, 2, 3, 1], [7, 7, 7, 1])
    assert mine["outcome"] == ["true positive", "true positive", "false positive", "true positive"]
    assert mine["matched_truth"] == [1, 2, None, 3]
    assert (mine["x"][2], mine["height"][3]) == (500.0, 30.0)


@pytest.mark.parametrize("name", TRACK_PROTOCOLS)
def test_tracks_add_up_to_what_clear_counts(name: str, tmp_path: Path) -> None:
    result = result_of(name, tmp_path)
    true, mine = columns(result)
    of_truths, of_found = Counter(true["outcome"]), Counter(mine["outcome"])
    hits, misses, false = (
        sum(each.metrics[key] or 0 for each in result.per_class) for key in ("CLR_TP", "CLR_FN", "CLR_FP")
    )
    assert (of_truths["found"], of_truths["missed"]) == (hits, misses)
    assert (of_found["true positive"], of_found["false positive"]) == (hits, false)
    for row, partner in enumerate(mine["matched_truth"]):
        assert partner is None or true["matched_detection"][partner] == row


@pytest.mark.parametrize("name", SINGLE_OBJECT_PROTOCOLS)
def test_frames_of_one_object_count_as_the_result_says(name: str, tmp_path: Path) -> None:
    result = result_of(name, tmp_path)
    true, mine = columns(result)
    outcomes = Counter(mine["outcome"])
    assert outcomes["found"] + outcomes["lost"] == result.truths
    assert outcomes["lost"] == result.lost
    for row, partner in enumerate(mine["matched_truth"]):
        assert [true[key][partner] for key in ("sequence", "frame")] == [
            mine[key][row] for key in ("sequence", "frame")
        ]


def test_segments_by_hand() -> None:
    """A crowd with a prediction in it, a segment that is found, one that another class lies on."""

    def side(rows: list[Any], pixels: list[list[int]]) -> dict[str, Any]:
        part = {"image_id": 1, "segmentation": pixels, "segments_info": rows}
        names = [{"id": 1, "name": "dog", "isthing": 1}, {"id": 2, "name": "cat", "isthing": 1}]
        return {"categories": names, "annotations": [part]}

    wrong = {**DOG, "category_id": 1}
    result = tb.evaluate(
        side([CROWD, CAT, DOG], [[1, 1, 2, 3]]), side([{**CROWD, "iscrowd": 0}, CAT, wrong], [[1, 1, 2, 3]])
    )
    true, mine = columns(result)
    assert (true["segment"], true["outcome"]) == ([2, 3], ["found", "missed"])
    assert (true["class"], true["matched_detection"]) == (["dog", "cat"], [0, None])
    assert (mine["segment"], mine["outcome"]) == ([2, 3, 1], ["true positive", "false positive", "ignored"])
    assert (mine["matched_truth"], mine["overlap"]) == ([0, None, None], [1.0, 0.0, 0.0])


def test_label_maps_have_none_and_say_so(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="label maps have no objects to match"):
        _ = result_of("voc_segmentation", tmp_path).matches
