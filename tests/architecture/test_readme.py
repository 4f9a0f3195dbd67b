"""What the README shows is what a reader gets."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from project_tree import ROOT

import truebox

README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "truebox.cli", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def without_seconds(text: str) -> str:
    return re.sub(r"· \d+ threads? · [\d.]+ s\n", "· N threads · S s\n", text)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    return folder, run(folder, "demo", "--no-pictures")


def test_the_demo_prints_what_is_shown(demo):
    _, ran = demo
    shown = blocks("text")[0].removeprefix("$ truebox demo\n")
    assert ran.returncode == 0
    assert ran.stdout.startswith(shown)


def test_the_evaluation_prints_what_is_shown(demo):
    folder, _ = demo
    command, shown = blocks("text")[1].split("\n", 1)
    ran = run(folder, *command.removeprefix("$ truebox ").split())
    assert ran.returncode == 0
    assert without_seconds(ran.stderr + "\n" + ran.stdout) == without_seconds(shown)


def test_the_refusal_is_the_one_shown(demo):
    folder, _ = demo
    detections = json.loads((folder / "truebox-demo/detector_b.json").read_text(encoding="utf-8"))
    detections[17]["bbox"].pop()
    (folder / "broken.json").write_text(json.dumps(detections), encoding="utf-8")
    ran = run(folder, "eval", "truebox-demo/truth.json", "broken.json")
    assert ran.returncode == 3
    assert ran.stderr == blocks("text")[2].split("\n", 1)[1]
    assert ran.stdout == ""


def test_the_refused_reading_is_the_one_shown(demo):
    folder, _ = demo
    detections = json.loads((folder / "truebox-demo/detector_b.json").read_text(encoding="utf-8"))
    for detection in detections:
        x, y, width, height = detection["bbox"]
        detection["bbox"] = [x, y, x + width, y + height]
    (folder / "corners.json").write_text(json.dumps(detections), encoding="utf-8")
    ran = run(folder, "eval", "truebox-demo/truth.json", "corners.json")
    assert ran.returncode == 3
    assert ran.stderr == blocks("text")[3].split("\n", 1)[1]


def test_the_lines_of_python_run(demo, monkeypatch):
    folder, _ = demo
    (code,) = blocks("python")
    code = code.replace(
        '"truth.json", "predictions.json"', '"truebox-demo/truth.json", "truebox-demo/detector_a.json"'
    )
    monkeypatch.chdir(folder)
    found: dict[str, Any] = {}
    with pytest.warns(truebox.errors.TrueboxWarning):
        exec(code, found)
    overlaps = found["tb"].pairwise_iou(found["predicted_boxes"], found["true_boxes"])
    # By hand: the first pair shares 144 × 46 and covers 164 × 49 + 144 × 48 - 144 × 46; the second is apart.
    assert overlaps.tolist() == [[144 * 46 / (164 * 49 + 144 * 48 - 144 * 46)], [0.0]]
    assert round(found["result"].metrics["AP"], 3) == 0.481
    assert "0.481" in blocks("text")[0]
