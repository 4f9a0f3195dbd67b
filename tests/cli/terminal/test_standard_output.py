from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from truebox.cli.terminal.standard_output import write_stdout


class Sticking(io.RawIOBase):
    """Takes three bytes at a time, after it took nothing; as an unbuffered stdout on a pipe may."""

    def __init__(self) -> None:
        self.taken, self.asked = b"", 0

    def writable(self) -> bool:
        return True

    def write(self, data) -> int | None:
        self.asked += 1
        if self.asked == 1:
            return None
        self.taken += bytes(data[:3])
        return len(data[:3])


class Bare:
    """A text stream above bytes."""

    def __init__(self, buffer) -> None:
        self.buffer = buffer

    def flush(self) -> None:
        self.buffer.flush()


def test_all_of_a_text_is_written_by_a_stream_that_takes_it_in_pieces(monkeypatch) -> None:
    stream = Sticking()
    monkeypatch.setattr(sys, "stdout", Bare(stream))
    write_stdout("0123456789猫\n")
    assert stream.taken == "0123456789猫\n".encode()


def test_a_stream_without_bytes_takes_the_text(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    write_stdout("a\n")
    assert sys.stdout.getvalue() == "a\n"


def test_a_stdout_that_is_closed_is_said(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OSError, match="cannot write: it is closed: 'stdout'"):
        write_stdout("a\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_said_of_stdout(monkeypatch) -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(sys, "stdout", Bare(full))
        with pytest.raises(OSError, match="cannot write: No space left on device: 'stdout'"):
            write_stdout("a\n")


def test_a_reader_that_went_away_stays_a_broken_pipe(monkeypatch) -> None:
    class Gone(Sticking):
        def write(self, data) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", Bare(Gone()))
    with pytest.raises(BrokenPipeError) as raised:
        write_stdout("a\n")
    assert raised.value.filename is None
