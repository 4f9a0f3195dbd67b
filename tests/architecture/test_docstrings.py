"""Every public function and class explains itself and shows an example that runs."""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
import types

import pytest
from project_tree import listed

import truebox

# Public class -> why it has no example of its own. Functions always have one.
# Exceptions need none (`truebox.errors` draws the tree), nor do enumerations (each member is described).
_BY_READERS = "a record: readers make it, nobody calls it by hand"
_BY_EVALUATE = "evaluate() makes it; its example shows it"
WITHOUT_EXAMPLE: dict[str, str] = {
    "truebox.codes.Code": "one row of the table `CODES`",
    "truebox.evaluation.ClassResult": _BY_EVALUATE,
    "truebox.evaluation.CocoParameters": _BY_EVALUATE,
    "truebox.evaluation.PanopticClass": _BY_EVALUATE,
    "truebox.evaluation.PanopticResult": _BY_EVALUATE,
    "truebox.evaluation.Result": _BY_EVALUATE,
    "truebox.datasets.Conversion": "convert() returns it; its example shows it",
    "truebox.datasets.StartedReading": "start_reading() makes it; its example shows it",
    "truebox.diagnosis.ClassDifferences": "compare() makes it; its example shows it",
    "truebox.diagnosis.ClassIntervals": "intervals() makes it; its example shows it",
    "truebox.diagnosis.ClassTies": "ties() makes it; its example shows it",
    "truebox.diagnosis.Comparison": "compare() makes it; its example shows it",
    "truebox.diagnosis.Difference": "compare() makes it; its example shows it",
    "truebox.diagnosis.Estimate": "intervals() makes it; its example shows it",
    "truebox.diagnosis.Intervals": "intervals() makes it; its example shows it",
    "truebox.diagnosis.Mover": "compare() makes it; its example shows it",
    "truebox.diagnosis.Movers": "compare() makes it; its example shows it",
    "truebox.diagnosis.PairComparison": "compare() makes it; its example shows it",
    "truebox.diagnosis.TieRange": "ties() makes it; its example shows it",
    "truebox.diagnosis.Ties": "ties() makes it; its example shows it",
    "truebox.records.Categories": _BY_READERS,
    "truebox.records.Federation": _BY_READERS,
    "truebox.records.Finding": _BY_READERS,
    "truebox.records.Ids": _BY_READERS,
    "truebox.records.Images": _BY_READERS,
    "truebox.records.Keypoints": _BY_READERS,
    "truebox.records.Predictions": _BY_READERS,
    "truebox.records.Segmentations": _BY_READERS,
    "truebox.records.Source": _BY_READERS,
    "truebox.records.Strings": _BY_READERS,
    "truebox.records.Truth": _BY_READERS,
}

ROOMS = sorted(
    module.name for module in pkgutil.iter_modules(truebox.__path__) if not module.name.startswith("_")
)


def silent_names(module: types.ModuleType, excused: dict[str, str] | None = None) -> list[str]:
    """Public functions and classes of `module` without a docstring, or without an example in it."""
    excused = excused or {}
    silent = []
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        full_name = f"{module.__name__}.{name}"
        text = value.__dict__.get("__doc__") if inspect.isclass(value) else value.__doc__
        # A dataclass without a docstring gets its signature as one; that explains nothing.
        if not text or text.startswith(f"{name}("):
            silent.append(f"{full_name} has no docstring")
        elif ">>>" not in text and full_name not in excused and not _needs_none(value):
            silent.append(f"{full_name} shows no example")
    return silent


def _needs_none(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, BaseException | enum.Enum)


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_explains_itself_with_an_example(room):
    silent = silent_names(importlib.import_module(f"truebox.{room}"), WITHOUT_EXAMPLE)
    assert not silent, listed(silent)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is(room):
    assert (importlib.import_module(f"truebox.{room}").__doc__ or "").strip()


def test_no_excuse_outlives_its_reason():
    for full_name in WITHOUT_EXAMPLE:
        module, _, name = full_name.rpartition(".")
        assert inspect.isclass(getattr(importlib.import_module(module), name))
        assert ">>>" not in (getattr(importlib.import_module(module), name).__doc__ or "")


def test_the_guard_notices_silence():
    def mute():
        pass

    def dry():
        """Says something, shows nothing."""

    def good():
        """Shows.

        >>> 1 + 1
        2
        """

    module = types.ModuleType("planted")
    module.mute, module.dry, module.good = mute, dry, good
    module.__all__ = ["dry", "good", "mute"]
    assert silent_names(module) == ["planted.dry shows no example", "planted.mute has no docstring"]
    assert silent_names(module, {"planted.dry": "a reason"}) == ["planted.mute has no docstring"]
