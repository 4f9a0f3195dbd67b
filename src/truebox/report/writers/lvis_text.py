"""The thirteen lines that the `lvis` package prints, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["to_lvis_text"]

_TITLE = {"AP": "Average Precision", "AR": "Average Recall"}
_SIZES = ("s", "m", "l")
_GROUPS = ("r", "c", "f")


def to_lvis_text(result: Result) -> str:
    """Return what ``LVISEval.print_results()`` prints for the same evaluation.

    Parameters
    ----------
    result : Result
        Of the protocol ``lvis``.

    Returns
    -------
    str
        Thirteen lines, each ended; undefined values read ``-1.000`` here and only here.

    Examples
    --------
    >>> print(to_lvis_text(result), end="")                               # doctest: +SKIP
     Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=300 catIds=all] = 0.247
    """
    thresholds = result.parameters.iou_thresholds
    span = f"{thresholds[0]:0.2f}:{thresholds[-1]:0.2f}"
    limit = result.parameters.max_detections[-1]
    lines = []
    for key, value in result.metrics.items():
        kind, rest = key[:2], key[2:]
        # The package takes any digit after AP for a threshold; "AR@300" has none in that place.
        overlap = f"{float(rest) / 100:0.2f}" if kind == "AP" and rest.isdigit() else span
        area = rest if rest in _SIZES else "all"
        group = rest if rest in _GROUPS else "all"
        shown = -1.0 if value is None else value
        lines.append(
            f" {_TITLE[kind]:<18} ({kind}) @[ IoU={overlap:<9} | area={area:>6s} | "
            f"maxDets={limit:>3d} catIds={group:>3s}] = {shown:0.3f}\n"
        )
    return "".join(lines)
