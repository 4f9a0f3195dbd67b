"""The same program with pycocotools and with what stands in for it, and all that it leaves compared."""

from __future__ import annotations

import contextlib
import copy
import io
import re
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

Tools = SimpleNamespace
"""``COCO``, ``COCOeval``, ``Params`` and ``mask`` of one of both."""


def reference_tools() -> Tools:
    from pycocotools import mask
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval, Params

    return Tools(COCO=COCO, COCOeval=COCOeval, Params=Params, mask=mask)


def own_tools() -> Tools:
    from truebox.integrations.pycocotools import COCO, COCOeval, Params, mask

    return Tools(COCO=COCO, COCOeval=COCOeval, Params=Params, mask=mask)


def _seconds_left_out(text: str) -> str:
    return re.sub(r"t=\d+\.\d+s", "t=", text)


def outcome(program: Callable[[Tools], Any], tools: Tools) -> tuple[Any, str]:
    """What the program returns, or the type of its error, and what it prints."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the reference, on NumPy 2
        try:
            found = program(tools)
        except Exception as error:
            found = _family(error)
    return found, _seconds_left_out(told.getvalue())


_KINDS = (
    *(KeyError, IndexError, AssertionError, OverflowError, ValueError, TypeError, AttributeError),
    UnboundLocalError,
    NameError,
)


def _family(error: Exception) -> type[Exception]:
    return next((kind for kind in _KINDS if isinstance(error, kind)), Exception)


def assert_same(program: Callable[[Tools], Any], context: str = "") -> Any:
    """Run a program with both; the values, the errors and the printed lines are the same."""
    with np.errstate(all="ignore"):
        theirs, their_text = outcome(program, reference_tools())
        ours, our_text = outcome(program, own_tools())
    assert our_text == their_text, context
    assert_equal(ours, theirs, context)
    return ours


def assert_equal(ours: Any, theirs: Any, place: str = "") -> None:
    """Equal values of equal kinds: arrays bit for bit and with their dtype, containers entry by entry."""
    if isinstance(theirs, np.ndarray):
        assert isinstance(ours, np.ndarray), place
        assert ours.dtype == theirs.dtype, f"{place}: {ours.dtype} is not {theirs.dtype}"
        assert ours.shape == theirs.shape, f"{place}: {ours.shape} is not {theirs.shape}"
        for order in ("c_contiguous", "f_contiguous"):
            assert getattr(ours.flags, order) == getattr(theirs.flags, order), f"{place}: {order} in memory"
        if theirs.dtype == object:
            for row, (one, other) in enumerate(zip(ours.ravel(), theirs.ravel(), strict=True)):
                assert_equal(one, other, f"{place}[{row}]")
        else:
            np.testing.assert_array_equal(ours, theirs, err_msg=place)
    elif isinstance(theirs, dict):
        assert list(ours) == list(theirs), place
        for key in theirs:
            assert_equal(ours[key], theirs[key], f"{place}[{key!r}]")
    elif isinstance(theirs, list | tuple):
        assert type(ours) is type(theirs), f"{place}: {type(ours)} is not {type(theirs)}"
        assert len(ours) == len(theirs), place
        for row, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_equal(one, other, f"{place}[{row}]")
    elif type(theirs).__module__.endswith(("cocoeval", "params")):
        assert_equal(vars(ours), vars(theirs), place)
    else:
        assert ours == theirs or (ours != ours and theirs != theirs), f"{place}: {ours!r} is not {theirs!r}"


def evaluation_of(tools: Tools, truth: Any, results: Any, kind: str = "bbox", **params: Any) -> Any:
    """An evaluation of copies, with parameters set."""
    loaded = tools.COCO()
    loaded.dataset = copy.deepcopy(truth)
    loaded.createIndex()
    evaluation = tools.COCOeval(loaded, loaded.loadRes(copy.deepcopy(results)), kind)
    for name, value in params.items():
        setattr(evaluation.params, name, copy.deepcopy(value))
    return evaluation


def everything(evaluation: Any, *, looked_at: bool = True) -> dict[str, Any]:
    """Run the three steps, and take all that people look at."""
    evaluation.evaluate()
    entries = evaluation.evalImgs if looked_at else None
    overlaps = evaluation.ious if looked_at else None
    evaluation.accumulate()
    try:
        evaluation.summarize()
    except IndexError:
        evaluation.stats = "IndexError"
    tables = {key: value for key, value in evaluation.eval.items() if key != "date"}
    return {"entries": entries, "overlaps": overlaps, "tables": tables, "stats": evaluation.stats}
