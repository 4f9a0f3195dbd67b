"""`truebox.typing`: what signatures say can be looked up at run time."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import truebox
from truebox.typing import type_hints

ROOMS = sorted(name for name in truebox.__all__ if inspect.ismodule(getattr(truebox, name)))


def described(room: Any) -> Iterator[tuple[str, Any]]:
    for name in room.__all__:
        value = getattr(room, name)
        if inspect.isclass(value):
            yield name, value
            for method, held in vars(value).items():
                plain = held.fget if isinstance(held, property) else getattr(held, "__func__", held)
                if not method.startswith("_") and inspect.isfunction(plain):
                    yield f"{name}.{method}", plain
        elif inspect.isfunction(value):
            yield name, value


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_signature_is_known(room: str) -> None:
    looked = 0
    for name, value in described(getattr(truebox, room)):
        hints = type_hints(value)
        assert hints == typing.get_type_hints(value), name  # after it, typing's own finds them
        assert not any(isinstance(hint, str) for hint in hints.values()), name
        looked += 1
    assert looked or room in {"formulas", "integrations"}


@pytest.mark.parametrize(
    "home",
    ["truebox.formulas.boxes.giou", "truebox.integrations.pycocotools.encoding.objects"],
)
def test_modules_that_are_imported_by_their_name_count_as_well(home: str) -> None:
    module = import_module(home)
    hints = [type_hints(getattr(module, name)) for name in module.__all__]
    assert all("return" in each for each in hints)


def test_aliases_of_arrays_are_there_at_run_time() -> None:
    for name, kind in (("FloatArray", np.float64), ("Int64Array", np.int64), ("ByteArray", np.uint8)):
        assert typing.get_args(getattr(truebox.typing, name))[1] == np.dtype[kind]
    with pytest.raises(AttributeError, match=r"'truebox\.typing' has no attribute 'FlotArray'"):
        getattr(truebox.typing, "Flot" + "Array")


def test_words_of_a_field_are_told() -> None:
    hints = type_hints(truebox.evaluate)
    assert typing.get_args(hints["mode"]) == ("strict", "corrected")


def test_a_name_of_an_absent_package_is_any() -> None:
    script = """
import sys
sys.modules["matplotlib"] = sys.modules["matplotlib.axes"] = None
from truebox.typing import Any, type_hints
import truebox
print(type_hints(truebox.Box.plot)["return"] is Any)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_what_runs_is_not_changed() -> None:
    """Names under ``if TYPE_CHECKING`` never take the place of what a module has."""
    script = """
import truebox._frozen, truebox._typed, truebox.evaluation
from truebox.typing import type_hints
before = {**vars(truebox._frozen)}, {**vars(truebox._typed)}
type_hints(truebox._frozen.dataclass), type_hints(truebox._typed.pair_measure)
for held, module in zip(before, (truebox._frozen, truebox._typed)):
    assert all(vars(module)[name] is value for name, value in held.items())
print(truebox.evaluate([], []).metrics["AP"])
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], check=False, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("None\n", "")
