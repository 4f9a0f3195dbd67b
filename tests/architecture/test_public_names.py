"""The facade shows exactly what it promises, and every room's ``__all__`` is sorted and true."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest
from project_tree import listed

import truebox
from truebox._elsewhere import ELSEWHERE

ROOMS = sorted(
    module.name for module in pkgutil.iter_modules(truebox.__path__) if not module.name.startswith("_")
)


def room_of(name: str) -> types.ModuleType:
    return importlib.import_module(f"truebox.{name}")


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("box_iou", "truebox.overlap.pairwise_iou"),
        ("batch_iou", "truebox.overlap.elementwise_iou"),
        ("mask_iou", "truebox.overlap.pairwise_mask_iou"),
        ("giou_loss", "truebox.losses.giou_loss"),
        ("generalized_box_iou", "truebox.overlap.pairwise_giou"),
        ("batched_nms", "truebox.nms"),
        ("box_convert", "There is truebox.convert_boxes$"),
        ("bbox_overlaps", "There is truebox.pairwise_iou and truebox.elementwise_iou$"),
        ("MeanAveragePrecision", "truebox.integrations.torchmetrics.MeanAveragePrecision"),
    ],
)
def test_a_name_that_lives_in_a_room_is_pointed_to(name, home):
    with pytest.raises(AttributeError, match=f"no attribute '{name}'.*{home}"):
        getattr(truebox, name)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_others_call_a_thing_is_pointed_to_and_there(name):
    assert name not in truebox.__all__
    for home in ELSEWHERE[name]:
        module, _, found = home.rpartition(".")
        # Not imported where it needs a library that may be missing.
        path = Path(truebox.__file__).parents[1].joinpath(*module.split("."))
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        assert f'"{found}"' in file.read_text(encoding="utf-8").partition("__all__ = [")[2].partition("]")[0]


def _rank(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, each by name: the order ruff keeps."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def faults_of(module: types.ModuleType) -> list[str]:
    """What is wrong with the public names of one module, in words."""
    promised = list(getattr(module, "__all__", []))
    faults = []
    if promised != sorted(promised, key=_rank):
        faults.append("__all__ is not sorted")
    if len(promised) != len(set(promised)):
        faults.append("__all__ names something twice")
    for name in promised:
        try:
            getattr(module, name)
        except Exception as error:
            faults.append(f"{name} is promised but not importable ({type(error).__name__}: {error})")
    return faults


def hidden_by_modules(module: types.ModuleType) -> set[str]:
    """Names of a room that a module directly below it bears: once imported, it stands in their place."""
    return {each.name for each in pkgutil.iter_modules(module.__path__)} & set(module.__all__)


@pytest.mark.parametrize("room", [room for room in ROOMS if hasattr(room_of(room), "__path__")])
def test_no_module_hides_a_name_of_its_room(room: str) -> None:
    assert not hidden_by_modules(room_of(room))


def test_a_module_that_hides_a_name_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "found.py").touch()
    room = types.ModuleType("room")
    room.__path__, room.__all__ = [str(tmp_path)], ["found", "lost"]
    assert hidden_by_modules(room) == {"found"}


def unpromised(module: types.ModuleType) -> set[str]:
    """Public functions and classes defined in the module's own room but missing in its ``__all__``."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and isinstance(value, (type, types.FunctionType))
        and str(getattr(value, "__module__", "")).startswith(module.__name__)
        and name not in getattr(module, "__all__", [])
    }


def test_the_facade_is_sorted_and_importable():
    faults = faults_of(truebox)
    assert not faults, listed(faults)


def test_the_facade_shows_what_it_promises():
    assert set(dir(truebox)) - {"__version__"} == set(truebox.__all__)


def test_the_facade_knows_where_every_name_lives():
    for name, room in truebox._HOME.items():
        assert name in truebox.__all__
        assert getattr(truebox, name) is getattr(importlib.import_module(f"truebox.{room}"), name)


def test_every_room_for_people_is_an_attribute_of_the_facade():
    # `cli` is reached through the command, `run` by `python -m`; `typing` holds aliases for the type checker,
    # `showing` what values inherit.
    assert set(ROOMS) - {"cli", "run", "showing", "typing", "__main__"} <= set(truebox.__all__)


def test_the_facade_refuses_what_it_does_not_have():
    with pytest.raises(AttributeError, match="no attribute 'pairwise_iuo'"):
        _ = truebox.pairwise_iuo


def test_star_import_gives_exactly_the_promised_names():
    script = "from truebox import *; print(sorted(n for n in vars() if not n.startswith('__')))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == str(sorted(truebox.__all__))


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_keeps_its_promises(room):
    module = importlib.import_module(f"truebox.{room}")
    faults = [*faults_of(module), *(f"{name} is missing in __all__" for name in unpromised(module))]
    assert not faults, listed(faults)


def test_the_guard_notices_unsorted_double_missing_and_unpromised_names():
    module = types.ModuleType("planted")
    module.zebra = module.ant = 1
    module.hidden = types.FunctionType((lambda: None).__code__, {"__name__": "planted"}, "hidden")
    module.__all__ = ["zebra", "ant", "ant", "ghost"]
    found = " ".join(faults_of(module))
    assert "not sorted" in found
    assert "twice" in found
    assert "ghost is promised but not importable" in found
    assert unpromised(module) == {"hidden"}
