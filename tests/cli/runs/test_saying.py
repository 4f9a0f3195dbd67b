"""When a run is diagnosed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from planted_faults import planted
from planted_files import write_planted

from truebox.cli import main
from truebox.cli.runs import saying
from truebox.cli.runs.evaluation import _wants_diagnosis
from truebox.cli.runs.outputs import Output
from truebox.cli.runs.saying import Said, say

TABLE, JSON, REPORT = (Output(kind, "-") for kind in ("table", "json", "report"))


def test_the_table_and_the_page_are_diagnosed_and_json_is_not() -> None:
    assert _wants_diagnosis(None, [JSON, TABLE])
    assert _wants_diagnosis(None, [REPORT])
    assert not _wants_diagnosis(None, [JSON])
    assert _wants_diagnosis(True, [JSON])
    assert not _wants_diagnosis(False, [TABLE])


def test_two_results_are_compared_and_three_are_not() -> None:
    result = planted("class")
    two, three = (say([result] * count, asked=True, threads=None) for count in (2, 3))
    assert two.difference is not None
    assert two.difference.startswith("The data cannot tell B from A")
    assert (len(three.diagnoses), three.difference) == (3, None)


def test_very_large_results_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saying, "MOST_DETECTIONS", 10)
    result = planted("class")
    left_out = say([result], asked=False, threads=None)
    assert left_out.diagnoses == ()
    assert left_out.notes == (f"no diagnosis of {result.detections:,} detections; --diagnosis makes it",)
    assert len(say([result], asked=True, threads=None).diagnoses) == 1


def test_a_result_without_its_matches_has_none() -> None:
    made = SimpleNamespace(ground=None)
    assert say([made], asked=True, threads=None) == Said()  # type: ignore[list-item]


def test_the_command_says_it_and_can_be_told_not_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth, a, _ = write_planted(tmp_path)
    assert main(["eval", truth, a]) == 0
    out = capsys.readouterr().out
    assert "\nLost AP at IoU 0.5: " in out
    assert "\n- Largest loss: " in out
    assert main(["eval", truth, a, "--no-diagnosis"]) == 0
    assert "Lost AP" not in capsys.readouterr().out
    assert main(["eval", truth, a, "--json", "--diagnosis"]) == 0
    words = json.loads(capsys.readouterr().out)["results"][0]["diagnosis"]["words"]
    assert [f"- {sentence}" for sentence in words] == [
        line for line in out.splitlines() if line.startswith("- ")
    ]


def test_a_diagnosis_that_memory_has_no_room_for_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """800 bytes a detection, measured; who asks for it has it."""
    truth, found = (tmp_path / f"{name}.json" for name in ("truth", "found"))
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    named = {"images": [{"id": 1, "width": 9, "height": 9}], "categories": [{"id": 1, "name": "cat"}]}
    rows = [{**box, "id": number + 1, "area": 81, "iscrowd": 0} for number in range(30)]
    truth.write_text(json.dumps({**named, "annotations": rows}))
    found.write_text(json.dumps([{**box, "score": number / 4000} for number in range(4000)]))
    note = "no diagnosis, for which --max-memory is too little (about 3 MB); --diagnosis makes it"
    for more, said in (["--max-memory", "2M"], True), (["--max-memory", "4M"], False), ([], False):
        assert main(["eval", str(truth), str(found), *more]) == 0
        assert (note in capsys.readouterr().err) == said
    assert main(["eval", str(truth), str(found), "--max-memory", "2M", "--diagnosis"]) == 0
    assert note not in capsys.readouterr().err


def test_pictures_that_nothing_was_asked_of_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not where a page shows them, nor where a size of an image was read out of its picture."""
    from PIL import Image

    truth, found, pictures = tmp_path / "truth.json", tmp_path / "found.json", tmp_path / "pictures"
    pictures.mkdir()
    Image.new("RGB", (9, 9)).save(pictures / "a.png")
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    sizes = {"width": 9, "height": 9}

    def said(size: dict[str, int], *more: str, name: str = "a.png", command: str = "eval") -> str:
        image = {"id": 1, "file_name": name, **size}
        row = {**box, "id": 1, "area": 81, "iscrowd": 0}
        held = {"images": [image], "categories": [{"id": 1, "name": "cat"}], "annotations": [row]}
        truth.write_text(json.dumps(held))
        found.write_text(json.dumps([{**box, "score": 0.5}]))
        files = [str(truth), *([str(found)] * (1 + (command == "compare")))]
        assert main([command, *files, *more, "--images", str(pictures)]) == 0
        return capsys.readouterr().err

    known = "--images is not used: the truth says the size of every image, and no page shows pictures"
    assert known in said(sizes)
    assert known in said(sizes, command="compare")
    assert "--images" not in said(sizes, "--quiet")
    assert "--images" not in said(sizes, "--report", str(tmp_path / "page.html"))
    assert "--images" not in said({})
    assert "--images is not used: not every image has its picture there" in said({}, name="b.png")


@pytest.mark.parametrize("command", ["check", "part", "convert", "reconcile"])
def test_commands_without_pages_say_that_pictures_are_not_used(command, tmp_path, capsys):
    from PIL import Image

    pictures, truth, found = tmp_path / "pictures", tmp_path / "truth.json", tmp_path / "found.json"
    pictures.mkdir()
    Image.new("RGB", (9, 9)).save(pictures / "a.png")
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    found.write_text(json.dumps([{**box, "score": 0.5}]))

    def said(size: dict[str, int], *more: str) -> str:
        image = {"id": 1, "file_name": "a.png", **size}
        row = {**box, "id": 1, "area": 81, "iscrowd": 0}
        held = {"images": [image], "categories": [{"id": 1, "name": "cat"}], "annotations": [row]}
        truth.write_text(json.dumps(held))
        files = [str(truth), str(found)]
        if command == "part":
            files += ["-o", str(tmp_path / "1.tbx")]
        if command == "convert":
            files = [str(truth), str(tmp_path / "out.xml"), "--force"]
        assert main([command, *files, *more, "--images", str(pictures)]) == 0
        return capsys.readouterr().err

    known = said({"width": 9, "height": 9})
    assert "not used" in known
    assert "the truth says the size of every image" in known
    assert "not used" not in said({"width": 9, "height": 9}, "--quiet")
    assert "not used" not in said({})
