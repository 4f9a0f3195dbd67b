"""These names where ``import pycocotools`` looks, and taken away again."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType, TracebackType

__all__ = ["Replaced", "replace_pycocotools", "replaced"]


class Replaced:
    """What was put in the place of what; as a context manager it is taken away at the end.

    Parameters
    ----------
    before : mapping of str to module or None
        What stood there.
    """

    def __init__(self, before: Mapping[str, ModuleType | None]) -> None:
        self._before = dict(before)

    def __repr__(self) -> str:
        return f"Replaced({', '.join(sorted(self._before))})"

    def restore(self) -> None:
        """Put back what stood there."""
        for name, module in self._before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
        self._before = {}

    def __enter__(self) -> Replaced:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.restore()


def replaced(package: str, home: str, parts: tuple[str, ...]) -> Replaced:
    """Put the modules of `home` where those of `package` are looked for.

    Parameters
    ----------
    package : str
        The package that stays away.
    home : str
        The package whose modules stand in.
    parts : tuple of str
        Their names, the same in both.
    """
    modules = {package: import_module(home)}
    modules |= {f"{package}.{part}": import_module(f"{home}.{part}") for part in parts}
    held = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    before = {name: sys.modules.get(name) for name in [*held, *modules]}
    for name in held:
        del sys.modules[name]
    sys.modules.update(modules)
    return Replaced(before)


def replace_pycocotools() -> Replaced:
    """Let every later ``import pycocotools`` find the names of Truebox.

    Call it before anything else is imported: who already holds names of pycocotools keeps those. The package
    itself need not be installed.

    Returns
    -------
    Replaced
        ``restore()``, or the end of a ``with``, lets imports find pycocotools again.

    Examples
    --------
    >>> with replace_pycocotools():
    ...     from pycocotools.cocoeval import COCOeval
    >>> COCOeval.__module__
    'truebox.integrations.pycocotools.cocoeval'
    """
    return replaced("pycocotools", "truebox.integrations.pycocotools", ("coco", "cocoeval", "mask", "_mask"))
