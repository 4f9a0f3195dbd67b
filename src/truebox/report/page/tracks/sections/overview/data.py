"""HOTA, what costs it in sentences, and the gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.diagnosis import in_words, log_loss, track_intervals
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.tracks.material import TrackMaterial, TrackSide

__all__ = ["SECTION"]


def _of_page(material: TrackMaterial) -> dict[str, Any]:
    return {
        "words": [*material.words, *material.left_out],
        "gates": [dict(gate) for gate in material.gates],
    }


def _of_side(side: TrackSide) -> dict[str, Any]:
    result = side.result
    found = track_intervals(result, replicates=side.replicates) if side.replicates else {}
    hota = found.get("HOTA")
    return {
        "metrics": {key: result.metrics[key] for key in side.shown},
        "low": hota.low if hota else None,
        "high": hota.high if hota else None,
        "unsure": hota.reason if hota else None,
        "switches": result.switches,
        "fragmentations": result.fragmentations,
        "losses": [log_loss(result.hota.per_alpha[part]) for part in ("DetA", "AssA")],
        "words": list(in_words(result)),
        "warnings": [{"code": each.code, "message": each.message} for each in result.warnings],
    }


SECTION = Section(order=10, link="Overview", of_page=_of_page, of_side=_of_side)
