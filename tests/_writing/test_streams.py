"""Pipes in the place of files."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from format_rounds import refused

import truebox as tb
from truebox._writing.streams import is_stream, keeping_streams, kept_bytes
from truebox.cli.run import run

pyarrow = pytest.importorskip("pyarrow")

IMAGE = {"id": 7, "width": 100, "height": 100, "file_name": "7.png"}
ROW = {"image_id": 7, "category_id": 3, "bbox": [10, 10, 20, 20]}
TRUTH = {"images": [IMAGE], "categories": [{"id": 3, "name": "cat"}], "annotations": [{"id": 1, **ROW}]}
FOUND = json.dumps([{**ROW, "score": 0.5}]).encode()
CSV = b"image,label,score,x1,y1,x2,y2\n7.png,cat,.5,10,10,30,30\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes of POSIX")

PACKED = [FOUND, gzip.compress(FOUND), CSV, pyarrow.compress(FOUND, codec="zstd", asbytes=True)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    return tmp_path


def fed(path, data):
    """A named pipe into which `data` goes once."""
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(data,), daemon=True).start()
    return path


def test_a_pipe_is_read_once_and_kept_for_the_run(tmp_path):
    pipe = fed(tmp_path / "pipe", b"content")
    assert is_stream(pipe)
    with keeping_streams():
        assert kept_bytes(pipe) == kept_bytes(pipe) == b"content"
    assert "is a pipe" in refused("E-101", kept_bytes, pipe)


def test_files_and_folders_are_none(tmp_path):
    (tmp_path / "a").write_text("text")
    for path in (tmp_path / "a", tmp_path, tmp_path / "none"):
        assert not is_stream(path)
        assert kept_bytes(path) is None


def test_a_program_reads_its_pipes_itself(folder):
    os.mkfifo(folder / "pipe")
    assert "json.loads" in refused("E-101", tb.read_predictions, folder / "pipe")


@pytest.mark.parametrize("data", PACKED, ids=["json", "gzip", "csv", "zstd"])
def test_the_command_takes_a_named_pipe(folder, data, capsys):
    arguments = ["eval", str(folder / "truth.json"), str(fed(folder / "pipe", data)), "--json"]
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["metrics"]["AP"] == pytest.approx(1)


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("data", PACKED, ids=["json", "gzip", "csv", "zstd"])
def test_the_command_takes_standard_input(folder, name, data):
    if name != "-" and not Path(name).exists():
        pytest.skip("a system without /dev/stdin")
    command = [sys.executable, "-m", "truebox.cli", "eval", "truth.json", name, "--json"]
    done = subprocess.run(command, cwd=folder, input=data, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results"][0]["metrics"]["AP"] == pytest.approx(1)


def test_nothing_on_standard_input_is_refused(folder):
    command = [sys.executable, "-m", "truebox.cli", "eval", "truth.json", "-"]
    done = subprocess.run(command, cwd=folder, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr[:5]) == (3, b"E-103")
