"""``truebox convert``: what it prints, writes and refuses."""

from __future__ import annotations

import json

import format_worlds
import pytest
from click.testing import CliRunner

from truebox.cli import main
from truebox.cli.commands.convert import convert
from truebox.datasets.registry import all_formats


@pytest.fixture
def files(tmp_path):
    truth, found = format_worlds.made_pair(images=5)
    coco = all_formats()["coco"]
    coco.write_truth(truth, tmp_path / "truth.json")
    coco.write_predictions(truth, found, tmp_path / "found.json")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(convert, [str(each) for each in arguments])


def test_it_says_what_was_written_and_what_is_lost(files):
    outcome = run(files / "truth.json", files / "a.json", "--to", "createml")
    assert outcome.exit_code == 0
    first, second, *lost = outcome.output.splitlines()
    assert first == f"COCO JSON -> CreateML JSON: 5 images, 37 objects in {files / 'a.json'}"
    assert second == "CreateML JSON does not hold:"
    assert "         5  image sizes" in lost


def test_json(files):
    outcome = run(
        files / "found.json", files / "out", "--to", "labelme", "--truth", files / "truth.json", "--json"
    )
    document = json.loads(outcome.output)
    assert document["role"] == "predictions"
    assert (document["rows"], document["losses"], document["written_as"]) == (150, [], "LabelMe JSON")


def test_refusals_have_the_exit_code_of_their_kind(files, capsys):
    (files / "b.xml").write_text("mine")
    assert main(["convert", str(files / "truth.json"), str(files / "b.xml")]) == 3
    assert "E-445" in capsys.readouterr().err
    assert main(["convert", str(files / "truth.json"), str(files / "b.xml"), "--force"]) == 0
    assert main(["convert", str(files / "truth.json"), str(files / "b"), "--to", "what"]) == 2
    assert "'what' cannot be written" in capsys.readouterr().err


def test_options_reach_the_reader(files):
    row = {"label": "cat", "x": 50, "y": 40, "width": 20, "height": 10}
    (files / "n.json").write_text(json.dumps({"file_name": "a.jpg", "annotations": [row, {"label": "cat"}]}))
    outcome = run(files / "n.json", files / "m.json", "--box-format", "cxcywh", "--lenient")
    assert outcome.exit_code == 0, outcome.output
    assert json.loads((files / "m.json").read_text())["annotations"][0]["bbox"] == [40, 35, 20, 10]


def test_nothing_is_written_to_a_file_called_dash(files, monkeypatch):
    monkeypatch.chdir(files)
    assert main(["convert", "truth.json", "-", "--to", "coco"]) == 3
    assert not (files / "-").exists()
