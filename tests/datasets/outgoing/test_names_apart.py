"""Names that do not tell classes or images apart go into no file, of any format that knows them by name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from format_worlds import made_pair, target

import truebox as tb
from truebox.datasets.outgoing.names_apart import refuse_names_not_apart
from truebox.datasets.registry import all_formats
from truebox.errors import InputError
from truebox.records import Ids, Strings

FORMS = [form for form in all_formats().values() if form.write_truth is not None]


def _classes(truth, *names):
    held = truth.categories
    return replace(truth, categories=replace(held, names=(*names, *held.names[len(names) :])))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize(("names", "message"), [(("a", "a"), "names 2 classes"), (("",), "has no name")])
def test_classes_of_one_name_or_none_are_refused_or_come_back(tmp_path: Path, form, names, message) -> None:
    truth, found = made_pair(images=3)
    truth = _classes(truth, *names)
    path = target(tmp_path, form)
    if form.name == "yolo" and names == ("",):
        with pytest.raises(InputError, match=r"E-414 .*does not fit into one line"):
            form.write_truth(truth, path)
        return
    if form.name in ("coco", "yolo"):  # classes by number
        form.write_truth(truth, path)
        again = tb.read_truth(path)
        assert again.categories.names == truth.categories.names
        assert len(set(again.category.tolist())) == len(set(truth.category.tolist()))
        return
    with pytest.raises(InputError, match=rf"E-433 .*{message}"):
        form.write_truth(truth, path)
    if form.write_predictions is not None:
        with pytest.raises(InputError, match=rf"E-433 .*{message}"):
            form.write_predictions(truth, found, path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_images_of_one_name_are_refused_or_come_back(tmp_path: Path, form) -> None:
    truth, _ = made_pair(images=3)
    names = list(truth.images.file_names)
    truth = replace(truth, images=replace(truth.images, file_names=Strings.of([*names[:2], names[0]])))
    path = target(tmp_path, form)
    if form.name == "coco":
        assert form.write_truth(truth, path) == ()
        assert len(tb.read_truth(path).images) == 3
        return
    message = "images[2]" if form.name == "yolo" else "images[0] and images[2] are both named"
    with pytest.raises(InputError, match=rf"E-(448|414) .*{re.escape(message)}"):
        form.write_truth(truth, path)
    assert list(tmp_path.iterdir()) == []


def test_an_image_without_a_name_is_known_by_its_id() -> None:
    image = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    truth = tb.read_truth([{**image, "file_name": "1"}, image])
    assert truth.images.ids.tolist() == [0, 1]
    with pytest.raises(InputError, match=r'both named "1"'):
        refuse_names_not_apart(truth, truth)


def test_classes_that_no_row_has_may_share_a_name() -> None:
    truth = _classes(made_pair(images=3)[0], "", "")
    kept = int(truth.categories.ids.values[2])
    refuse_names_not_apart(truth, replace(truth, category=Ids.of([kept] * len(truth))))
    with pytest.raises(InputError, match="has no name"):
        refuse_names_not_apart(truth, truth)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_half_a_character_is_refused_or_part_of_a_files_name(tmp_path: Path, form) -> None:
    """Such as a label file has in its name that is no UTF-8."""
    truth, found = made_pair(images=3)
    path = target(tmp_path, form)
    halved = _classes(truth, "c\udcff")
    if form.name in (
        "mot",
        "kitti-tracking",
        "visdrone",
        "kitti",
        "npz",
    ):  # with classes of their own, or text of any kind
        return
    with pytest.raises(InputError, match=r"E-\d+ "):
        form.write_truth(halved, path)
    assert not path.exists()
    if form.write_predictions is not None and form.name not in ("coco", "ultralytics"):
        with pytest.raises(InputError, match=r"E-\d+ "):
            form.write_predictions(halved, found, path)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("name", ["coco", "createml", "labelme", "label-studio", "scalabel"])
def test_the_name_with_half_a_character_is_shown_whole_and_alone(tmp_path: Path, name) -> None:
    form = all_formats()[name]
    truth = made_pair(images=3)[0]
    halved = _classes(truth, *(f"{each} \udcff and more" for each in truth.categories.names))
    shown = re.escape(rf'"{truth.categories.names[0]} \udcff and more" holds half')
    with pytest.raises(InputError, match=f"E-433 <memory>: {shown}"):
        form.write_truth(halved, target(tmp_path, form))
