"""A protocol of one's own goes wherever a name does: evaluated, resampled, compared, diagnosed, reported."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox import diagnosis, report
from truebox.errors import ArgumentError
from truebox.evaluation import (
    Case,
    CocoParameters,
    DetectionProtocol,
    Matching,
    MatchingPolicy,
    MatchState,
    PrecisionRule,
    Protocol,
    Question,
    coco_parameters,
    evaluate,
)
from truebox.evaluation.protocol import EVERY_ARGUMENT, as_it_is
from truebox.generation import make_dataset
from truebox.records import Truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def defaults(geometry: str, mended: Any) -> CocoParameters:
    return coco_parameters(
        iou_thresholds=[0.5, 0.75],
        area_ranges={"all": (0, 1e10)},
        max_detections=[50],
        geometry=geometry,
        mended=mended,
    )


def questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    even = np.arange(len(state.truths)) % 2 == 0
    return [
        Question("AP", True, "all", 50),
        Question("AP50", True, "all", 50, 0.5),
        Question("APeven", True, "all", 50, classes=even, why="no truth of even classes"),
        Question("AR", False, "all", 50),
    ]


def without_large(case: Case) -> Case:
    return replace(case, uncounted=(case.truth.area > 96**2).astype(np.uint8))


OWN = DetectionProtocol(
    name="ours",
    title="Ours",
    defaults=defaults,
    questions=questions,
    policy=MatchingPolicy(matching=Matching.VOC),
    precision=PrecisionRule.AREA,
    select=without_large,
)


@pytest.fixture(scope="module")
def made() -> tuple[Any, Any]:
    return make_dataset(40, 4, 12, 4.0, 1)


def test_its_numbers_are_those_of_its_parts(made: tuple[Any, Any]) -> None:
    truth, found = made
    result = evaluate(truth, found, protocol=OWN)
    assert list(result.metrics) == ["AP", "AP50", "APeven", "AR"]
    assert list(result.per_class[0].metrics) == ["AP", "AP50", "AR"]
    own = [entry.metrics["AP"] for entry in result.per_class]
    assert result.metrics["AP"] == pytest.approx(np.mean(own))  # type: ignore[arg-type]
    assert result.metrics["APeven"] == pytest.approx(np.mean(own[::2]))  # type: ignore[arg-type]
    assert result.truths == int(((truth.area <= 96**2) & (truth.crowd == 0)).sum())
    assert list(result.stats) == list(result.metrics.values())


def test_it_is_resampled_exactly(made: tuple[Any, Any]) -> None:
    result = evaluate(*made, protocol=OWN)
    once = diagnosis.intervals(result, within=np.ones(result.images, dtype=bool), replicates=100)
    for key, value in result.metrics.items():
        assert once.metrics[key].value == pytest.approx(value, abs=1e-12)


def test_half_of_the_images_are_weighed_as_they_are_evaluated(made: tuple[Any, Any]) -> None:
    truth, found = made
    result = evaluate(truth, found, protocol=OWN)
    half = np.arange(result.images) % 2 == 0
    alone = evaluate(truth, found, protocol=OWN, images=np.array(result.state.images.tolist())[half].tolist())
    weighed = diagnosis.intervals(result, within=half, replicates=100)
    for key, value in alone.metrics.items():
        assert weighed.metrics[key].value == pytest.approx(value, abs=1e-12)


def test_states_add_and_pickle(made: tuple[Any, Any]) -> None:
    truth, found = made
    ids = truth.images.ids.tolist()
    first, second = (evaluate(truth, found, protocol=OWN, images=part) for part in (ids[:15], ids[15:]))
    both = pickle.loads(pickle.dumps(first.state)) + second.state
    whole = evaluate(truth, found, protocol=OWN)
    total = tb.evaluation.summarise(both, tb.evaluation.accumulate(both))
    assert total.metrics == whole.metrics
    with pytest.raises(ArgumentError, match="different parameters"):
        first.state + evaluate(truth, found, protocol="voc", images=ids[15:]).state


def test_it_is_compared(made: tuple[Any, Any]) -> None:
    truth, found = made
    worse = replace(found, scores=found.scores[::-1].copy())
    pair = diagnosis.compare(truth, found, worse, protocol=OWN, replicates=100).pairs[0]
    assert list(pair.metrics) == ["AP", "AP50", "APeven", "AR"]
    assert (pair.metrics["AP"].value or 0) < 0


def test_it_is_diagnosed_and_reported(made: tuple[Any, Any]) -> None:
    truth, found = made
    rounded = replace(found, scores=found.scores.round(1))
    result = evaluate(truth, rounded, protocol=OWN)
    told = diagnosis.diagnose(result, replicates=100)
    assert told.skipped == {}
    assert told.ties is not None
    ap = told.ties.metrics["AP"]
    assert ap.worst < ap.value < ap.best
    assert diagnosis.errors(result, variant="coco", iou=0.5).ap == pytest.approx(result.metrics["AP50"])
    document = json.loads(report.to_json([result], diagnoses=[told]))
    assert document["protocol"]["name"] == "ours"
    assert document["results"][0]["metrics"] == result.metrics
    for text in (
        report.to_table([result], diagnoses=[told]),
        report.to_markdown([result]),
        report.to_latex([result]),
        report.to_csv([result]),
        report.to_page([result]),
    ):
        assert "ours" in text or "APeven" in text
    with pytest.raises(ArgumentError, match="'ours' has no such lines"):
        report.to_coco_text(result)


def test_settle_has_the_last_word(made: tuple[Any, Any]) -> None:
    def nothing_matches(case: Case, matched: Any) -> Any:
        assert len(case.alignment.images) == 40
        state = matched.state
        return replace(matched, state=replace(state, matched=np.zeros_like(state.matched)))

    plain = replace(OWN, settle=nothing_matches)
    assert evaluate(*made, protocol=plain, fit_test=False).metrics["AP"] == 0


def test_boxes_may_end_with_their_last_pixel() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    found = {"boxes": [[0, 0, 9, 4]], "labels": [1], "scores": [1.0]}
    apart = [
        evaluate([box], [found], protocol=replace(OWN, pixels=pixels)).metrics["AP50"]
        for pixels in ("continuous", "inclusive")
    ]
    assert apart == [0, 1]  # 36 of 81, and 50 of 100


def test_its_name_may_not_be_one_of_ours(made: tuple[Any, Any]) -> None:
    with pytest.raises(ArgumentError, match="the name 'coco' is taken"):
        evaluate(*made, protocol=replace(OWN, name="coco"))


def test_a_headline_without_ap_is_refused(made: tuple[Any, Any]) -> None:
    plain = replace(OWN, questions=lambda state, truth: questions(state, truth)[1:])
    with pytest.raises(ArgumentError, match="'ours' asks no question 'AP'"):
        evaluate(*made, protocol=plain)


def test_what_a_protocol_does_not_take_is_refused(made: tuple[Any, Any]) -> None:
    narrow = replace(OWN, takes=EVERY_ARGUMENT - {"categories", "lenient"})
    with pytest.raises(
        ArgumentError, match=r"categories: .*'ours' has no such choice.*out categories, lenient"
    ):
        evaluate(*made, protocol=narrow, categories=[1], lenient=True)
    with pytest.raises(ArgumentError, match="'ours' does not take 'masks'"):
        evaluate(*made, protocol=narrow, geometry="masks")


def test_a_protocol_of_another_kind_brings_its_evaluation() -> None:
    with pytest.raises(ArgumentError, match="'odd' does not say how it evaluates"):
        evaluate({}, [], protocol=Protocol(name="odd", title="Odd"))  # type: ignore[call-overload]


def test_a_step_without_a_rule_changes_nothing() -> None:
    given = object()
    assert as_it_is(given, "more") is given
