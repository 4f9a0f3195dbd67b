"""When a gate passes, and when it does not."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from truebox.diagnosis import check_gates
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset


def test_at_least_and_at_most_include_the_limit(made):
    ap = made.metrics["AP"]
    for text, passed in [
        (f"AP={ap!r}", True),
        (f"AP<={ap!r}", True),
        (f"AP={ap + 1e-9!r}", False),
        (f"AP<={ap - 1e-9!r}", False),
    ]:
        (gate,) = check_gates(made, [text])
        assert gate.passed is passed, text
        assert gate.value == ap


def test_an_undefined_metric_fails(made):
    lost = replace(made, metrics={**made.metrics, "AP": None}, undefined={"AP": "no images"})
    for text in ("AP=0", "AP<=1"):
        (gate,) = check_gates(lost, [text])
        assert (gate.value, gate.passed, gate.reason) == (None, False, "no images")


def test_a_drop_is_measured_from_the_baseline(made, noisier):
    drop = made.metrics["AP"] - noisier.metrics["AP"]
    assert drop > 0.001
    for limit, passed in ((drop + 1e-6, True), (drop - 1e-6, False)):
        (gate,) = check_gates(noisier, baseline=made, max_drop=[f"AP={limit:.9f}"])
        assert gate.passed is passed
        assert gate.limit == pytest.approx(made.metrics["AP"] - limit, abs=1e-8)
        assert gate.expression.startswith("max-drop AP=")
        assert gate.reason == f"baseline {made.metrics['AP']:.3f}"
    assert check_gates(made, baseline=noisier, max_drop=["AP=0"]).passed


def test_a_document_and_its_file_say_the_same(made, noisier, tmp_path):
    file = tmp_path / "last.json"
    file.write_text(json.dumps(made.to_dict()), encoding="utf-8")
    wanted = ["AP=0.0001", "AP50[class 1]=0.9"]
    by_result = check_gates(noisier, baseline=made, max_drop=wanted)
    for baseline in (made.to_dict(), file, str(file)):
        found = check_gates(noisier, baseline=baseline, max_drop=wanted)
        assert [(gate.value, gate.limit, gate.passed) for gate in found] == [
            (gate.value, gate.limit, gate.passed) for gate in by_result
        ]


def test_a_significant_drop_fails_and_chance_passes(made, noisier):
    for baseline in (made, made.to_dict()):
        (gate,) = check_gates(noisier, baseline=baseline, max_drop=["AP=0"], significant=True)
        assert not gate.passed
    # A drop of one part in a million lies inside any interval; blurring scores by .002 does little either.
    hair = replace(made, metrics={**made.metrics, "AP": made.metrics["AP"] + 1e-6})
    lower, higher = sorted((made, _blurred()), key=lambda result: result.metrics["AP"])
    for result, baseline in ((made, hair.to_dict()), (lower, higher)):
        assert not check_gates(result, baseline=baseline, max_drop=["AP=0"]).passed
        (gate,) = check_gates(result, baseline=baseline, max_drop=["AP=0"], significant=True)
        assert gate.passed
        assert gate.reason.endswith("no significant drop")


def _blurred():
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    noise = np.random.default_rng(3).normal(0, 0.002, len(found.scores))
    return evaluate(truth, replace(found, scores=np.clip(found.scores + noise, 0, 1)), mode="corrected")


def test_classes_can_be_judged_and_slices_cannot(made, noisier):
    assert len(check_gates(noisier, baseline=made, max_drop=["AP[class 1]=0"], significant=True)) == 1
    with pytest.raises(ArgumentError, match="whether a drop of recall is significant is not known"):
        check_gates(noisier, baseline=made, max_drop=["recall=0"], significant=True)


@pytest.mark.parametrize(
    "arguments",
    [{"max_drop": ["AP=0.1"]}, {"baseline": {}}, {"significant": True}],
)
def test_half_a_comparison_is_refused(made, arguments):
    with pytest.raises(ArgumentError, match="Fix: pass"):
        check_gates(made, **arguments)


def test_a_drop_has_no_relation(made):
    with pytest.raises(ArgumentError, match="a largest drop is written with ="):
        check_gates(made, baseline=made, max_drop=["AP<=0.1"])
