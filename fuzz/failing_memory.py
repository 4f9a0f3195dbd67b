"""Every allocation of every compiled function fails once in turn: MemoryError or the right answer.

    python fuzz/failing_memory.py [--only PART] [--most 400] [--tests FOLDER,FOLDER] [--rooms ROOM,ROOM]

Functions, constructors and methods are called as the examples in the docstrings make Truebox call them, or
the tests named, until each was called three times. Each is called again with the first, the second, the
third ... allocation of C++ failing, until none fails any more, in a child process of its own, since a crash
is a finding. Linux with a C++ compiler, which builds failing_calls.cpp.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import doctest
import functools
import importlib
import os
import pickle
import signal
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
KEPT = 150
LONGEST = 300


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
        failed, found = self.in_child(lambda: self.in_turn(args, named))
        self.failed += failed
        self.found += found

    def in_child(self, run: Callable[[], tuple[int, list[str]]]) -> tuple[int, list[str]]:
        """How many allocations failed and what was found, in a process of its own."""
        inward, outward = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(inward)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(LONGEST)
            try:
                said = run()
            except BaseException as error:
                said = (0, [f"the harness: {error!r}"])
            os.write(outward, pickle.dumps(said))
            os._exit(0)
        os.close(outward)
        with os.fdopen(inward, "rb") as stream:
            got = stream.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said = pickle.loads(got) if got else (0, [f"ended with {code}"])
        return said[0], said[1]

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
            if isinstance(got, MemoryError) or (
                isinstance(got, tuple) and len(got) == 2 and repr(got[0]) == "'memory'"
            ):
                continue  # a reading that declines for memory is done in Python
            if isinstance(got, BaseException) and not isinstance(expected, BaseException):
                found.append(f"allocation {which}: {type(got).__name__}: {str(got)[:200]}")
            elif steady and not same(expected, got):
                found.append(f"allocation {which}: another answer")
        return self.most, found


class TriedClass(Tried):
    """A class, of which many objects are kept: the table of objects grows on the way, which allocates."""

    def in_turn(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[int, list[str]]:
        failed, found, kept = 0, [], []
        while len(kept) < KEPT:
            for which in range(self.most):
                self.library.fail_memory(which)
                got = _outcome(lambda: self.function(*args, **named))
                if self.library.memory_state() >= 0:
                    kept.append(got)
                    break
                failed += 1
                if isinstance(got, BaseException) and not isinstance(got, MemoryError):
                    found.append(f"allocation {which}: {type(got).__name__}: {str(got)[:200]}")
        return failed, found


class TriedReading(Tried):
    """A reading that has a thread of its own, which a child does not have: it is made and taken there."""

    def __init__(self, name: str, kind: type, library: ctypes.CDLL, most: int) -> None:
        super().__init__(name, lambda *args, **named: kind(*args, **named).take(), library, most)
        self.kind = kind

    def __call__(self, *args: Any, **named: Any) -> Any:
        super().__call__(*args, **named)
        return self.kind(*args, **named)


class TriedMethod(Tried):
    """A method, which may change its object: every allocation fails in a process of its own."""

    def __get__(self, instance: Any, owner: type) -> Callable[..., Any]:
        return self if instance is None else functools.partial(self, instance)

    def tried(self, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        """The same, one child after the other."""
        for which in range(self.most):
            failed, found = self.in_child(functools.partial(self.once, which, args, named))
            self.failed += failed
            self.found += found
            if not failed:
                break

    def once(self, which: int, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[int, list[str]]:
        self.library.fail_memory(which)
        got = _outcome(lambda: self.function(*args, **named))
        if self.library.memory_state() >= 0:
            return 0, []
        if not isinstance(got, BaseException) or isinstance(got, MemoryError):
            return 1, []
        again = _outcome(lambda: self.function(*args, **named))  # what it refuses in any case
        plain = type(again) is type(got) and not isinstance(got, SystemError)
        return 1, [] if plain else [f"allocation {which}: {type(got).__name__}: {str(got)[:200]}"]


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return error


def replaced(library: ctypes.CDLL, only: str, most: int) -> list[Tried]:
    """Puts a `Tried` in the place of every function, class and method of the compiled module."""
    core = importlib.import_module("truebox._native._core")
    tried = []
    for part, module in _parts(core):
        for name, value in sorted(vars(module).items()):
            whole = f"{part}.{name}"
            if type(value).__name__ == "nb_func" and only in whole:
                tried.append(Tried(whole, value, library, most))
                setattr(module, name, tried[-1])
            if not isinstance(value, type):
                continue
            if hasattr(value, "take"):
                if only in whole:
                    tried.append(TriedReading(whole, value, library, most))
                    setattr(module, name, tried[-1])
                continue
            for inner, method in sorted(vars(value).items()):
                if inner[0] != "_" and type(method).__name__ == "nb_method" and only in f"{whole}.{inner}":
                    tried.append(TriedMethod(f"{whole}.{inner}", method, library, most))
                    setattr(value, inner, tried[-1])
            if type(vars(value)["__init__"]).__name__ == "nb_method" and only in whole:
                tried.append(TriedClass(whole, value, library, most))
                setattr(module, name, tried[-1])
    return tried


class UntilAllAreTried:
    """A plugin of pytest that ends a run in which every function was called."""

    def __init__(self, tried: list[Tried]) -> None:
        self.tried = tried

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Nothing more to try ends the run."""
        if all(each.calls >= CALLS for each in self.tried):
            raise KeyboardInterrupt


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
    parser.add_argument("--tests", default="", help="folders of tests to run too, with commas between")
    parser.add_argument("--most", type=int, default=400)
    asked = parser.parse_args()
    library = preloaded()
    os.environ.setdefault("MPLBACKEND", "Agg")
    os.environ.setdefault("TRUEBOX_NUM_THREADS", "2")
    warnings.simplefilter("ignore")
    tried = replaced(library, asked.only, asked.most)
    if asked.tests:
        import pytest  # late: not needed for examples

        folders = [str(ROOT / each) for each in asked.tests.split(",")]
        quiet = [
            "-q",
            "--no-header",
            "--no-summary",
            "-p",
            "no:cacheprovider",
            "-o",
            "addopts=--import-mode=importlib",
            "-p",
            "no:xdist",
        ]
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            pytest.main([*quiet, *folders], plugins=[UntilAllAreTried(tried)])
    rooms = tuple(f"truebox.{room}" for room in asked.rooms.split(",") if room)
    if not (asked.tests and not rooms):
        run_examples(rooms)
    return reported(tried)


def run_examples(rooms: tuple[str, ...]) -> None:
    """The examples of every module, or of these rooms."""
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


def reported(tried: list[Tried]) -> int:
    """What was found in words; 1 where anything was."""
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
