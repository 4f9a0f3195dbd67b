"""The count: late, on terminals only, and gone at the end."""

from __future__ import annotations

import time

import pytest

from truebox._writing.watched import say_done
from truebox.cli.terminal import progress
from truebox.cli.terminal.progress import counting, stages


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


def test_no_stage_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with stages() as tell:
        tell("Reading")
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_a_short_run_shows_no_stage(capsys: pytest.CaptureFixture[str]) -> None:
    with stages() as tell:
        tell("Reading")
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_a_long_run_shows_its_stages_in_one_line_and_leaves_it_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "_TICK", 0.01)
    with stages() as tell:
        tell("Reading")
        time.sleep(0.1)
        tell("Diagnosing")
        time.sleep(0.1)
    out, err = capsys.readouterr()
    lines = err.split("\r")
    assert out == ""
    assert "\n" not in err
    assert any("] Reading 0 s" in line for line in lines)
    assert "] Diagnosing 0 s" in lines[-3]
    assert lines[-2:] == [" " * (max(map(len, lines[1:-2])) + len("^C")), ""]


@pytest.mark.usefixtures("terminal")
def test_what_says_how_far_it_has_come_fills_the_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_TICK", 0.01)
    with stages(0.01, "Ctrl-C skips") as tell:
        tell("Diagnosing")
        say_done("bootstrap", 500, 1000)
        time.sleep(0.1)
    say_done("bootstrap", 501, 1000)  # nobody looks any more
    line = "[########--------] Diagnosing: bootstrap 500 / 1,000 0 s, Ctrl-C skips"
    assert line in capsys.readouterr().err.split("\r")


@pytest.mark.usefixtures("terminal")
def test_a_run_that_fails_leaves_the_line_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)

    def failing() -> None:
        with stages() as tell:
            tell("Reading")
            time.sleep(0.05)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        failing()
    assert capsys.readouterr().err.endswith(" \r")
