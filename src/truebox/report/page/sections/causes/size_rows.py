"""AP and recall by the size of the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["size_rows"]

_SHORT = {"small": "s", "medium": "m", "large": "l"}


def size_rows(result: Result) -> list[dict[str, Any]]:
    """One row for each area range but that of all sizes: bounds, truths, AP and recall, and why one is None.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> rows = size_rows(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> [(row["label"], row["truths"], row["AP"], row["reason"] is None) for row in rows]
    [('small', 1, 1.0, True), ('medium', 0, None, False), ('large', 0, None, False)]
    """
    rows = []
    ranges = result.parameters.area_ranges
    whole = list(ranges.values())[result.parameters.main_range]
    for place, (label, bounds) in enumerate(ranges.items()):
        if bounds == whole:  # all, or a set of other things than sizes
            continue
        keys = [
            next(
                (key for key in (f"{kind}{_SHORT.get(label)}", f"{kind}[{label}]") if key in result.metrics),
                "",
            )
            for kind in ("AP", "AR")
        ]
        rows.append(
            {
                "label": label,
                "bounds": list(bounds),
                "truths": int(result.state.truths[:, place].sum()),
                "AP": result.metrics.get(keys[0]),
                "AR": result.metrics.get(keys[1]),
                "reason": result.undefined.get(keys[0]),
            }
        )
    return rows
