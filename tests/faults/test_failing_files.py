"""Every write, close and rename fails once in turn, in every command that writes: it ends with 4, names the
file, and leaves nothing half behind."""

from __future__ import annotations

import builtins
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from PIL import Image

from truebox.cli import main
from truebox.cli.command_list import cli
from truebox.cli.terminal.exit_code import ExitCode
from truebox.datasets.registry import all_formats
from truebox.generation import make_track_world, make_world, write_track_world, write_world


class Failing:
    """The n-th opening, write, close or rename below a folder fails as on a full disk."""

    def __init__(self, folder: Path, which: int) -> None:
        self.folder, self.left, self.failed = str(folder), which, False

    def count(self, path: Any) -> None:
        """Count an operation on a path; a number is a descriptor that is closed, or none of ours."""
        if isinstance(path, int) or not os.path.realpath(os.fspath(path)).startswith(self.folder):
            return
        self.left -= 1
        if self.left == -1:
            self.failed = True
            names = () if str(path).endswith(" (deleted)") else (str(path),)  # what has no name is not named
            raise OSError(28, "No space left on device", *names)

    def of(self, renamed: Callable[..., Any]) -> Callable[..., Any]:
        """A function of paths, the last of which is written."""

        def renamed_(*paths: Any, **named: Any) -> Any:
            self.count(paths[1] if len(paths) > 1 and not isinstance(paths[1], int) else paths[0])
            return renamed(*paths, **named)

        return renamed_

    def wrap(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        """`open`, whose files fail too."""

        def open_(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if not set(mode) & set("wxa+"):
                return opened(file, mode, *more, **named)
            if isinstance(file, int) and sys.platform == "linux":  # a file without a name, in its folder
                file, opened_ = os.readlink(f"/proc/self/fd/{file}"), partial(opened, file)
            else:
                opened_ = partial(opened, file)
            self.count(file)
            if "b" in mode:
                return FailingStream(opened_(mode, *more, **named), self, file)
            binary = FailingStream(opened_(f"{mode}b"), self, file)
            texts = dict(zip(("encoding", "errors", "newline"), more[1:], strict=False)) | named
            texts.pop("buffering", None)
            return io.TextIOWrapper(binary, **texts)

        return open_


class FailingStream(io.BufferedIOBase):
    """A file that is open for writing."""

    def __init__(self, stream: Any, failing: Failing, path: Any) -> None:
        self.stream, self.failing, self.path = stream, failing, path

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.failing.count(self.path)
        return int(self.stream.write(data))

    def seekable(self) -> bool:
        return True

    def seek(self, *place: Any) -> int:
        return int(self.stream.seek(*place))

    def tell(self) -> int:
        return int(self.stream.tell())

    def fileno(self) -> int:
        return int(self.stream.fileno())

    def flush(self) -> None:
        if not self.stream.closed:
            self.stream.flush()

    def close(self) -> None:
        if self.stream.closed:
            return
        self.stream.close()
        self.failing.count(self.path)

    @property
    def closed(self) -> bool:
        return bool(self.stream.closed)


PAIR = ("{in}/truth.json", "{in}/detector_a.json")
TRACKS = ("{in}/tracks/gt", "{in}/tracks/trackerA")
EVAL = ("eval", *PAIR, "-q")
COMPARE = ("compare", *PAIR, "{in}/detector_b.json", "-q", "--draws", "100")
MERGE = ("merge", "{in}/a.tbx", "-q")
DRAW = ("draw", "{in}/images", "--truth", "{in}/truth.json", "--out", "{out}/new")
EVENTS = ("draw", *TRACKS, "--events", "switch", "--images", "{in}/tracks")
# What writes a file or a folder, by what it writes. Those of `convert` come from the registry of formats.
WRITES = {
    "eval --json": (*EVAL, "--json={out}/new"),
    "eval --csv": (*EVAL, "--csv={out}/new"),
    "eval --md": (*EVAL, "--md={out}/new"),
    "eval --latex": (*EVAL, "--latex={out}/new"),
    "eval --junit": (*EVAL, "--fail-under", "AP=0", "--junit={out}/new"),
    "eval --report": (*EVAL, "--report={out}/new.html"),
    "eval --report of a folder": (*EVAL, "--report={out}/new/", "--images", "{in}/images"),
    "eval --report of tracks": ("eval", *TRACKS, "-q", "--protocol", "mot17", "--report={out}/new.html"),
    "eval --events": ("eval", *TRACKS, "-q", "--protocol", "mot17", "--events", "{out}/new.csv"),
    "eval --matches": (*EVAL, "--matches", "{out}/new.csv"),
    "eval --matches of Parquet": (*EVAL, "--matches", "{out}/new.parquet"),
    "compare --json": (*COMPARE, "--json={out}/new"),
    "compare --csv": (*COMPARE, "--csv={out}/new"),
    "compare --md": (*COMPARE, "--md={out}/new"),
    "compare --latex": (*COMPARE, "--latex={out}/new"),
    "compare --junit": (*COMPARE, "--max-drop", "AP=0.9", "--junit={out}/new"),
    "merge --json": (*MERGE, "--json={out}/new"),
    "merge --csv": (*MERGE, "--csv={out}/new"),
    "merge --md": (*MERGE, "--md={out}/new"),
    "merge --latex": (*MERGE, "--latex={out}/new"),
    "part --output": ("part", *PAIR, "-o", "{out}/new.tbx", "-q"),
    "history --report": ("history", "{in}/one.json", "{in}/two.json", "-q", "--report", "{out}/new.html"),
    "track --out": ("track", "{in}/tracks/det", "--out", "{out}/new", "-q"),
    "iou --plot": ("iou", "0,0,9,9", "5,5,20,20", "--plot", "{out}/new.png"),
    "draw --out of a folder": DRAW,
    "draw --out": ("draw", "{in}/images/000001.jpg", *DRAW[2:-1], "{out}/new.png"),
    "draw --out of events": (*EVENTS, "--out", "{out}/new"),
    "demo folder": ("demo", "{out}/new", "--images", "2"),
    "demo folder of tracks": ("demo", "{out}/new", "--tracks", "--images", "3"),
    "demo --report": ("demo", "{in}/again", "--images", "2", "--no-pictures", "--report", "{out}/new.html"),
}  # fmt: skip
for form in all_formats().values():
    if form.write_truth is not None:
        source = "{in}/tracks/gt" if form.name == "mot" else "{in}/truth.json"
        WRITES[f"convert target, {form.name}"] = ("convert", source, "{out}/new", "--to", form.name)
    if form.write_predictions is not None:
        source, truth = ("{in}/tracks/trackerA", "{in}/tracks/gt") if form.name == "mot" else PAIR[::-1]
        WRITES[f"convert target, detections as {form.name}"] = (
            *("convert", source, "{out}/new", "--to", form.name, "--truth", truth),
        )

PRINTS = {
    "eval": EVAL,
    "eval --json": (*EVAL, "--json"),
    "eval --coco-text": (*EVAL, "--coco-text"),
    "compare": COMPARE,
    "view": ("view", *PAIR),
    "reconcile": ("reconcile", *PAIR, "--reported", "AP=0.5"),
    "reconcile --json": ("reconcile", *PAIR, "--reported", "AP=0.5", "--json"),
    "check": ("check", *PAIR),
    "check --json": ("check", *PAIR, "--json"),
    "explain": ("explain",),
    "explain CODE": ("explain", "E-104"),
    "explain METRIC": ("explain", "AP50"),
    "convert": ("convert", "{in}/truth.json", "{out}/new.json"),
    "iou": ("iou", "0,0,9,9", "5,5,20,20"),
    "draw": DRAW,
    "merge": MERGE,
    "history": ("history", "{in}/one.json", "{in}/two.json", "-q"),
    "completion": ("completion", "bash"),
    "demo": ("demo", "{out}/new", "--images", "2", "--no-pictures"),
    "demo of tracks": ("demo", "{out}/new", "--images", "2", "--tracks"),
    "--help": ("--help",),
    "--version": ("--version",),
    "eval --help": ("eval", "--help"),
    "nothing": (),
}
SILENT = ("part", "track")
"""They have their file alone to write."""


def of_outputs(command: click.Command) -> Iterator[str]:
    """The options and arguments of a command that name what is written."""
    for param in command.params:
        named = param.metavar or ""
        if re.search(r"PATH|\bOUT|FILE\.", named) or param.name in ("out", "folder"):
            yield max(param.opts, key=len)


def test_every_output_of_every_command_is_walked() -> None:
    context = click.Context(cli)
    outputs = {
        f"{name} {output}"
        for name in cli.list_commands(context)
        for output in of_outputs(cli.get_command(context, name))
    }
    missing = [each for each in sorted(outputs) if not any(key.startswith(each) for key in WRITES)]
    assert not missing, f"no row of WRITES for {missing}"
    assert len(outputs) >= 20


def test_every_command_prints_or_is_silent() -> None:
    printing = {key.split()[0] for key in PRINTS} | set(SILENT)
    assert set(cli.list_commands(click.Context(cli))) <= printing


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands read."""
    home = write_world(make_world(2, seed=1), tmp_path_factory.mktemp("in") / "world")
    write_track_world(make_track_world(frames=12), home / "tracks")
    for sequence in (home / "tracks" / "gt").iterdir():
        frames = home / "tracks" / sequence.name / "img1"
        frames.mkdir(parents=True)
        for number in range(1, 13):
            Image.new("RGB", (96, 54)).save(frames / f"{number:06d}.jpg")
    pair = [word.format(**{"in": home}) for word in PAIR]
    assert main(["part", *pair, "-o", str(home / "a.tbx"), "-q"]) == 0
    for name in ("one", "two"):
        assert main(["eval", *pair, "-q", f"--json={home}/{name}.json"]) == 0
    return home


@pytest.mark.parametrize("command", WRITES)
@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_written_is_said_and_leaves_nothing(
    command: str,
    world: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(which: int) -> tuple[Failing, int, Path, list[str], str]:
        out = tmp_path / f"out{which}"
        out.mkdir()
        failing = Failing(out.resolve(), which)
        with monkeypatch.context() as patched:
            for module, name in ((builtins, "open"), (io, "open")):
                patched.setattr(module, name, failing.wrap(getattr(module, name)))
            for name in ("mkdir", "replace", "rename", "link"):
                patched.setattr(os, name, failing.of(getattr(os, name)))
            code = main([word.format(**{"in": world, "out": out}) for word in WRITES[command]])
        left = sorted(path.relative_to(out).as_posix() for path in out.rglob("*"))
        return failing, code, out, left, capsys.readouterr().err

    never, code, _, whole, said = run(10**9)
    assert (code, bool(whole)) == (ExitCode.OK, True), said
    operations = 10**9 - never.left
    failures = 0
    for which in spread(operations):
        failing, code, out, left, said = run(which)
        assert failing.failed
        if code == ExitCode.OK:  # done in another way: a folder was there, a link became a copy
            assert left == whole, f"operation {which}"
            continue
        assert code == ExitCode.INTERNAL, said
        assert f"cannot write {out / 'new'}" in said
        assert "No space left" in said
        assert "Traceback" not in said
        assert left == [], f"operation {which}"
        failures += 1
    assert failures >= 2


def spread(operations: int) -> list[int]:
    """The first four, the last four and four between, or all: many writes are alike, and a run takes time."""
    if operations <= 12:
        return list(range(operations))
    middle = [4 + (operations - 8) * part // 4 for part in range(4)]
    return [*range(4), *middle, *range(operations - 4, operations)]


class Full(io.RawIOBase):
    """A stream that takes nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
@pytest.mark.parametrize("command", PRINTS)
@pytest.mark.filterwarnings("ignore")
def test_a_result_that_stdout_does_not_take_ends_with_4(
    command: str, closed: bool, world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if command == "view":
        pytest.importorskip("uvicorn")
        pytest.importorskip("starlette")
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", None if closed else io.TextIOWrapper(Full(), write_through=True))
        code = main([word.format(**{"in": world, "out": tmp_path}) for word in PRINTS[command]])
    said = capsys.readouterr().err
    assert code == ExitCode.INTERNAL, said
    assert f"cannot write stdout: {'it is closed' if closed else 'No space left on device'}" in said
