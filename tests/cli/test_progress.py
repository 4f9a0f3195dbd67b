"""The count: late, on terminals only, and gone at the end."""

from __future__ import annotations

import pytest

from truebox.cli import progress
from truebox.cli.progress import counting


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "stderr_on_screen", lambda: True)


def interrupted() -> None:
    with counting("Painting") as show:
        assert show is not None
        show(9, 10)
        raise KeyboardInterrupt


def test_nothing_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("Painting") as show:
        assert show is None
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_nothing_in_the_first_second(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("Painting") as show:
        assert show is not None
        show(1, 2)
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_it_counts_in_one_line_and_leaves_it_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with counting("Painting") as show:
        assert show is not None
        show(9, 10)
        show(10, 10)
    blank = " " * len("Painting 10 of 10")
    assert capsys.readouterr() == ("", f"\rPainting 9 of 10\rPainting 10 of 10\r{blank}\r")


@pytest.mark.usefixtures("terminal")
def test_an_interruption_leaves_the_line_empty_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err.endswith(f"\r{' ' * len('Painting 9 of 10')}\r")
