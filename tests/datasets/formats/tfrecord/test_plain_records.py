"""Plain files are read natively, and as the general reader reads them, record by record."""

from __future__ import annotations

import random

import pytest

import truebox as tb
from truebox.datasets.formats.tfrecord import reader
from truebox.datasets.formats.tfrecord.example import as_example
from truebox.datasets.formats.tfrecord.frames import framed
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError

_SIDES = ("xmin", "ymin", "xmax", "ymax")


def declined(*_):
    """In place of the native reader: every file is for the general one."""
    return False


def features(chance: random.Random, number: int, kind: str) -> dict[str, list]:
    """An example as tools write it: lists that are optional, empty, or absent."""
    count = chance.randrange(4)
    found = {"image/width": [chance.randrange(1, 900)], "image/height": [chance.randrange(1, 900)]}
    found["image/filename"] = [f"bïld {number}.jpg".encode()] if chance.random() < 0.8 else [b""]
    found["image/source_id"] = [f"{number}.png".encode()]
    found["image/encoded"] = [chance.randbytes(20)]
    corners = [sorted(chance.random() for _ in range(2)) for _ in range(2 * count)]
    for side, at, which in (("xmin", 0, 0), ("ymin", 1, 0), ("xmax", 0, 1), ("ymax", 1, 1)):
        found[f"image/{kind}/bbox/{side}"] = [pair[which] for pair in corners[at::2]]
    labels = [chance.randrange(1, 5) for _ in range(count)]
    if kind == "detection":
        found["image/detection/label"] = labels
        found["image/detection/score"] = [chance.random() for _ in range(count)]
        return found
    texts = [f"class {label}".encode() for label in labels]
    form = chance.randrange(3)
    if form != 0:
        found["image/object/class/label"] = labels
    if form != 1:
        found["image/object/class/text"] = texts
    for flag in ("is_crowd", "difficult", "group_of"):
        if chance.random() < 0.4:
            found[f"image/object/{flag}"] = [chance.randrange(2) for _ in range(count)]
    if chance.random() < 0.4:
        found["image/object/area"] = [chance.choice([0.0, 12.5, 1e4]) for _ in range(count)]
    return found


def written(path, kind, seed, records=12):
    chance = random.Random(seed)
    held = [framed(as_example(features(chance, number, kind))) for number in range(records)]
    path.write_bytes(b"".join(held))
    return path


def said(records) -> dict:
    """Everything records hold, by name, in a form that is compared exactly."""
    columns = {name: getattr(records, name).tolist() for name in ("image", "category", "boxes")}
    columns["attributes"] = {name: each.tolist() for name, each in records.attributes.items()}
    columns["findings"] = [repr(each) for each in records.findings]
    if hasattr(records, "scores"):
        return columns | {"scores": records.scores.tolist()}
    for name in ("area", "crowd", "ignore"):
        columns[name] = getattr(records, name).tolist()
    columns["images"] = (records.images.ids.tolist(), records.images.sizes.tolist())
    columns["files"] = list(records.images.file_names)
    kinds = records.categories
    return columns | {"kinds": (kinds.ids.tolist(), kinds.names, kinds.numbered, kinds.listed)}


@pytest.mark.parametrize("seed", range(25))
def test_truth_is_that_of_the_general_reader(tmp_path, monkeypatch, seed):
    path = written(tmp_path / "a.tfrecord", "object", seed)
    with monkeypatch.context() as native:
        native.setattr(reader, "_add_truth", None)  # nothing is declined
        found = said(tb.read_truth(path))
    monkeypatch.setattr(reader, "add_plain_truth", declined)
    assert found == said(tb.read_truth(path))
    assert len(found["images"][0]) == 12


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_predictions_are_those_of_the_general_reader(tmp_path, monkeypatch, seed, named):
    path = written(tmp_path / "a.tfrecord", "detection", seed)
    if named:
        items = [f"item {{ id: {label} name: 'class {label}' }}" for label in range(1, 5)]
        (tmp_path / "label_map.pbtxt").write_text("\n".join(items))
    with monkeypatch.context() as native:
        native.setattr(reader, "_add_predictions", None)
        plain = reader.read_predictions(path, ReadOptions())
    monkeypatch.setattr(reader, "add_plain_predictions", declined)
    general = reader.read_predictions(path, ReadOptions())
    assert said(plain) == said(general)
    assert (plain.image_by, plain.category_by) == ("name", "name" if named else "id")
    assert (general.image_by, general.category_by) == (plain.image_by, plain.category_by)


def outcome(path):
    """What reading gives or refuses, with its words."""
    try:
        return said(tb.read_truth(path))
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(150))
def test_a_changed_byte_is_judged_as_by_the_general_reader(tmp_path, monkeypatch, seed):
    chance = random.Random(seed)
    data = bytearray(as_example(features(chance, 1, "object")))
    for _ in range(chance.randrange(1, 3)):  # under a checksum that is right
        data[chance.randrange(len(data))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    path = tmp_path / "a.tfrecord"
    path.write_bytes(framed(as_example(features(chance, 0, "object"))) + framed(bytes(data)))
    found = outcome(path)
    monkeypatch.setattr(reader, "add_plain_truth", declined)
    assert found == outcome(path)


@pytest.mark.parametrize(
    "odd",
    [
        {"image/filename": [b"", b"\xff"]},
        {"image/filename": [b"\xff"]},
        {"image/object/class/text": [b"\xff"]},
        {"image/width": [0]},
        {"image/object/bbox/xmin": [float("nan")]},
        {"image/object/bbox/xmin": [0.75], "image/object/bbox/xmax": [0.5]},
        {"image/object/area": [float("nan")]},
        {"image/object/area": [float("inf")]},
        {"image/object/difficult": [1, 0]},
        {"image/object/class/label": [0.5]},
        {"image/source_id": [0.5]},
    ],
)
def test_odd_values_are_judged_as_by_the_general_reader(tmp_path, monkeypatch, odd):
    plain = {f"image/object/bbox/{side}": [0.25 * (at + 1)] for at, side in enumerate(_SIDES)}
    plain |= {"image/filename": [b"a.jpg"], "image/source_id": [b"a"], "image/object/class/text": [b"cat"]}
    path = tmp_path / "a.tfrecord"
    path.write_bytes(framed(as_example({**plain, "image/width": [64], "image/height": [48], **odd})))
    found = outcome(path)
    monkeypatch.setattr(reader, "add_plain_truth", declined)
    assert found == outcome(path)


def test_pictures_of_one_name_are_refused_across_shards(tmp_path):
    for shard in range(2):
        written(tmp_path / f"val.tfrecord-0000{shard}-of-00002", "object", 3)
    with pytest.raises(InputError, match=r"E-448 .*-00001-of-00002 record 1"):
        tb.read_truth(tmp_path)


def test_classes_that_are_named_and_labels_without_a_name(tmp_path, monkeypatch):
    path = written(tmp_path / "a.tfrecord", "detection", 5)
    truth = tb.read_truth(written(tmp_path / "truth.tfrecord", "object", 5))
    (tmp_path / "label_map.pbtxt").write_text("item { id: 1 name: 'class 1' }")
    with pytest.raises(InputError, match=r"E-429 .*record [0-9]+ detection"):
        tb.read_predictions(path, truth=truth)
    monkeypatch.setattr(reader, "add_plain_predictions", declined)
    with pytest.raises(InputError, match=r"E-429 .*record [0-9]+ detection"):
        tb.read_predictions(path, truth=truth)
