"""Names of the user in every output of ``truebox eval``."""

from __future__ import annotations

import json

import pytest
from made_results import MadeResult, make_predictions

from truebox.cli.options.names import with_names


def test_of_several_geometries_each_file_has_its_name() -> None:
    results = [MadeResult(predictions=make_predictions(name)) for name in ("a", "a", "b", "b")]
    assert [each.predictions.source.shown for each in with_names(results, ["X", "Y"])] == ["X", "X", "Y", "Y"]
    assert [each.predictions.source.name for each in with_names(results, ["X", "Y"])] == ["a", "a", "b", "b"]
    assert with_names(results, []) == results


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    box = {"image_id": 1, "category_id": 1, "bbox": [9, 9, 9, 9]}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "a"}],
        "annotations": [{"id": 1, **box, "area": 81, "iscrowd": 0}],
    }
    (tmp_path / "t.json").write_text(json.dumps(truth))
    for name in "ab":
        (tmp_path / f"{name}.json").write_text(json.dumps([{**box, "score": 0.5}]))
    return tmp_path


def test_every_output_of_eval_has_the_names(files, real_command) -> None:
    names = ("--names", "Base,Ours")
    written = ("--csv=o.csv", "--md=o.md", "--latex=o.tex", "--report", "o.html", "--json=o.json")
    code, out, err = real_command("eval", "t.json", "a.json", "b.json", *names, *written)
    assert code == 0
    assert "AP Base | AP Ours | Ours - Base" in out
    assert "Ours predictions  b.json" in err
    assert [each["name"] for each in json.loads((files / "o.json").read_text())["results"]] == [
        "Base",
        "Ours",
    ]
    assert (files / "o.csv").read_text().splitlines()[-1].startswith("Ours,")
    assert "| AP Base | AP Ours |" in (files / "o.md").read_text()
    assert "\nOurs & 1 &" in (files / "o.tex").read_text()
    assert '"letter":"Ours"' in (files / "o.html").read_text().replace('": "', '":"')


def test_markdown_has_the_columns_of_the_widest_table(files, real_command) -> None:
    code, out, _ = real_command("eval", "t.json", "a.json", "--md", "-q")
    assert code == 0
    counts, rest = "| Class | Images | Truth | Detections | AP ", "| AP50 | AP75 | AR100 |"
    assert out.splitlines()[0] == f"{counts}| 95 % interval {rest} P | R | F1 | score |"
    _, out, _ = real_command("eval", "t.json", "a.json", "--md", "-q", "--no-diagnosis")
    assert out.splitlines()[0] == f"{counts}{rest}"


def test_names_of_eval_must_fit(files, real_command) -> None:
    code, out, err = real_command("eval", "t.json", "a.json", "--names", "A,B")
    assert (code, out) == (2, "")
    assert "--names: got 2 for 1 predictions file. Fix: " in err
