"""Results without scores, diagnosed: words, intervals of every number, and the keys of every diagnosis."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from truebox.diagnosis import check_gates, diagnose, in_words, track_intervals
from truebox.diagnosis.unscored_diagnosis import intervals_of_parts
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, evaluate_panoptic, evaluate_tracks
from truebox.generation import make_dataset
from truebox.report import to_json


def tracks(sequences: int, moved: int) -> dict[str, Any]:
    """Two objects in five frames of each sequence; of two thirds of these the later boxes are moved."""
    return {
        f"s{place}": {
            "frames": np.tile(np.arange(1, 6), 2),
            "ids": np.repeat([1, 2], 5),
            "boxes": [
                [100 * i + (moved if place % 3 and i % 2 else 0), 0, 115 + 100 * i, 9] for i in range(10)
            ],
        }
        for place in range(sequences)
    }


@pytest.fixture
def result() -> Any:
    return evaluate_tracks(tracks(16, 0), tracks(16, 60))


def test_its_intervals_are_those_of_the_kind(result: Any) -> None:
    found = diagnose(result, replicates=200, seed=3)
    assert found.intervals.metrics == track_intervals(result, replicates=200, seed=3)
    assert (found.intervals.drawn, found.intervals.count) == ("sequences", 16)
    assert list(found.words) == list(in_words(result))


def test_a_document_has_the_keys_of_every_diagnosis(result: Any) -> None:
    found = diagnose(result, replicates=200)
    (entry,) = json.loads(to_json(result, diagnoses=[found]))["results"]
    of_boxes = diagnose(evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected"), replicates=100)
    assert entry["diagnosis"].keys() == of_boxes.to_dict().keys()
    hota = found.intervals.metrics["HOTA"]
    assert entry["diagnosis"]["intervals"]["metrics"]["HOTA"] == json.loads(json.dumps(hota.to_dict()))
    assert hota.low < result.metrics["HOTA"] < hota.high
    lacking = {key for key, part in entry["diagnosis"].items() if not part} - {"skipped"}
    assert lacking == set(entry["diagnosis"]["skipped"])


def test_classes_have_intervals_too() -> None:
    parts = [
        {"image_id": k, "segmentation": [[4, 4, 5]], "segments_info": [{"id": 4, "category_id": 1},
         {"id": 5, "category_id": 2}]}
        for k in range(12)
    ]  # fmt: skip
    names = [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "sky", "isthing": 0}]
    found = intervals_of_parts(
        evaluate_panoptic({"categories": names, "annotations": parts}, {"annotations": parts})
    )
    assert [(each.name, sorted(each.metrics)) for each in found.per_class] == [
        ("cat", ["PQ", "RQ", "SQ"]),
        ("sky", ["PQ", "RQ", "SQ"]),
    ]
    assert found.per_class[0].metrics["PQ"].value == 1.0


def test_what_has_no_meaning_is_refused(result: Any) -> None:
    with pytest.raises(ArgumentError, match=r"drawn by its sequences or images. Fix: leave groups out"):
        diagnose(result, groups=["a"])
    with pytest.raises(ArgumentError, match="replicates"):
        diagnose(result, replicates=1)


def test_a_gate_takes_the_errors_that_a_document_holds(result: Any) -> None:
    document = result.to_dict()
    document["results"][0]["diagnosis"] = diagnose(result, replicates=200).to_dict()
    good = evaluate_tracks(tracks(16, 0), tracks(16, 0))

    def p_of(**change: Any) -> str:
        stored = json.loads(json.dumps(document))
        stored["results"][0]["metrics"]["HOTA"] += 0.02
        stored["results"][0]["diagnosis"]["intervals"]["metrics"]["HOTA"].update(change)
        (gate,) = check_gates(result, baseline=stored, max_drop=["HOTA=0"], significant=True)
        return str(gate.reason)

    assert check_gates(good, baseline=document, max_drop=["HOTA=0"], significant=True).passed
    # A number that was surely so much higher is a drop less likely by chance.
    assert p_of(error=1e-9) != p_of(error=0.5)
