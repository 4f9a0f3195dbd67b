"""Every allocation of every compiled function fails once in turn: MemoryError or the right answer.

    python fuzz/failing_memory.py [--only PART] [--most 400]

The functions are called as the examples in the docstrings make Truebox call them. Each is called again
with the first, the second, the third ... allocation of C++ failing, until none fails any more, in a child
process of its own, since a crash is a finding. Objects that Python itself makes of compiled classes are not
tried. Linux with a C++ compiler, which builds failing_calls.cpp.
"""

from __future__ import annotations

import argparse
import ctypes
import doctest
import importlib
import os
import pickle
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "build" / "fuzz" / "failing_calls.so"
CALLS = 3


def built(library: Path = LIBRARY) -> Path:
    """The library, built anew where its source is newer."""
    source = Path(__file__).with_name("failing_calls.cpp")
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        library.parent.mkdir(parents=True, exist_ok=True)
        command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-shared", "-fPIC", str(source)]
        subprocess.run([*command, "-o", str(library), "-ldl"], check=True)
    return library


def preloaded() -> ctypes.CDLL:
    """The library, loaded before all others: the process begins anew where it is not."""
    library = built()
    if os.environ.get("LD_PRELOAD") != str(library):
        os.environ["LD_PRELOAD"] = str(library)
        os.execv(sys.executable, [sys.executable, *sys.argv])
    loaded = ctypes.CDLL(str(library))
    loaded.memory_state.restype = ctypes.c_long
    loaded.fail_memory.argtypes = [ctypes.c_long]
    loaded.call_state.restype = ctypes.c_char_p
    loaded.fail_call.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
    return loaded


def same(one: Any, other: Any) -> bool:
    """Whether two answers are the same, as far as their values can be asked for."""
    if isinstance(one, np.ndarray):
        return (
            isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and np.array_equal(one, other, equal_nan=one.dtype.kind in "fc")
        )
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (int, float, str, bytes, type(None))):
        return repr(one) == repr(other)
    return type(one) is type(other)


def fresh(value: Any) -> Any:
    """An argument that the call may write to."""
    return value.copy(order="K") if isinstance(value, np.ndarray) and value.flags.writeable else value


class Tried:
    """A compiled function, whose first calls are tried without memory."""

    def __init__(self, name: str, function: Callable[..., Any], library: ctypes.CDLL, most: int) -> None:
        self.name, self.function, self.library, self.most = name, function, library, most
        self.calls, self.failed, self.found = 0, 0, []

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self.calls < CALLS:
            self.calls += 1
            self.tried(args, named)
        return self.function(*args, **named)

    def tried(self, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        inward, outward = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(inward)
            try:
                said = self.in_turn(args, named)
            except BaseException as error:
                said = (0, [f"the harness: {error!r}"])
            os.write(outward, pickle.dumps(said))
            os._exit(0)
        os.close(outward)
        with os.fdopen(inward, "rb") as stream:
            got = stream.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        failed, found = pickle.loads(got) if got else (0, [f"ended with {code}"])
        self.failed += failed
        self.found += found

    def in_turn(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[int, list[str]]:
        def call() -> Any:
            return self.function(*map(fresh, args), **{key: fresh(value) for key, value in named.items()})

        try:
            expected = call()
        except Exception as error:
            expected = error
        again = _outcome(call)
        steady = same(expected, again)  # not where a call changes its own arguments
        found: list[str] = []
        for which in range(self.most):
            copied = [fresh(each) for each in args]
            copied_named = {key: fresh(value) for key, value in named.items()}
            self.library.fail_memory(which)
            try:
                got = self.function(*copied, **copied_named)
            except BaseException as error:
                got = error
            left = self.library.memory_state()
            if left >= 0:
                return which, found
            if isinstance(got, MemoryError):
                continue
            if isinstance(got, BaseException) and not isinstance(expected, BaseException):
                found.append(f"allocation {which}: {type(got).__name__}: {str(got)[:200]}")
            elif steady and not same(expected, got):
                found.append(f"allocation {which}: another answer")
        return self.most, found


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return error


def replaced(library: ctypes.CDLL, only: str, most: int) -> list[Tried]:
    """Puts a `Tried` in the place of every function of the compiled module."""
    core = importlib.import_module("truebox._native._core")
    tried = []
    for part, module in _parts(core):
        for name, function in sorted(vars(module).items()):
            if type(function).__name__ == "nb_func" and only in f"{part}.{name}":
                tried.append(Tried(f"{part}.{name}", function, library, most))
                setattr(module, name, tried[-1])
    return tried


def _parts(core: ModuleType) -> Iterator[tuple[str, ModuleType]]:
    for name, value in sorted(vars(core).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith("truebox"):
            yield name, value


def module_names() -> Iterator[str]:
    """Every module's, found without importing any."""
    source = ROOT / "src"
    for path in sorted(source.glob("truebox/**/*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        if "_native" not in parts and parts[-1] != "__main__":
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main() -> int:
    """1 where anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="functions whose name has this part")
    parser.add_argument("--rooms", default="", help="examples of these rooms alone, with commas between")
    parser.add_argument("--most", type=int, default=400)
    asked = parser.parse_args()
    library = preloaded()
    os.environ.setdefault("MPLBACKEND", "Agg")
    os.environ.setdefault("TRUEBOX_NUM_THREADS", "2")
    warnings.simplefilter("ignore")
    tried = replaced(library, asked.only, asked.most)
    rooms = tuple(f"truebox.{room}" for room in asked.rooms.split(",") if room)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in module_names():
            if rooms and not name.startswith(rooms):
                continue
            try:
                examples = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name)
            except ImportError:
                continue
            for example in examples:
                doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=len)
        os.chdir("/")
    found = 0
    for each in tried:
        if each.found:
            found += len(each.found)
            print(f"{each.name}: {len(each.found)} findings, such as {each.found[0]}")
    never = [each.name for each in tried if not each.calls]
    plain = [each.name for each in tried if each.calls and not each.failed]
    print(
        f"{len(tried) - len(never)} of {len(tried)} functions, "
        f"{sum(each.failed for each in tried):,} failed allocations, {found} findings"
    )
    print("never called:", ", ".join(never) or "none")
    print("without an allocation:", ", ".join(plain) or "none")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
