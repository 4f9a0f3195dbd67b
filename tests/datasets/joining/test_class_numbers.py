"""Numbered classes against a truth that names them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from label_samples import folder_of, voc_annotation, voc_object

import truebox as tb
from truebox.datasets.joining.class_numbers import with_class_numbers_said
from truebox.datasets.joining.joining import join
from truebox.records import Ids

FOUND = {"image_id": "a", "category_id": 1, "bbox": [10, 20, 20, 40], "score": 0.5}


@pytest.fixture
def voc(tmp_path):
    annotation = voc_annotation(voc_object("dog"), voc_object("cat"))
    return tb.read_truth(folder_of(tmp_path / "voc", {"a.xml": annotation}))


def labels(tmp_path):
    return folder_of(tmp_path / "labels", {"a.txt": "0 0.2 0.5 0.2 0.5 0.9\n"})


def test_labels_are_refused_with_the_way_to_name_them(tmp_path, voc):
    with pytest.raises(
        tb.errors.InputError,
        match=r'E-131 .*classes are numbers \(0\).*"dog", "cat"\. Fix: .*classes=\[\.\.\.\]',
    ):
        tb.read_predictions(labels(tmp_path), truth=voc)


def test_the_advice_works(tmp_path, voc):
    found = tb.read_predictions(labels(tmp_path), truth=voc, classes=["cat", "dog"])
    assert voc.categories.names[voc.categories.ids.tolist().index(found.category[0])] == "cat"
    found = tb.read_predictions(labels(tmp_path), truth=voc, class_ids="position")
    assert voc.categories.names[voc.categories.ids.tolist().index(found.category[0])] == "dog"


def test_a_truth_read_with_a_list_of_names_has_numbers(tmp_path):
    folder = folder_of(tmp_path / "voc", {"a.xml": voc_annotation(voc_object("dog"))})
    assert tb.read_truth(folder, classes=["cat", "dog"]).categories.numbered
    assert not tb.read_truth(folder).categories.numbered


def test_results_of_coco_are_taken_and_said(tmp_path, voc):
    path = tmp_path / "found.json"
    path.write_text(json.dumps([FOUND]))
    found = tb.read_predictions(path, truth=voc)
    assert "W-455 class ids are taken to count the classes of" in str(found.findings[0])
    assert '1 is "dog", 2 is "cat"' in found.findings[0].message


def test_a_number_beyond_is_not_said_to_be_off_by_one(tmp_path, voc):
    path = tmp_path / "found.json"
    path.write_text(json.dumps([FOUND | {"category_id": 0}]))
    with pytest.raises(
        tb.errors.InputError, match=r"E-131 .*only names its classes.*classes=\[\.\.\.\]"
    ) as caught:
        tb.evaluate(voc, tb.read_predictions(path, truth=voc), fit_test=False)
    assert "off by one" not in str(caught.value)


def classed(tmp_path, counts):
    """Pictures with objects of three classes in a row, and labels that number them in another order."""
    names = ["dog", "cat", "bird"]
    objects, rows = [], []
    for at, name in enumerate(names):
        left = 10 + 30 * at
        objects.append(voc_object(name, f"{left} 20 {left + 20} 60"))
        rows.append(f"{2 - at} {(left + 9.5) / 100} 0.4 0.21 0.41 0.9\n")
    truth = {f"{at}.xml": voc_annotation(*objects, height="100", name=f"{at}.jpg") for at in range(3)}
    found = {f"{at}.txt": "".join(rows[: counts if at else 3]) for at in range(3)}
    return folder_of(tmp_path / "voc", truth), folder_of(tmp_path / "labels", found)


@pytest.mark.parametrize("counts", [3, 2])
def test_the_names_that_boxes_tell_are_proposed_and_work_at_the_first_try(tmp_path, counts):
    truth, found = classed(tmp_path, counts)
    voc = tb.read_truth(truth)
    with pytest.raises(tb.errors.InputError, match=r"E-131 .*where boxes overlap, .*2 is dog") as caught:
        tb.read_predictions(found, truth=voc)
    assert caught.value.fix.endswith("rerun with --classes bird,cat,dog")  # the only name left is that of 0
    read = tb.read_predictions(found, truth=voc, classes=["bird", "cat", "dog"])
    with pytest.warns(tb.errors.TrueboxWarning, match="W-304"):
        assert tb.evaluate(voc, read).metrics["AP50"] > 0.6


def test_a_number_that_has_no_name_left_is_not_proposed(tmp_path):
    truth, found = classed(tmp_path, 3)
    (found / "1.txt").write_text("7 0.2 0.4 0.21 0.41 0.1\n")
    with pytest.raises(tb.errors.InputError, match=r"E-131 .*pass all names in the order of the numbers"):
        tb.read_predictions(found, truth=tb.read_truth(truth))


@pytest.mark.parametrize("first", [0, 1])
def test_ultralytics_counts_from_either_end(tmp_path, first):
    truth, found = classed(tmp_path, 3)
    voc, read = tb.read_truth(truth), tb.read_predictions(found)
    given = replace(
        read,
        category=Ids(read.category.values + first),
        image=Ids.of([name.removesuffix(".jpg") for name in read.image.tolist()]),
        source=replace(read.source, format="ultralytics"),
    )
    with pytest.raises(tb.errors.InputError, match="E-131") as caught:
        with_class_numbers_said(voc, join(voc, given))
    assert caught.value.fix.endswith("rerun with --classes bird,cat,dog")


@pytest.mark.parametrize(("count", "more"), [(3, False), (4, True)])
def test_of_many_names_the_first_are_shown(tmp_path, count, more):
    names = ["ant", "bee", "cat", "dog"][:count]
    objects = [voc_object(name, f"{10 + 22 * at} 20 {30 + 22 * at} 60") for at, name in enumerate(names)]
    rows = [f"{at} {(10 + 22 * at + 9.5) / 100} 0.4 0.21 0.41 0.9\n" for at in range(count)]
    truth = {f"{at}.xml": voc_annotation(*objects, height="100", name=f"{at}.jpg") for at in range(3)}
    found = folder_of(tmp_path / "labels", {f"{at}.txt": "".join(rows) for at in range(3)})
    with pytest.raises(tb.errors.InputError, match="E-131") as caught:
        tb.read_predictions(found, truth=tb.read_truth(folder_of(tmp_path / "voc", truth)))
    shown = "0 is ant, 1 is bee, 2 is cat" + (" ..." if more else "")
    assert f"where boxes overlap, {shown}: " in caught.value.fix
