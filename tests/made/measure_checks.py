"""What holds for every measure by formula, called by the test file of each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from measure_cases import columns_of, elementwise, extra, pairwise, random_pairs

from truebox import Box, convert_boxes, formulas, overlap
from truebox.errors import ArgumentError, InputError

FORMATS = ("xyxy", "xywh", "cxcywh", "yxyx")


def check_measure(name: str) -> None:
    """`pairwise_*` and `elementwise_*` of `name` against its formula, in every format, and their refusals."""
    _against_the_formula(name)
    _formats(name)
    _relative_formats(name)
    _inclusive_pixels(name)
    _shapes_and_outputs(name)
    _threads(name)
    _two_boxes(name)
    _refusals(name)


def check_two_squares(name: str, value: float) -> None:
    """The measure of (0, 0, 4, 4) and (2, 2, 6, 6) is `value`, by each of its functions."""
    a, b = [0, 0, 4, 4], [2, 2, 6, 6]
    single = getattr(overlap, name)(a, b, **extra(name))
    assert elementwise(name, [a], [b])[0] == pairwise(name, [a], [b])[0, 0] == single
    assert single == pytest.approx(value, rel=1e-14)


def _reference(name: str, a: Any, b: Any) -> Any:
    lengths = {"image_width": 640, "image_height": 480} if name == "mpdiou" else {}
    return getattr(formulas, name)(np, a, b, **lengths)


def _against_the_formula(name: str) -> None:
    a, b = random_pairs(150, 3)
    # More than one step of rows, and of another length on the other side.
    for values, expected in (
        (pairwise(name, a, b[:130]), _reference(name, a[:, None], b[:130])),
        (elementwise(name, a, b), _reference(name, a, b)),
    ):
        # The arctangents of NumPy and of the kernel's library may differ in the last bit.
        same = np.allclose(values, expected, 0, 1e-15) if name == "ciou" else np.array_equal(values, expected)
        assert same
    single = pairwise(name, a.astype(np.float32), b.astype(np.float32))
    assert single.dtype == np.float32
    assert single == pytest.approx(_reference(name, a[:, None], b), abs=1e-5)


def _formats(name: str) -> None:
    a, b = random_pairs(20, 4)
    expected = pairwise(name, a, b)
    for box_format in FORMATS:
        converted = [convert_boxes(boxes, "xyxy", box_format) for boxes in (a, b)]
        assert pairwise(name, *converted, box_format=box_format) == pytest.approx(expected, abs=1e-12)


def _relative_formats(name: str) -> None:
    a, b = random_pairs(20, 5)
    expected = elementwise(name, a, b)
    size = (640, 480)
    for box_format in FORMATS:
        converted = [convert_boxes(boxes, "xyxy", f"rel_{box_format}", image_size=size) for boxes in (a, b)]
        options = {**extra(name), "image_size": size, "box_format": f"rel_{box_format}"}
        values = elementwise(name, *converted, **options) if not extra(name) else None
        if values is not None:
            assert values == pytest.approx(expected, abs=1e-12)


def _inclusive_pixels(name: str) -> None:
    a, b = (np.floor(boxes) for boxes in random_pairs(20, 6))
    grown = [boxes + np.array([0.0, 0.0, 1.0, 1.0]) for boxes in (a, b)]
    assert np.array_equal(pairwise(name, a, b, pixels="inclusive"), pairwise(name, *grown))


def _shapes_and_outputs(name: str) -> None:
    a, b = random_pairs(6, 7)
    assert pairwise(name, a, np.empty((0, 4))).shape == (6, 0)
    assert pairwise(name, [], b).shape == (0, 6)
    assert elementwise(name, [], []).shape == (0,)
    assert pairwise(name, a.astype(int).tolist(), b).dtype == np.float64
    out = np.empty((6, 6))
    assert pairwise(name, a, b, out=out) is out
    assert np.array_equal(out, pairwise(name, a, b))
    # The answer may lie over its own input.
    memory = a.copy()
    assert np.array_equal(elementwise(name, memory[:, :], b, out=np.empty(6)), elementwise(name, a, b))
    with pytest.raises(ArgumentError, match="out must be"):
        pairwise(name, a, b, out=np.empty((6, 5)))


def _threads(name: str) -> None:
    a, b = random_pairs(40, 8)
    for threads in (1, 2, np.int64(2)):
        assert np.array_equal(pairwise(name, a, b, threads=threads), pairwise(name, a, b))
        assert np.array_equal(elementwise(name, a, b, threads=threads), elementwise(name, a, b))
    for measure in (pairwise, elementwise):
        with pytest.raises(ArgumentError, match="threads is 0"):
            measure(name, a, b, threads=0)


def _two_boxes(name: str) -> None:
    measure, more = getattr(overlap, name), extra(name)
    a, b = random_pairs(12, 9)
    expected = elementwise(name, a, b).tolist()
    for kind in (tuple, list, np.array, lambda box: Box(*box)):
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        assert [measure(kind(one), kind(other), **more) for one, other in pairs] == expected
    assert type(measure(a[0].astype(np.float32), (0, 0, 4, 4), **more)) is float
    for box_format in FORMATS:
        one, other = (convert_boxes(boxes[0], "xyxy", box_format).tolist() for boxes in (a, b))
        assert measure(one, other, box_format=box_format, **more) == pytest.approx(expected[0], abs=1e-12)
    whole = [np.floor(boxes[0]).tolist() for boxes in (a, b)]
    grown = [[*box[:2], box[2] + 1, box[3] + 1] for box in whole]
    assert measure(*whole, pixels="inclusive", **more) == measure(*grown, **more)
    if not more:  # an image, beside which boxes are that huge, has no size
        assert np.isfinite(measure((a[0] * 2.0**600).tolist(), (b[0] * 2.0**600).tolist()))
    with pytest.raises(ArgumentError, match=r"box_b has shape \(3,\)"):
        measure((0, 0, 1, 1), (1, 2, 3), **more)
    with pytest.raises(InputError, match="E-191 box_a: x_max 1 < x_min 4"):
        measure((4, 0, 1, 1), (0, 0, 1, 1), **more)
    with pytest.raises(InputError, match="E-190 box_b: y_max is nan"):
        measure((0, 0, 1, 1), (0, 0, 1, float("nan")), **more)


def _refusals(name: str) -> None:
    a, b = columns_of([((0, 0, 4, 4), (1, 1, 3, 3))])
    with pytest.raises(ArgumentError, match=r"boxes_a has shape \(3,\)"):
        pairwise(name, a[0, :3], b)
    assert pairwise(name, a[0], b).tolist() == pairwise(name, a, b).tolist()
    with pytest.raises(ArgumentError, match="boxes_a has 2 boxes and boxes_b has 1"):
        elementwise(name, np.concatenate([a, a]), b)
    with pytest.raises(InputError, match=r"E-191 boxes_b\[0\]"):
        pairwise(name, a, b[:, [2, 3, 0, 1]])
    with pytest.raises(ArgumentError, match="box_format is 'xyyx'"):
        pairwise(name, a, b, box_format="xyyx")
    with pytest.raises(ArgumentError, match="pixels is 'both'"):
        elementwise(name, a, b, pixels="both")
