"""The two protocols by name."""

from __future__ import annotations

from truebox.evaluation import Matching, Quirk, protocol_value


def test_only_citypersons_reads_the_end_of_the_curve() -> None:
    city, caltech = map(protocol_value, ("citypersons", "caltech"))
    assert city.policy.matching == caltech.policy.matching == Matching.REGION
    assert Quirk.BEYOND_REFERENCE in city.quirks
    assert caltech.quirks == Quirk.TIE_ORDER
    assert city.columns == caltech.columns == ("MR", "AP", "AR")
