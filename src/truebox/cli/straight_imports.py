"""Modules of a package that loads many of its own, found where they must be instead of searched for."""

from __future__ import annotations

import _imp
import marshal
import os
import sys
from importlib._bootstrap_external import MAGIC_NUMBER
from importlib.machinery import ModuleSpec, SourceFileLoader

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms: reading begins before that
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from types import CodeType, ModuleType

__all__ = ["import_straight"]


def import_straight(packages: Collection[str]) -> None:
    """Let modules of these packages be found and read with four calls of the system each.

    The general search asks every finder, lists folders, and puts every name together from its parts: .1 ms a
    module, of which a short run loads two hundred. What is not a plain source file beside its compiled form,
    no older than the source, is left to it.

    Parameters
    ----------
    packages : collection of str
        Top-level names. None of theirs may have a source file and an extension or a folder of the same name.

    Examples
    --------
    >>> import_straight(["json"])
    >>> from json import tool
    >>> type(tool.__spec__.loader).__name__
    '_StraightLoader'
    >>> sys.meta_path.pop(0)  # doctest: +ELLIPSIS
    <truebox.cli.straight_imports._StraightFinder object at ...>
    """
    if os.name == "posix" and sys.pycache_prefix is None and not sys.flags.optimize:
        sys.meta_path.insert(0, _StraightFinder(packages))


class _Module(type(sys)):  # type: ignore[misc]
    """A module without a ``__getattr__`` of its own, of which may be asked what it does not have.

    Every ``from`` asks a module for its ``__path__``. Before Python 3.13 modules word two errors where they
    have none, 1.9 µs, 2,400 times in a short run; objects of other kinds say no without.
    """

    __getattribute__ = object.__getattribute__


_WORDS_ERRORS = sys.version_info < (3, 13)


class _StraightFinder:
    def __init__(self, packages: Collection[str]) -> None:
        self._packages = frozenset(packages)
        self._suffix = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if path is None or name.partition(".")[0] not in self._packages or len(path) != 1:
            return None
        (folder,) = path
        tail = name.rpartition(".")[2]
        for file, own_folder in (
            (f"{folder}/{tail}.py", None),
            (f"{folder}/{tail}/__init__.py", f"{folder}/{tail}"),
        ):
            try:
                found = os.stat(file)
            except OSError:
                continue
            if own_folder is None:
                compiled = f"{folder}/__pycache__/{tail}{self._suffix}"
            else:
                compiled = f"{own_folder}/__pycache__/__init__{self._suffix}"
            spec = ModuleSpec(name, _StraightLoader(name, file, compiled, found), origin=file)
            spec.has_location, spec.cached = True, compiled
            if own_folder is not None:
                spec.submodule_search_locations = [own_folder]
            return spec
        return None


class _StraightLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, compiled: str, found: os.stat_result) -> None:
        super().__init__(name, path)
        # A file compiled from this one begins with these bytes: by time and size, as usual.
        changed, size = int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF
        self._compiled = compiled
        self._head = MAGIC_NUMBER + bytes(4) + changed.to_bytes(4, "little") + size.to_bytes(4, "little")

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        plain = _WORDS_ERRORS and spec.submodule_search_locations is None
        return _Module(spec.name) if plain else None

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if "__getattr__" in module.__dict__:
            module.__class__ = type(sys)

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            code = self._compiled_code()
        except (OSError, EOFError, ValueError, TypeError):
            code = None  # not compiled yet, or no more whole: the general way says what is wrong
        return super().get_code(fullname) if code is None else code

    def _compiled_code(self) -> CodeType | None:
        try:
            room = _rooms.pop()
        except IndexError:  # the first one, or other threads import as well
            room = bytearray(_ROOM)
        opened = os.open(self._compiled, os.O_RDONLY | os.O_CLOEXEC)
        try:
            length = os.readv(opened, [room])
        finally:
            os.close(opened)
        begins, ends = len(self._head), length
        if not begins < ends < _ROOM or not room.startswith(self._head):
            return None
        code: CodeType = marshal.loads(memoryview(room)[begins:ends])
        _rooms.append(room)
        _imp._fix_co_filename(code, self.path)  # type: ignore[attr-defined]
        return code


_ROOM = 1 << 18
_rooms: list[bytearray] = []
"""Where compiled modules are read to: one place for all of them, which stays near the processor."""
