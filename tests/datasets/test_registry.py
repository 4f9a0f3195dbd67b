"""Which formats there are, and which a path holds."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from truebox.datasets import registry
from truebox.datasets.format import Evidence, Format
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.registry import DETECTION_PROTOCOLS


def of_strength(name: str, strength: int | None) -> Format:
    return Format(
        name=name,
        title=name.upper(),
        recognise=lambda place, role: None if strength is None else Evidence(strength, f"signs of {name}"),
        read_truth="reader:read_truth",
    )


@pytest.fixture
def only(monkeypatch):
    def these(*formats: Format) -> None:
        monkeypatch.setattr(registry, "all_formats", lambda: {each.name: each for each in formats})

    return these


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "labels.dat"
    file.write_text("something")
    return file


def test_every_module_of_formats_is_found_by_name():
    known = registry.all_formats()
    assert list(known) == sorted(known)
    assert all(name == each.name for name, each in known.items())
    assert "coco" in known


def test_the_stronger_evidence_wins(only, path):
    only(of_strength("a", 1), of_strength("b", 3), of_strength("c", None))
    found, evidence = registry.find_format(path, "truth")
    assert (found.name, evidence.text) == ("b", "signs of b")


def test_equal_evidence_is_refused_with_both_readings(only, path):
    only(of_strength("a", 2), of_strength("b", 2))
    with pytest.raises(InputError, match=r"E-150 .*A \(signs of a\) or B \(signs of b\).*format=.a. or "):
        registry.find_format(path, "truth")


def test_of_equal_evidence_the_format_of_the_truth_is_taken(only, path):
    only(of_strength("a", 2), of_strength("b", 2), of_strength("c", 1))
    _, found, evidence = registry.find_source(path, "truth", beside="b")
    assert (found.name, evidence.text) == ("b", "signs of b, in the format of the truth")
    for other in ("c", "d", None):
        with pytest.raises(InputError, match="E-150"):
            registry.find_source(path, "truth", beside=other)


def test_nothing_that_fits_is_refused_with_what_is_known(only, path):
    only(of_strength("a", None))
    with pytest.raises(InputError, match=r"E-151 .*known for truth \(a\).*format="):
        registry.find_format(path, "truth")


def test_a_format_without_that_side_is_not_asked(only, path):
    only(of_strength("a", 3))
    with pytest.raises(InputError, match="E-151"):
        registry.find_format(path, "predictions")


@pytest.mark.parametrize("text", [b"", b"{ broken", b"\xff\xfe[\x00"])
def test_broken_json_is_left_to_the_words_of_coco(tmp_path, text):
    file = tmp_path / "truth.json"
    file.write_bytes(text)
    assert registry.find_format(file, "truth")[0].name == "coco"


def test_a_path_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="E-101"):
        registry.find_format(tmp_path / "gone.xml", "truth")


def test_a_name_that_is_no_format_is_refused():
    with pytest.raises(ArgumentError, match=r"truth_format: 'voc2' is unknown for truth.*coco"):
        registry.format_named("voc2", "truth")


@pytest.mark.parametrize("name", ["label-studio", "label_studio", "Label_Studio"])
def test_old_spellings_of_names_are_taken(name):
    assert registry.format_named(name, "truth").name == "label-studio"


def test_names_of_formats_are_in_one_style():
    assert all(name == name.lower() and "_" not in name for name in registry.all_formats())


_RECOGNISE = """
import sys
from pathlib import Path
from truebox.datasets.registry import find_format
found, _ = find_format(Path(sys.argv[1]), "truth")
print(found.name, *(name for name in sys.modules if name.startswith("truebox.datasets") or name == "numpy"))
"""


@pytest.mark.parametrize("name", ["yolo", "coco"])
def test_recognising_loads_what_formats_say_of_themselves_and_no_reader(tmp_path, name):
    path = tmp_path / "truth"
    if name == "coco":
        path.write_text('{"images": [], "annotations": [], "categories": []}')
    else:
        path.mkdir()
        (path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    command = [sys.executable, "-c", _RECOGNISE, str(path)]
    found, *loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert found == name
    below = [module.removeprefix("truebox.datasets.formats.") for module in loaded if ".formats." in module]
    tools = {module for module in below if "." in module and not module.endswith(".format")}
    assert tools == {
        "coco.head",
        "huggingface.outer_keys",
        "table.column_roles",
        "tfrecord.frames",
        "tfrecord.shards",
    }
    assert "numpy" not in loaded
    # Beside the formats: the room, the registry, paths, and how texts begin.
    assert len(loaded) - len(below) <= 20


def test_every_reader_and_writer_that_a_format_names_is_there():
    for each in registry.all_formats().values():
        for function in (each.read_truth, each.read_predictions, each.write_truth, each.write_predictions):
            assert function is None or callable(function.found())


def test_words_inside_coco_in_a_folder_are_no_sign_of_another_format(tmp_path):
    # A supercategory "objects" and pictures with file names stand in the first line of what Roboflow writes.
    text = {
        "info": {"year": "2026"},
        "categories": [{"id": 0, "name": "objects"}, {"id": 1, "name": "box2d", "supercategory": "objects"}],
        "images": [{"id": 0, "file_name": "a.jpg", "width": 9, "height": 9}],
        "annotations": [],
    }
    file = tmp_path / "_annotations.coco.json"
    file.write_text(json.dumps(text))
    assert registry.find_format(file, "truth")[0].name == "coco"
    found, chosen, _ = registry.find_source(tmp_path, "truth")
    assert (found, chosen.name) == (file, "coco")


def test_the_words_of_a_supercategory_make_no_other_format_of_coco(tmp_path):
    # Roboflow's exports: one line, and a first category named for the project, as all supercategories.
    categories = [
        {"id": 0, "name": "objects", "supercategory": "none"},
        {"id": 1, "name": "cat", "supercategory": "objects"},
    ]
    document = {"info": {}, "licenses": [], "categories": categories, "images": [], "annotations": []}
    path = tmp_path / "valid" / "_annotations.coco.json"
    path.parent.mkdir()
    path.write_text(json.dumps(document))
    (tmp_path / "README.roboflow.txt").write_text("objects - v1")
    for place in (path, path.parent, tmp_path):
        found, chosen, _ = registry.find_source(place, "truth")
        assert (found, chosen.name) == (path, "coco")


def test_every_benchmark_of_a_format_is_a_protocol() -> None:
    named = [each.benchmark for each in registry.all_formats().values() if each.benchmark is not None]
    assert set(named) <= set(DETECTION_PROTOCOLS)
    assert len(named) == len(set(named)) == 16


@pytest.mark.parametrize("role", ["truth", "predictions"])
@pytest.mark.parametrize(
    "text", ['{"meta": {}, "results": {"a": []}}', '{"results": {"a": []}, "meta": {"x": 1}}']
)
def test_a_file_without_objects_is_asked_for_by_the_formats_it_may_be(tmp_path, role, text):
    (tmp_path / "bare.json").write_text(text)
    with pytest.raises(InputError) as refused:
        registry.find_source(tmp_path / "bare.json", role)
    assert refused.value.code == "E-151"
    for name in ("nuscenes", "activitynet"):
        assert f"{role}_format" in str(refused.value) or f"format='{name}'" in str(refused.value)
    found = registry.find_source(tmp_path / "bare.json", role, beside="nuscenes")[1]
    assert found.name == "nuscenes"


def test_folders_that_hold_nothing_say_so(tmp_path):
    with pytest.raises(InputError, match="this folder holds no file"):
        registry.find_format(tmp_path, "truth")
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("")
    with pytest.raises(InputError, match="every file of this folder is empty"):
        registry.find_format(tmp_path, "truth")
