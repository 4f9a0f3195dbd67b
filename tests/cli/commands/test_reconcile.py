"""``truebox reconcile``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from truebox.cli.commands.reconcile import reconcile_command

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 10, 10]}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1, "area": 100, "iscrowd": 0, **box},
            {"id": 2, "area": 100, "iscrowd": 0, **box, "bbox": [50, 50, 10, 10]},
        ],
    }
    paths = tmp_path / "truth.json", tmp_path / "found.json"
    paths[0].write_text(json.dumps(truth))
    paths[1].write_text(json.dumps([{"score": 0.9, **box}]))
    return str(paths[0]), str(paths[1])


def test_it_names_the_tool_of_a_reported_number(real_command: Command, files: tuple[str, str]) -> None:
    code, out, err = real_command("reconcile", *files, "--reported", "AP50=0.75")
    assert (code, err) == (0, "")
    assert out.startswith("This file under every tool\n")
    assert "AP50 0.75 is yolov5" in out


def test_json_and_markdown(real_command: Command, files: tuple[str, str]) -> None:
    code, out, _ = real_command("reconcile", *files, "--between", "coco", "yolov5", "--json")
    assert code == 0
    assert json.loads(out)["start"] == "coco"
    code, out, _ = real_command("reconcile", *files, "--md")
    assert code == 0
    assert "| Tool | AP |" in out


def test_wrong_usage_is_said(real_command: Command, files: tuple[str, str]) -> None:
    code, _, err = real_command("reconcile", *files, "--reported", "AP50")
    assert code == 2
    assert "is not METRIC=VALUE" in err
    code, _, err = real_command("reconcile", *files, "--json", "--md")
    assert code == 2
    code, _, err = real_command("reconcile", *files, "--reported", "F1=0.5")
    assert code == 2
    assert "'F1' is not compared" in err
    assert reconcile_command.name == "reconcile"


def test_a_number_reported_twice_is_refused(files: tuple[str, str], command: Command) -> None:
    code, _, err = command("reconcile", *files, "--reported", "AP=0.5", "--reported", "AP=0.6")
    assert code == 2
    assert "--reported gives AP twice" in err
