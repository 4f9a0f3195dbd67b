"""AP of a slice has the rules of AP of the whole, or is left out."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.diagnosis import slices

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_ap_by_a_measure_of_the_protocol_is_left_out_and_said() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["person"]}
    found = [box | {"scores": [0.5]}]
    strict, mended = (
        slices(tb.evaluate([box], found, protocol="crowdhuman", mode=mode, fit_test=False), ["size"])
        for mode in ("strict", "corrected")
    )
    assert (strict.rows[0].ap, strict.rows[0].recall, "CrowdHuman" in strict.no_ap) == (None, 1.0, True)
    assert (mended.rows[0].ap, mended.rows[0].recall, mended.no_ap) == (1.0, 1.0, "")
    assert "no_ap" not in mended.to_dict()
