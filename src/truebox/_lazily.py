"""Rooms and modules that are loaded on first use, so that importing what names them costs next to nothing."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping
    from typing import Any, AnyStr

__all__ = ["deferred", "deferred_pattern", "lazily"]


def lazily(room: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The module functions ``__getattr__`` and ``__dir__`` of a room.

    Parameters
    ----------
    room : str
        The ``__name__`` of the package.
    homes : mapping of str to str
        Module below the package to the names it holds, with blanks between them. A module must not bear a
        name of the room: importing it would put the module in the name's place.

    Returns
    -------
    tuple of the two functions

    Examples
    --------
    >>> __getattr__, __dir__ = lazily("json", {"decoder": "JSONDecoder JSONDecodeError"})
    >>> __getattr__("JSONDecoder").__module__, __dir__()
    ('json.decoder', ['JSONDecodeError', 'JSONDecoder'])
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(f"{room}.{home[name]}"), name)
        setattr(sys.modules[room], name, value)
        return value

    def names() -> list[str]:
        return sorted(home)

    return find, names


def deferred(module: str, load: Callable[[], Any] | None = None) -> Any:
    """A module that is imported when something is first taken from it; who writes it says what that saves.

    Parameters
    ----------
    module : str
        Its whole name. Type checkers are shown an ``import`` of it beside ``if TYPE_CHECKING``.
    load : callable, optional
        Gives the module, by a statement: ``torch.compile`` follows no other import. For what may first be
        taken while it traces.

    Examples
    --------
    >>> colorsys = deferred("colorsys")
    >>> colorsys.rgb_to_hls(0, 0, 0)
    (0.0, 0.0, 0.0)
    """
    return _Deferred(module, load)


def deferred_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    r"""A pattern that is compiled when something is first taken from it, which costs .1 to 1 ms.

    Parameters
    ----------
    text : str or bytes
        As `re.compile` takes it; what is wrong with it is raised at the first use.
    flags : int
        As there.

    Examples
    --------
    >>> number = deferred_pattern(r"[0-9]+")
    >>> number.findall("3 of 14"), number.pattern
    (['3', '14'], '[0-9]+')
    """
    made: Any = _Deferred("re", lambda: import_module("re").compile(text, flags))
    return made  # type: ignore[no-any-return]


class _Deferred:
    """What stands for a module: every name that was taken is kept here."""

    def __init__(self, module: str, load: Callable[[], Any] | None) -> None:
        self._module, self._load = module, load

    def __getattr__(self, name: str) -> Any:
        load = self._load
        value = getattr(import_module(self._module) if load is None else load(), name)
        setattr(self, name, value)
        return value
