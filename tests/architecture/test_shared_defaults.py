"""What many functions take has one default everywhere, that of the command and of the documentation."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import truebox
from truebox.errors import MissingExtraError

_ROOMS = ("diagnosis", "evaluation", "report", "plotting")
_DEFAULTS = {
    "seed": (0,),
    "level": (0.95,),
    "replicates": (1000, None, 0),  # None: as many as the results ask for; 0: no intervals unless asked for
    "threads": (None, 0),  # 0: what is called with the number that is known
    "all_classes": (False,),
    "styled": (False,),
    "width": (100,),
}


def _given(asked: str) -> dict[str, object]:
    """The default of a parameter in every public function that has both."""
    found: dict[str, object] = {}
    for module in pkgutil.walk_packages(truebox.__path__, "truebox."):
        if module.name.split(".")[1] not in _ROOMS:
            continue
        try:
            held = importlib.import_module(module.name)
        except MissingExtraError:
            continue
        for name in getattr(held, "__all__", []):
            value = getattr(held, name)
            if not inspect.isfunction(value) or value.__module__ != module.name:
                continue
            parameter = inspect.signature(value).parameters.get(asked)
            if parameter is not None and parameter.default is not inspect.Parameter.empty:
                found[f"{module.name}.{name}"] = parameter.default
    return found


@pytest.mark.parametrize("name", _DEFAULTS)
def test_a_parameter_has_one_default(name: str) -> None:
    given = _given(name)
    assert len(given) > 2
    assert {where: value for where, value in given.items() if value not in _DEFAULTS[name]} == {}
