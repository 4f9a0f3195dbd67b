"""Attributes or items, tensors or arrays."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from truebox.datasets.memory.objects.fields import as_numbers, field_of, needed
from truebox.errors import InputError


def test_the_first_name_that_is_there():
    for value in ({"a": None, "b": 2}, SimpleNamespace(a=None, b=2)):
        assert field_of(value, "a", "b") == 2
        assert field_of(value, "c") is None
    with pytest.raises(InputError, match=r"E-453 thing: a or c is missing"):
        needed({"a": None}, "thing", "a", "c")


def test_half_precision_comes_as_doubles():
    torch = pytest.importorskip("torch")
    assert as_numbers(torch.tensor([0.5], dtype=torch.bfloat16)).tolist() == [0.5]
    assert as_numbers(torch.tensor([3])).dtype.kind == "i"
