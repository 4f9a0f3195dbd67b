"""Whether equal scores may decide about a result."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

import truebox as tb
from truebox.evaluation.detection.tie_hint import ties_may_matter

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUTH = [{"boxes": [[0, 0, 9, 9]], "labels": [1]}]
FOUND = [{"boxes": [[50, 0, 59, 9], [0, 0, 9, 9]], "labels": [1, 1], "scores": [0.5, 0.5]}]


def test_equal_scores_and_the_quirk_of_ties_hint_at_it():
    result = tb.evaluate(TRUTH, FOUND)
    assert ties_may_matter(result)
    for kept in ("W-304", "W-310"):
        own = tuple(finding for finding in result.warnings if finding.code == kept)
        assert ties_may_matter(replace(result, warnings=own)) == bool(own)
    assert not ties_may_matter(replace(result, warnings=()))


def test_different_scores_do_not():
    found = [{**FOUND[0], "scores": [0.5, 0.4]}]
    assert not ties_may_matter(tb.evaluate(TRUTH, found))


def test_large_results_are_not_looked_at():
    result = tb.evaluate(TRUTH, FOUND)
    assert not ties_may_matter(SimpleNamespace(predictions=range(50_001), warnings=result.warnings))
