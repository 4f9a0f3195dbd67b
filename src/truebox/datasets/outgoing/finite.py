"""Records that hold numbers which are none are not written: no file of ours would be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.records import Predictions

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["refuse_unfinite"]


def refuse_unfinite(side: Truth | Predictions) -> None:
    """Refuse a box (E-138) or a score (E-139) that is NaN or infinite, before anything is written.

    Examples
    --------
    >>> import truebox as tb
    >>> from dataclasses import replace
    >>> found = tb.read_predictions([{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5]}])
    >>> refuse_unfinite(replace(found, scores=np.array([np.nan])))
    Traceback (most recent call last):
    truebox.errors.InputError: E-139 <predictions> row 0: the score nan is not a finite number. Fix: give ...
    """
    bad = ~np.isfinite(side.boxes).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        problem = f"the box {tuple(side.boxes[row].tolist())} is not finite"
        fix = "give every object a box of finite numbers"
        raise InputError("E-138", f"{side.source.name} row {row}", problem, fix, row=row)
    if isinstance(side, Predictions) and not np.isfinite(side.scores).all():
        row = int(np.argmin(np.isfinite(side.scores)))
        problem = f"the score {side.scores[row]} is not a finite number"
        fix = "give every detection a finite score"
        raise InputError("E-139", f"{side.source.name} row {row}", problem, fix, row=row)
