"""Names of the rules of confidence."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.suppression.confidence import as_confidence


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("avg", "average"),
        ("max", "maximum"),
        ("box_and_model_avg", "box_and_model_average"),
        ("absent_model_aware_avg", "absent_model_aware_average"),
        ("average", "average"),
    ],
)
def test_names_of_ensemble_boxes_are_taken(given, meant):
    assert as_confidence(given) == meant


@pytest.mark.parametrize("other", ["mean", None, 3])
def test_another_is_refused(other):
    with pytest.raises(ArgumentError, match=r"confidence is .*expected one of average, maximum"):
        as_confidence(other)
