"""How the tests run: on every core, and a second time only those that did not pass the first time."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:  # where only a few tests run, on a wheel
    pass
else:  # a busy machine makes any example slow
    settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("busy")

# Each worker has a core of its own: the threads of array libraries would only wait for each other.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# A shell's background jobs ignore interrupts, and so would the processes that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("truebox")
    group.addoption("--passed-to", metavar="FILE", help="write the ids of all tests that passed into FILE")
    group.addoption("--leave-out", metavar="FILE", help="leave out the tests whose ids stand in FILE")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for single files: starting them takes longer than most files; they are for folders."""
    named = [Path(argument.partition("::")[0]) for argument in config.args]
    return 0 if named and all(path.is_file() for path in named) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.leave_out:
        passed = set(Path(config.option.leave_out).read_text(encoding="utf-8").splitlines())
        left_out = [item for item in items if item.nodeid in passed]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid not in passed]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """No test leaves Truebox in another package's place: later ones would compare it with itself."""
    left = sorted(name for name in _REFERENCES if _stands_in(name))
    for name in [name for name in sys.modules if name.split(".")[0] in left]:
        del sys.modules[name]
    assert not left, f"{item.nodeid} leaves Truebox where {', '.join(left)} is imported from"


_REFERENCES = ("pycocotools", "lvis", "faster_coco_eval")


def _stands_in(name: str) -> bool:
    return name in sys.modules and sys.modules[name].__name__ != name


class _Passed:
    """Notes what passed; under workers, in the process that hears of them all."""

    def __init__(self, path: Path) -> None:
        self.path, self.ids = path, set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.ids.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.path.write_text("".join(f"{name}\n" for name in sorted(self.ids)), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.passed_to and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Passed(Path(config.option.passed_to)))
