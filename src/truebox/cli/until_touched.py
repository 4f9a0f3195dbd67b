"""Modules that others import but a run seldom touches: they are loaded when it does."""

from __future__ import annotations

import sys
from _thread import RLock
from importlib import import_module
from importlib.machinery import PathFinder

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms: reading begins before that
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

__all__ = ["Untouched", "load_when_touched"]

_loading = RLock()


def load_when_touched(modules: Mapping[str, Sequence[str]]) -> None:
    """Let imports of these modules load nothing: the first look at one of their names does, on any thread.

    Parameters
    ----------
    modules : mapping of str to sequence of str
        Whole names to the functions that others take from the module with ``from``: what they are given loads
        the module when it is called, and calls the module's own. ``name=other`` is no function: it is what
        the module of this other name has under it. With ``__all__`` among them those without an underscore
        are what the module's own list names.

    Examples
    --------
    >>> load_when_touched({"pyclbr": ()})
    >>> import pyclbr
    >>> type(pyclbr).__name__, pyclbr.Class.__name__, type(pyclbr).__name__
    ('Untouched', 'Class', 'module')
    """
    sys.meta_path.insert(0, _Finder(modules))


class _Finder:
    def __init__(self, modules: Mapping[str, Sequence[str]]) -> None:
        self._modules = modules

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if name not in self._modules:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            later: Any = _Loader(spec.loader, self._modules[name])
            spec.loader = later
        return spec


class _Loader:
    """Loads nothing yet."""

    def __init__(self, loader: Any, names: Sequence[str]) -> None:
        self._loader, self._names = loader, names

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        found: ModuleType | None = self._loader.create_module(spec)
        return found

    def exec_module(self, module: Any) -> None:
        module.__spec__.loader = module.__loader__ = _waiting[module] = self._loader
        for said in self._names:
            name, _, other = said.partition("=")
            if other:
                _elsewhere[module.__name__, name] = other
            elif name != "__all__":
                setattr(module, name, _later(module, name))
        if "__all__" in self._names:
            module.__all__ = [name for name in self._names if not name.startswith("_")]
        module.__class__ = Untouched


def _later(module: Any, name: str) -> Callable[..., Any]:
    def function(*given: Any, **named: Any) -> Any:
        _load(module)
        return getattr(module, name)(*given, **named)

    return function


class Untouched(type(sys)):  # type: ignore[misc]
    """A module of which nothing has been taken; afterwards it is one like any other."""

    def __getattr__(self, name: str) -> Any:
        other = _elsewhere.get((self.__name__, name))
        if other is not None:
            return getattr(import_module(other), name)
        if name != "__path__":  # which packages have from the beginning, and every `from` asks for
            _load(self)
        # Itself asks, while it loads, for what it does not have yet.
        return type(sys).__getattribute__(self, name)


_elsewhere: dict[tuple[str, str], str] = {}
"""What can be taken of a module without loading it, with where it is."""

_waiting: dict[Any, Any] = {}
"""Modules that nothing was taken from, with what loads them."""


def _load(module: Any) -> None:
    with _loading:  # other threads wait until it is whole
        loader = _waiting.pop(module, None)
        if loader is None:
            return
        try:
            loader.exec_module(module)
        except BaseException:
            _waiting[module] = loader  # for whoever tries again
            raise
        module.__class__ = type(sys)
