"""``truebox check``."""

from __future__ import annotations

import json

import pytest

from truebox.cli import main


@pytest.fixture
def files(tmp_path):
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 30, 20]}
    truth = {
        "images": [{"id": 1, "width": 100, "height": 50}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 600, "iscrowd": 0, **box}],
    }
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "good.json").write_text(json.dumps([{**box, "score": 0.5}]))
    bad = [{**box, "score": 0.5}, {**box, "score": 0.5, "bbox": [1, 2, 3]}, {**box, "score": "x"}]
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    return tmp_path


def test_what_an_evaluation_refuses_ends_with_3(files, capsys):
    assert main(["check", str(files / "truth.json"), str(files / "bad.json")]) == 3
    out, err = capsys.readouterr()
    assert "An evaluation refuses this:" in out
    assert "E-120" in out
    assert "E-124" in out
    assert "or --lenient" in out
    assert "truth.json: COCO JSON, 1 annotation" in err


def test_what_it_takes_ends_with_0(files, capsys):
    assert main(["check", str(files / "truth.json")]) == 0
    assert capsys.readouterr().out == "Nothing odd was found.\n"
    assert main(["check", str(files / "truth.json"), str(files / "good.json")]) == 0


def test_json(files, capsys):
    assert main(["check", str(files / "truth.json"), str(files / "bad.json"), "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["refused"] is True
    assert {"E-120", "E-124"} <= {finding["code"] for finding in document["findings"]}


def test_names_from_files_are_harmless(files, capsys):
    truth = json.loads((files / "truth.json").read_text())
    truth["categories"].append({"id": 2, "name": "\x1b]0;owned\x07"})
    (files / "truth.json").write_text(json.dumps(truth))
    main(["check", str(files / "truth.json")])
    assert "\x1b" not in capsys.readouterr().out


def test_reading_options_arrive(files, capsys):
    assert main(["check", str(files / "truth.json"), "--truth-format", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err
