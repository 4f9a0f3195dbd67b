"""Drops judged one by one; what becomes of them is in test_gates.py."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as student

from truebox.diagnosis.gating.drop_judging import drops_from_document, drops_from_result, of_both
from truebox.diagnosis.gating.gate_baseline import BaselineDocument
from truebox.diagnosis.gating.gate_expression import parse_gate
from truebox.evaluation.matching.counted_truths import counted_truths


def asked(result, before, text):
    gate = parse_gate(text)
    value, earlier = (
        each.metrics[gate.metric] if gate.selector is None else each.per_class[0].metrics[gate.metric]
        for each in (result, before)
    )
    return gate, value, earlier - gate.limit


def test_they_are_those_of_a_comparison(made, noisier):
    from truebox.diagnosis import compare

    (pair,) = compare(made, noisier).pairs
    drops = [asked(noisier, made, text) for text in ("AP=0", "AP50[class 1]=0")]
    found = drops_from_result(made, noisier, drops, threads=1)
    assert found[0].p == pytest.approx(pair.metrics["AP"].p, abs=0.01)
    assert found[1].p == pytest.approx(pair.per_class[0].metrics["AP50"].p, abs=0.03)
    assert found[0].corrected_p >= found[0].p


def test_a_document_with_its_error_is_judged_by_it(made, noisier):
    document = BaselineDocument(made.to_dict(), "last.json", noisier)
    drop = asked(noisier, made, "AP=0")
    (alone,) = drops_from_document(document, noisier, [drop], threads=1)
    document.entry = {**document.entry, "diagnosis": {"intervals": {"metrics": {"AP": {"error": 1e-9}}}}}
    (sure,) = drops_from_document(document, noisier, [drop], threads=1)
    assert alone.error == pytest.approx(sure.error * 2**0.5)
    assert sure.p < alone.p


@pytest.mark.parametrize("factor", [None, 0.75, 75.0])
def test_few_images_are_judged_by_students_t(made, noisier, factor):
    images = len(noisier.state.images)
    held = len(np.unique(counted_truths(noisier).image))
    document = BaselineDocument(made.to_dict(), "last.json", noisier)
    drop = asked(noisier, made, "AP=0")
    (alone,) = drops_from_document(document, noisier, [drop], threads=1)
    own = alone.error / 2**0.5  # sqrt(n / (n - 1)) times that of the bootstrap
    if factor is None:
        assert alone.p == pytest.approx(2 * student.sf(abs(alone.value) / alone.error, held - 1))
        return
    stored = {"images": round(factor * images), "metrics": {"AP": {"error": 0.02}}}
    document.entry = {**document.entry, "diagnosis": {"intervals": stored}}
    (found,) = drops_from_document(document, noisier, [drop], threads=1)
    kept = round(factor * held)
    theirs = 0.02 * (kept / (kept - 1)) ** 0.5
    freedom = (own**2 + theirs**2) ** 2 / (own**4 / (held - 1) + theirs**4 / (kept - 1))
    assert found.error == pytest.approx((own**2 + theirs**2) ** 0.5)
    assert found.p == pytest.approx(2 * student.sf(abs(found.value) / found.error, int(freedom)), rel=1e-3)


@pytest.mark.parametrize(
    ("own", "earlier", "error", "freedom"),
    [
        # Variances .09 * 10/9 = .1 (9 degrees) and .16 * 5/4 = .2 (4): .09 / (.01/9 + .04/4) = 8.1.
        ((0.3, 10), (0.4, 5), 0.3**0.5, 8),
        ((0.3, 10), (0.3, 10), 0.2**0.5, 18),
        ((0.3, 10), None, 0.2**0.5, 9),  # twice the same number tells no more
        ((0.3, 2), (0.3, 1), (4 * 0.09) ** 0.5, 2),  # of one image as of two
    ],
)
def test_welchs_degrees_of_freedom(own, earlier, error, freedom):
    assert of_both(own, earlier) == (pytest.approx(error), freedom)
