"""Every write, close and rename fails once in turn: the command says so, and leaves nothing half behind."""

from __future__ import annotations

import builtins
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from truebox.cli import main
from truebox.generation import make_world, write_world


class Failing:
    """The n-th opening, write, close or rename below a folder fails as on a full disk."""

    def __init__(self, folder: Path, which: int) -> None:
        self.folder, self.left, self.failed = str(folder), which, False

    def count(self, path: Any) -> None:
        """Count an operation on a path; a number is a descriptor, which is none of ours."""
        if isinstance(path, int) or not os.path.realpath(os.fspath(path)).startswith(self.folder):
            return
        self.left -= 1
        if self.left == -1:
            self.failed = True
            raise OSError(28, "No space left on device", str(path))

    def wrap(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        """`open`, whose files fail too."""

        def open_(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if not set(mode) & set("wxa+"):
                return opened(file, mode, *more, **named)
            self.count(file)
            stream = opened(file, mode, *more, **named)
            return FailingStream(stream, self, file) if "b" in mode else stream

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

    def close(self) -> None:
        if self.stream.closed:
            return
        self.stream.close()
        self.failing.count(self.path)

    @property
    def closed(self) -> bool:
        return bool(self.stream.closed)


COMMANDS = {
    "demo": ("demo", "{out}/new", "--images", "2"),
    "convert to a folder": ("convert", "{in}/truth.json", "{out}/new", "--to", "voc"),
    "convert to a file": ("convert", "{in}/truth.json", "{out}/new.json", "--to", "coco"),
    "draw": ("draw", "{in}/images", "--truth", "{in}/truth.json", "--out", "{out}/new"),
    "eval": ("eval", "{in}/truth.json", "{in}/detector_a.json", "--json={out}/new.json", "-q"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_written_is_said_and_leaves_nothing(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    world = write_world(make_world(2, seed=1), tmp_path / "in")
    opened, io_opened, replace = builtins.open, io.open, os.replace
    for which in range(200):
        out = tmp_path / f"out{which}"
        out.mkdir()
        failing = Failing(out, which)
        with monkeypatch.context() as patched:
            patched.setattr(builtins, "open", failing.wrap(opened))
            patched.setattr(io, "open", failing.wrap(io_opened))
            patched.setattr(os, "replace", lambda a, b, f=failing: (f.count(b), replace(a, b)))
            code = main([word.format(**{"in": world, "out": out}) for word in COMMANDS[command]])
        said = capsys.readouterr().err
        if not failing.failed:
            assert code == 0, said
            break
        assert code in (2, 4), said
        assert "No space left" in said
        assert "Traceback" not in said
        assert sorted(path.name for path in out.rglob("*")) == [], f"operation {which}"
    assert which >= 2
    for file in out.rglob("*.json"):
        json.loads(file.read_text("utf-8"))
