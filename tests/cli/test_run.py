"""Every way a run can end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from truebox.cli.run import run

Command = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("how", "code", "message"),
    [
        ("refuse", 3, "E-120 pred.json[17].bbox: 3 numbers, need 4. Fix: Add the missing number.\n"),
        ("argument", 2, "Error: iou_thresholds must lie in [0, 1], got 7\n"),
        (
            "extra",
            2,
            "Error: Reading Parquet needs pyarrow. Install it with: pip install 'pyarrow>=15'\n",
        ),
        ("memory", 4, "Out of memory. The input needs more than this machine has free.\n"),
    ],
)
def test_failures_say_one_line_and_nothing_on_stdout(
    command: Command, how: str, code: int, message: str
) -> None:
    assert command("eval", "t", "p", how=how) == (code, "", message)


def test_an_internal_error_is_one_line(command: Command) -> None:
    code, out, err = command("eval", "t", "p", how="crash")
    assert (code, out) == (4, "")
    assert err.count("\n") == 1
    assert "RuntimeError: \\x1b[31mboom" in err
    assert "--debug" in err


@pytest.mark.parametrize("how", ["crash", "refuse"])
def test_debug_shows_the_traceback(command: Command, how: str) -> None:
    _, out, err = command("eval", "t", "p", "--debug", how=how)
    assert out == ""
    assert "Traceback (most recent call last)" in err


def test_a_failure_writes_no_file(command: Command, tmp_path: object) -> None:
    target = f"{tmp_path}/a.json"
    command("eval", "t", "p", f"--json={target}", how="refuse")
    with pytest.raises(FileNotFoundError), open(target):
        pass


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("--protocol", "cco"), "coco"),
        (("--geometry", "mask"), "masks"),
        (("--geometry", "segm"), "masks"),
        (("--geometry", "bbox"), "boxes"),
        (("--geometry", "keypoint"), "keypoints"),
        (("--geometry", "obb"), "rotated"),
        (("--box-format", "degres"), "degrees"),
    ],
)
def test_a_misspelt_word_of_an_option_is_recognised(
    capsys: pytest.CaptureFixture[str], words: tuple[str, str], meant: str
) -> None:
    assert run(["eval", "t", "p", *words]) == 2
    assert f"'{words[1]}' is not one of" in (said := capsys.readouterr().err)
    assert said.endswith(f" Did you mean '{meant}'?\n")


def test_a_name_that_is_too_long_is_an_input_that_is_refused(tmp_path, capsys):
    """Such as the content of a file in the place of its name."""
    assert run(["eval", "[0, 1]" * 2000, str(tmp_path / "found.json")]) == 3
    said = capsys.readouterr().err
    assert said.startswith("E-101 [0, 1][0, 1]")
    assert "the name is too long for a file" in said
    assert len(said) < 200
