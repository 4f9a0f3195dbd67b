"""From matched tracks to average precision and recall, under the names that TrackEval gives to them.

Source: the TAO and YouTube-VIS toolkits, as TrackEval 1.3.0 unites them; its sums are taken in its order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks.track_map.matches import map_thresholds

if TYPE_CHECKING:
    from truebox.evaluation.tracks.track_map.matches import CellMatches
    from truebox.evaluation.tracks.track_map.rules import TrackMapRules
    from truebox.typing import FloatArray

__all__ = ["averaged_maps", "map_fields"]

_RECALLS = np.linspace(0.0, 1.0, 101, endpoint=True)
_SPACING = float(np.spacing(1))
_ENDINGS = {
    **{"area_s": "s", "area_m": "m", "area_l": "l"},
    **{"time_s": "-short", "time_m": "-medium", "time_l": "-long"},
}


def map_fields(cells: Sequence[CellMatches], rules: TrackMapRules) -> dict[str, dict[str, Any]]:
    """Fields of one class over some videos.

    Parameters
    ----------
    cells : sequence of CellMatches
        One for each video, in their order.
    rules : TrackMapRules
        The ranges and limits.

    Returns
    -------
    mapping
        ``"TrackMAP"``: TrackEval's fields by threshold, -1 where there is no true track; ``"AP"``: the same
        under the names of COCO, NaN there, and recall of the best tracks of each video alone.
    """
    held = [each for each in cells if not each.is_empty]
    fields: dict[str, Any] = {}
    for m, label in enumerate(rules.labels):
        fields[f"AP_{label}"], fields[f"AR_{label}"] = _curve(held, m)
    limited = {f"AR{limit}": _curve(held, 0, limit)[1] for limit in rules.limits}
    return {"TrackMAP": fields, "AP": _named(fields, limited)}


def averaged_maps(classes: Sequence[Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
    """The mean over classes that have a true track, threshold by threshold."""
    fields = {
        name: _mean_of_known(np.array([each["TrackMAP"][name] for each in classes]))
        for name in classes[0]["TrackMAP"]
    }
    limited = {
        name: _mean_of_known(np.nan_to_num(np.array([each["AP"][name] for each in classes]), nan=-1.0))
        for name in classes[0]["AP"]
        if name.startswith("AR") and name[2:].isdigit()
    }
    return {"TrackMAP": fields, "AP": _named(fields, limited)}


def _mean_of_known(stacked: FloatArray) -> FloatArray:
    columns = [column[column > -1] for column in stacked.T]
    return np.array([column.mean() if len(column) else -1.0 for column in columns])


def _named(fields: Mapping[str, FloatArray], limited: Mapping[str, FloatArray]) -> dict[str, Any]:
    precision = _known(fields["AP_all"])
    ranges = [label[3:] for label in fields if label.startswith("AP_") and label != "AP_all"]
    return {
        "AP": precision,
        "AP50": precision[0],
        "AP75": precision[5],
        **{f"AP{_ENDINGS[label]}": _known(fields[f"AP_{label}"]) for label in ranges},
        **{name: _known(values) for name, values in limited.items()},
        "AR": _known(fields["AR_all"]),
        **{f"AR{_ENDINGS[label]}": _known(fields[f"AR_{label}"]) for label in ranges},
    }


def _known(values: FloatArray) -> FloatArray:
    return np.where(values < 0, np.nan, values)


def _curve(cells: Sequence[CellMatches], m: int, limit: int | None = None) -> tuple[FloatArray, FloatArray]:
    """Precision averaged over 101 recalls, and the last recall, by threshold."""
    count = len(map_thresholds("strict"))
    truths = sum(int(each.truths[m]) for each in cells)
    if not truths:
        return np.full(count, -1.0), np.full(count, -1.0)
    scores = np.concatenate([each.score[:limit] for each in cells])
    order = np.argsort(-scores, kind="stable")
    matched = np.concatenate([each.matched[m, :, :limit] for each in cells], axis=1)[:, order]
    counted = ~np.concatenate([each.ignored[m, :, :limit] for each in cells], axis=1)[:, order]
    right = np.cumsum(matched & counted, axis=1).astype(np.float64)
    wrong = np.cumsum(~matched & counted, axis=1).astype(np.float64)
    recall = right / truths
    precision = right / (wrong + right + _SPACING)
    precision = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
    averages = np.zeros(count)
    for t in range(count):
        places = np.searchsorted(recall[t], _RECALLS, side="left")
        reached = places < len(scores)
        at_recall = np.zeros(len(_RECALLS))
        at_recall[reached] = precision[t][places[reached]]
        averages[t] = at_recall.mean()
    return averages, recall[:, -1].copy() if len(scores) else np.zeros(count)
