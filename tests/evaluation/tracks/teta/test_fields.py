"""TETA of sums, by hand."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.tracks.teta.fields import averaged_teta, joined_teta, teta_fields


def sums(found: float, missed: float, kept: float) -> dict:
    counts = {"Loc_TP": found, "Loc_FN": missed, "Loc_FP": 0}
    made = {f"teta_{name}": np.full(20, float(value)) for name, value in counts.items()}
    made |= {
        f"teta_Cls_{kind}": np.full(10, float(found if kind == "TP" else 0)) for kind in ("TP", "FN", "FP")
    }
    return made | {f"teta_{name}": np.full(20, kept) for name in ("AssocA", "AssocRe", "AssocPr")}


def test_association_is_weighted_by_boxes_found():
    fields = teta_fields(joined_teta([sums(3, 1, 0.5), sums(1, 3, 0.1)]))["TETA"]
    np.testing.assert_allclose(fields["AssocA"], 0.4)
    assert (fields["LocA"] == 0.5).all()
    np.testing.assert_allclose(fields["TETA"], (0.5 + 0.4 + 1) / 3)


def test_the_mean_over_classes_adds_counts():
    mean = averaged_teta([teta_fields(sums(4, 0, 1.0)), teta_fields(sums(0, 4, 0.0))])["TETA"]
    assert (mean["LocA"] == 0.5).all()
    assert (mean["Loc_FN"] == 4).all()


def test_not_measured():
    assert teta_fields({"hota_tp": 1}) == {}
