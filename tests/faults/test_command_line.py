"""Bad input on the command line: a clear refusal with exit code 3, or a defined result."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from truebox.cli import main

Outcome = tuple[int, str, str]
TRUTH = {
    "images": [{"id": 7, "width": 100, "height": 100, "file_name": "7.png"}],
    "categories": [{"id": 3, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 3, "bbox": [10, 10, 20, 20], "area": 400, "iscrowd": 0}
    ],
}
FOUND = {"image_id": 7, "category_id": 3, "bbox": [10, 10, 20, 20], "score": 0.5}


@pytest.fixture
def evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Evaluate `found` (text, bytes or data) against `truth` from files."""

    def write(name: str, content: Any) -> str:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def call(found: Any, truth: Any = TRUTH, *flags: str) -> Outcome:
        code = main(["eval", write("truth.json", truth), write("found.json", found), *flags])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_the_good_case_is_good(evaluate: Callable[..., Outcome]) -> None:
    code, out, _ = evaluate([FOUND])
    assert code == 0
    assert "1.000" in out


@pytest.mark.parametrize(
    "found",
    [
        "not json",
        "",
        '{"a": 1}',
        json.dumps([FOUND])[:-20],
        b"\xff\xfe[\x00]\x00",
        [{**FOUND, "bbox": [1, 2, 3]}],
        [{**FOUND, "bbox": [1, 2, -3, 4]}],
        '[{"image_id": 7, "category_id": 3, "bbox": [NaN, 1, 1, 1], "score": 0.5}]',
        '[{"image_id": 7, "category_id": 3, "bbox": [1, 1, 1, 1], "score": 1e999}]',
        [{key: value for key, value in FOUND.items() if key != "score"}],
        [{**FOUND, "image_id": 8}],
        [{**FOUND, "category_id": 4}],
    ],
    ids=[
        "no json", "empty", "a dict", "truncated", "utf-16", "three numbers", "negative size", "nan", "inf",
        "no score", "unknown image", "unknown category",
    ],
)  # fmt: skip
def test_bad_predictions_are_refused(evaluate: Callable[..., Outcome], found: Any) -> None:
    code, out, err = evaluate(found)
    assert (code, out) == (3, "")
    assert err.startswith("E-")
    assert "found.json" in err
    assert "Fix: " in err
    assert "Traceback" not in err


@pytest.mark.parametrize("truth", ["[]", "{}", "[1, 2", {"images": []}, json.dumps([FOUND])])
def test_bad_truth_is_refused(evaluate: Callable[..., Outcome], truth: Any) -> None:
    code, out, err = evaluate([FOUND], truth)
    assert (code, out) == (3, "")
    assert err.startswith("E-")
    assert "truth.json" in err


def test_missing_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps(TRUTH))
    for path in (tmp_path / "none.json", tmp_path):
        assert main(["eval", str(truth), str(path)]) == 3
        assert capsys.readouterr().err.startswith("E-10")


def test_no_predictions_is_a_result(evaluate: Callable[..., Outcome]) -> None:
    code, out, _ = evaluate([], TRUTH, "--json")
    assert code == 0
    assert json.loads(out)["results"][0]["metrics"]["AP"] == 0.0


def test_no_truth_is_undefined_with_a_reason(evaluate: Callable[..., Outcome]) -> None:
    code, out, _ = evaluate([FOUND], {**TRUTH, "annotations": []})
    assert code == 0
    assert "n/a AP" in out
    assert "-1" not in out


def test_hostile_names_reach_no_terminal(evaluate: Callable[..., Outcome]) -> None:
    truth = {**TRUTH, "categories": [{"id": 3, "name": "\x1b]0;x\x07[/red]"}]}
    code, out, err = evaluate([FOUND], truth)
    assert code == 0
    assert "\x1b" not in out + err
    assert "\\x1b]0;x\\x07[/red]" in out


def test_wrong_parameters_are_exit_2(evaluate: Callable[..., Outcome]) -> None:
    code, out, err = evaluate([FOUND], TRUTH, "--iou-thresholds", "7")
    assert (code, out) == (2, "")
    assert "iou_thresholds" in err


def test_a_refusal_as_a_process(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    (tmp_path / "found.json").write_text("nonsense")
    command = [sys.executable, "-m", "truebox.cli", "eval", "truth.json", "found.json", "--json=out.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("E-")
    assert not (tmp_path / "out.json").exists()
