"""Tests collected once, run in a fork for each fault: a pytest plugin.

The first fork runs every test and notes which lines of the package each one runs. A fault is put into the
loaded functions of its module, and only the tests that run its line are asked, the quickest first. What is
run at import is asked of a new process, on a copy of the package.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import math
import os
import pickle
import resource
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from small_faults import Fault


@dataclass
class Run:
    """One test as it runs without a fault."""

    passed: bool = False
    seconds: float = 0.0
    """Of computing, whoever else has the processor."""
    lines: set[tuple[str, int]] = field(default_factory=set)


class ForkedTests:
    """Runs `ask` in place of pytest's loop; it may ask for the outcome of any fault."""

    def __init__(self, modules: list[Path], package: Path, ask: Callable[[ForkedTests], None]) -> None:
        self.modules, self.package, self.ask = modules, package, ask
        self.items: list[Any] = []
        self.runs: dict[str, Run] = {}
        self._failed = self._ran = False

    def pytest_collection(self) -> None:
        """Let hypothesis draw the same examples for every fault, and keep none."""
        from hypothesis import settings  # late: pytest rewrites the assertions of its plugins before

        settings.register_profile("faults", database=None, derandomize=True)
        settings.load_profile("faults")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        """Learn the tests, then let the caller ask."""
        for module in self.modules:
            importlib.import_module(
                ".".join([self.package.name, *module.relative_to(self.package).with_suffix("").parts])
            )
        self.items = list(session.items)
        if reporter := session.config.pluginmanager.getplugin("terminalreporter"):
            reporter._tw._file = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # the forks' dots
        self.runs = self._learned(session)
        self.ask(self)
        return True

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a failure, and whether the test itself ran."""
        self._failed |= bool(report.failed)
        self._ran |= report.when == "call" and not report.skipped

    def tests_of(self, fault: Any) -> list[Any]:
        """The tests that run a fault's line, quickest first; of one run at import those of its module."""
        name = str(fault.module)
        lines = {(name, line) for line in fault.lines}
        asked = [
            item
            for item in self.items
            if self.runs[item.nodeid].passed
            and (
                self.runs[item.nodeid].lines & lines
                if fault.inside
                else any(each == name for each, _ in self.runs[item.nodeid].lines)
            )
        ]
        return sorted(asked, key=lambda item: self.runs[item.nodeid].seconds)

    def watching(self, watched: set[str], run: Run) -> contextlib.AbstractContextManager[None]:
        """What notes, while a test runs, the places it passes."""
        return _lines_run(watched, run.lines)

    def put_in(self, fault: Any) -> bool:
        """Put a fault into what is loaded; False where it is not loaded."""
        return replaced(fault)

    def outcome(self, fault: Any, slowest: float) -> str:
        """Return "killed", "survived", "timeout", or "no test" where no test runs the line."""
        asked = self.tests_of(fault)
        usual = 0.0
        for number, item in enumerate(asked):
            usual += self.runs[item.nodeid].seconds
            if usual > slowest and number:
                asked = asked[:number]
                break
        if not asked:
            return "no test"

        def run() -> int:
            if not self.put_in(fault):
                return 3
            for item, later in zip(asked, [*asked[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=later)
                if self._failed:
                    return 1
            return 0

        code = _forked(run, 10 + 5 * usual)
        return {0: "survived", 3: "not loaded", None: "timeout", -signal.SIGXCPU: "timeout"}.get(
            code, "killed"
        )

    def _learned(self, session: Any) -> dict[str, Run]:
        reading, writing = os.pipe()

        def learn() -> int:
            watched = {str(module) for module in self.modules}
            runs = {}
            items = self.items
            for item, later in zip(items, [*items[1:], None], strict=True):
                self._failed = self._ran = False
                run = runs[item.nodeid] = Run()
                begun = time.process_time()
                with self.watching(watched, run):
                    session.config.hook.pytest_runtest_protocol(item=item, nextitem=later)
                run.seconds = time.process_time() - begun
                run.passed = self._ran and not self._failed
            with os.fdopen(writing, "wb") as file:
                pickle.dump(runs, file)
            return 0

        received: list[bytes] = []

        def receive() -> None:
            with os.fdopen(reading, "rb") as file:
                received.append(file.read())

        reader = threading.Thread(target=receive)
        _forked(learn, 3600, before=lambda: (os.close(writing), reader.start()))
        reader.join()
        learned: dict[str, Run] = pickle.loads(received[0])
        return learned


def replaced(fault: Fault) -> bool:
    """Put a fault into the functions of its module that are loaded; whether there are any."""
    return _replaced_inside(fault) if fault.inside else _replaced_at_import(fault)


def _replaced_inside(fault: Fault) -> bool:
    source = fault.module.read_text(encoding="utf-8")
    name = str(fault.module)
    old = compile(source, name, "exec", dont_inherit=True)
    new = compile(fault.tree(), name, "exec", dont_inherit=True)
    pairs = {was: now for was, now in _paired(old, new) if was != now}
    found = False
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__code__.co_filename == name:
            now = pairs.get(each.__code__)
            if now is not None:
                each.__code__ = now
                found = True
    return found


_PLAIN = (bool, int, float, str, tuple, frozenset, list, dict, set)


def _replaced_at_import(fault: Fault) -> bool:
    """Put constants and defaults in the place of those that an import with the fault would have made.

    False where something else is changed, or where a value may have been copied or used at import.
    """
    name = ".".join(fault.module.with_suffix("").parts[fault.module.parts.index("truebox") :])
    module = sys.modules.get(name)
    if module is None:
        return False
    sound, faulty = (dict(vars(module)) for _ in range(2))
    try:
        exec(compile(fault.module.read_text(encoding="utf-8"), str(fault.module), "exec"), sound)
        exec(compile(fault.tree(), str(fault.module), "exec"), faulty)
    except Exception:  # such a fault is seen by any process that imports it
        return False
    found = False
    for key, value in faulty.items():
        if isinstance(value, _PLAIN) and key.startswith("_") and value != sound[key]:
            setattr(module, key, value)
            found = True
        elif isinstance(value, types.FunctionType) and value.__module__ == name:
            found |= _with_defaults(vars(module)[key], sound[key], value)
        elif isinstance(value, type) and value.__module__ == name:
            for own, method in vars(value).items():
                if isinstance(method, types.FunctionType):
                    held, was = (vars(each).get(own) for each in (vars(module)[key], sound[key]))
                    found |= _with_defaults(held, was, method)
    return found


def _with_defaults(held: Any, sound: Any, faulty: Any) -> bool:
    """Give a loaded function the defaults of the faulty one; False where the sound one's are the same."""
    mine, was, now = (each.__dict__.get("__wrapped__", each) for each in (held, sound, faulty))
    if (was.__defaults__, was.__kwdefaults__) == (now.__defaults__, now.__kwdefaults__):
        return False
    mine.__defaults__, mine.__kwdefaults__ = now.__defaults__, now.__kwdefaults__
    return True


def _paired(old: types.CodeType, new: types.CodeType) -> Iterator[tuple[types.CodeType, types.CodeType]]:
    def inner(code: types.CodeType) -> list[types.CodeType]:
        return [each for each in code.co_consts if isinstance(each, types.CodeType)]

    for was, now in zip(inner(old), inner(new), strict=True):
        yield was, now
        yield from _paired(was, now)


@contextlib.contextmanager
def _lines_run(watched: set[str], lines: set[tuple[str, int]]) -> Iterator[None]:
    def local(frame: Any, event: str, _: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def enter(frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in watched:
            return None
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    sys.settrace(enter)
    threading.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]  # what ends it


def _forked(run: Callable[[], int], seconds: float, before: Callable[[], Any] = lambda: None) -> int | None:
    """Run in a quiet fork; its exit code, or None where nothing came in twenty times so many seconds.

    It may compute for so many seconds; others may have the processor meanwhile.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 2
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(nowhere, stream)
            code = run()
        finally:
            os._exit(code)
    before()
    end = time.monotonic() + 20 * seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    _end(child)
    os.waitpid(child, 0)
    return None


def _end(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
