from __future__ import annotations

import pytest

from truebox.arrays import answer_dtype, computing_dtype
from truebox.errors import ArgumentError


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("float32", "float32", "float32"),
        ("float32", "float64", "float64"),
        ("float16", "float16", "float16"),
        ("float16", "bfloat16", "float32"),
        ("bfloat16", "float64", "float64"),
        ("int64", "float16", "float16"),
        ("int32", "uint8", "float99"),
    ],
)
def test_dtype_of_an_answer(first, second, expected):
    assert answer_dtype(first, second, "float99") == expected
    assert answer_dtype(second, first, "float99") == expected


def test_half_precision_is_computed_in_single():
    assert [computing_dtype(name) for name in ("float16", "bfloat16", "float32", "float64")] == [
        "float32",
        "float32",
        "float32",
        "float64",
    ]


@pytest.mark.parametrize("name", ["bool", "complex64", "str"])
def test_only_real_numbers(name):
    with pytest.raises(ArgumentError, match=f"dtype {name}"):
        answer_dtype("float32", name, "float32")
