from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from truebox._writing.cannot_write import cannot_write, refusal_in_words, telling_target

FULL = (errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ((), "out"),  # of a write or a close
        ((".out.1",), "out"),
        ((".out.1/b/c.txt",), "out/b/c.txt"),
        (("seen.jpg", None, ".out.1/c.jpg"), "out/c.jpg"),  # of a link
        (("..",), "out"),  # a folder around it
        (("out",), "out"),
    ],
)
def test_what_is_written_is_told_by_the_name_of_the_caller(
    named: tuple[str | None, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match="cannot write: No") as raised, telling_target("out", ".out.1"):
        raise OSError(*FULL, *named)
    assert raised.value.errno == errno.ENOSPC
    assert Path(raised.value.filename) == Path(told)
    assert refusal_in_words(raised.value) == f"cannot write {Path(told)}: No space left on device"


def test_an_error_about_a_file_elsewhere_stays_as_it_is() -> None:
    said = r"^\[Errno 13\] Permission denied: 'seen.jpg'$"
    with pytest.raises(OSError, match=said), telling_target("out", ".out.1"):
        raise OSError(errno.EACCES, "Permission denied", "seen.jpg")


def test_a_file_in_a_folder_is_told_once() -> None:
    """A file that is written whole within a folder that is: both know a part, the caller knows neither."""
    inner = telling_target(".drawn.1/a.png", ".drawn.1/.a.png.2")
    with pytest.raises(OSError, match="cannot write") as raised, telling_target("drawn", ".drawn.1"), inner:
        raise OSError(*FULL, ".drawn.1/.a.png.2")
    assert refusal_in_words(raised.value) == f"cannot write {Path('drawn/a.png')}: No space left on device"


def test_the_kind_of_the_error_stays() -> None:
    for number, kind in ((errno.EACCES, PermissionError), (errno.EPIPE, BrokenPipeError)):
        assert type(cannot_write("a", OSError(number, os.strerror(number)))) is kind


def test_an_error_without_a_number_has_one() -> None:
    told = cannot_write("a.png", OSError("encoder error -2"))
    assert (told.errno, refusal_in_words(told)) == (errno.EIO, "cannot write a.png: encoder error -2")


def test_other_errors_have_no_words() -> None:
    assert refusal_in_words(OSError(2, "No such file or directory", "a")) is None
    assert refusal_in_words(OSError("cannot write: a")) is None
