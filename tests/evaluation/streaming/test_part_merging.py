"""Parts are put together class by class: the bytes of one evaluation, or one named refusal."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from streamed_worlds import CLASSES, data_codes, made_images, streamed, whole

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator, Result, accumulate, merge_parts
from truebox.evaluation.streaming import part_merging

SPLIT = [[3, 1, 5], [0, 2], [11, 10, 9, 8, 7], [6, 4]]


def merged(parts: Any, **how: Any) -> Result:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return merge_parts(parts, **how)


def made_parts(**how: Any) -> tuple[Result, list[bytes]]:
    truth, found = made_images(12)
    truth[0] = {
        "boxes": np.array([[0.0, 0, 9, 9]] * 3),
        "labels": np.array(list(CLASSES)),
        "iscrowd": np.zeros(3),
    }
    alone = whole(truth, found, list(range(12)), **how)
    return alone, [streamed(truth, found, list(range(12)), [batch], **how).to_bytes() for batch in SPLIT]


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"mode": "corrected"},
        {"class_agnostic": True},
        {"protocol": "voc"},
        {"protocol": "voc2007", "iou_thresholds": [0.3, 0.5]},
        {"max_detections": [1, 2, 3], "area_ranges": {"all": (0, 1e10), "tiny": (0, 700)}},
        {"iou_thresholds": np.arange(5, 100, 5) / 100},  # outcomes of more than 64 bits
    ],
)
@pytest.mark.parametrize("unpacked", [1 << 16, 5, 1])
def test_parts_in_any_order_are_one_evaluation(
    how: dict[str, Any], unpacked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However few detections of a class are unpacked at a time.
    alone, parts = made_parts(**how)
    said = [str(finding) for finding in merged(parts).warnings]
    monkeypatch.setattr(part_merging, "_UNPACKED", unpacked)
    assert [str(finding) for finding in merged(parts).warnings] == said
    for order in ([0, 1, 2, 3], [2, 0, 3, 1]):
        result = merged([parts[i] for i in order], expect=[str(i) for i in range(12)])
        assert dict(result.metrics) == dict(alone.metrics)
        assert result.precision.tobytes() == alone.precision.tobytes()
        assert result.recall.tobytes() == alone.recall.tobytes()
        assert [(e.images, e.truths, e.detections, dict(e.metrics)) for e in result.per_class] == [
            (e.images, e.truths, e.detections, dict(e.metrics)) for e in alone.per_class
        ]
        assert data_codes(result) == data_codes(alone)


def test_a_part_given_twice_counts_once_and_one_left_out_is_refused() -> None:
    alone, parts = made_parts()
    result = merged([*parts, parts[1]])
    assert dict(result.metrics) == dict(alone.metrics)
    assert [e.count for e in result.warnings if e.code == "W-570"] == [2]
    with pytest.raises(InputError, match=r"E-571.*2 of 12 announced images are missing \(id 0, 2\)"):
        merged([parts[0], *parts[2:]], expect=range(12))
    with pytest.raises(InputError, match=r"E-572.*1 image is not expected \(id 11 first\)"):
        merged(parts, expect=range(11))
    with pytest.raises(InputError, match=r"E-570.*2 images are given more than once \(id 0, 2\)"):
        merged([*parts, parts[1]], repeated="refuse")
    with pytest.raises(ArgumentError, match="parts: none"):
        merge_parts([])


def test_an_image_with_two_contents_is_refused_or_the_lowest_wins() -> None:
    truth, found = made_images(4)
    one = streamed(truth, found, [0, 1, 2, 3], [[0, 1]]).to_bytes()
    other = streamed(truth, found, [0, 0, 1, 3], [[2, 3]]).to_bytes()
    with pytest.raises(InputError, match=r"E-570.*other objects or detections \(id 1\)"):
        merged([one, other])
    both = [merged(order, repeated="lowest") for order in ([one, other], [other, one])]
    assert both[0].precision.tobytes() == both[1].precision.tobytes()


def test_damaged_and_other_parts_are_refused_by_name() -> None:
    _, parts = made_parts()
    cut, altered, newer = parts[0][:-40], bytearray(parts[0]), bytearray(parts[0])
    altered[-50] ^= 1
    newer[8] = 2
    for bad, code in ((cut, "E-574"), (bytes(altered), "E-574"), (bytes(newer), "E-575"), (b"{}", "E-574")):
        with pytest.raises(InputError, match=code):
            merged([parts[1], bad])
    with pytest.raises(InputError, match="E-576"):
        merged([parts[0], Evaluator(CLASSES, mode="corrected").to_bytes()])
    with pytest.raises(InputError, match=r"E-101 nowhere\.tbx"):
        merged(["nowhere.tbx"])


def test_rows_stay_in_the_parts() -> None:
    _, parts = made_parts()
    state = merged(parts).state
    with pytest.raises(ArgumentError, match=r"Evaluator\.load each part"):
        accumulate(state)
    with pytest.raises(ArgumentError, match="no rows to add"):
        state + state


@pytest.mark.parametrize(
    "protocol",
    [
        *("ultralytics", "ultralytics_8_4_40", "yolov5", "caltech", "citypersons", "crowdhuman"),
        *("wider_face", "froc"),
    ],
)
def test_numbers_of_all_classes_together_are_merged_with_all_rows(protocol: str) -> None:
    alone, parts = made_parts(protocol=protocol)
    expected = {name: value for name, value in alone.metrics.items() if not name.startswith("JI")}
    for order in (parts, parts[::-1], [Evaluator(CLASSES, protocol=protocol).to_bytes(), *parts]):
        found = merged(order, expect=range(12)).metrics
        assert {name: found[name] for name in expected} == expected
    with pytest.raises(InputError, match="E-571"):
        merged(parts[1:], expect=range(12))
