"""Laws over every format that can be written: the same number comes out, and nothing changes on the way."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import format_worlds
import pytest
from hypothesis import given, settings

import truebox as tb
from truebox.datasets.registry import all_formats, find_format
from truebox.records import Predictions, Truth

TRUTH_WRITERS = [
    form
    for form in all_formats().values()
    if form.write_truth is not None and form.name not in format_worlds.OWN_LAWS
]
BOTH_WRITERS = [form for form in TRUTH_WRITERS if form.write_predictions is not None]
NAMES = [form.name for form in TRUTH_WRITERS]


@pytest.fixture(scope="module")
def pair() -> tuple[Truth, Predictions]:
    return format_worlds.made_pair()


@pytest.fixture(scope="module")
def pictures(pair, tmp_path_factory) -> Path:
    return format_worlds.pictures(tmp_path_factory.mktemp("world"), pair[0])


def named(truth: Truth, found: Predictions) -> Predictions:
    """The same detections with names in place of ids, as a file without ids has them."""
    from truebox.records import Ids

    images = dict(zip(truth.images.ids.tolist(), truth.images.file_names, strict=True))
    labels = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    return replace(
        found,
        image=Ids.of([images[given] for given in found.image.tolist()]),
        category=Ids.of([labels[given] for given in found.category.tolist()]),
        image_by="name",
        category_by="name",
    )


@pytest.mark.parametrize("form", TRUTH_WRITERS, ids=NAMES)
def test_the_same_truth_in_every_format_gives_the_same_ap(tmp_path, pair, pictures, form):
    truth, found = pair
    path = format_worlds.target(tmp_path, form)
    form.write_truth(truth, path)
    read = tb.read_truth(path, **format_worlds.said(form, pictures))
    assert format_worlds.metrics(read, named(truth, found)) == pytest.approx(
        format_worlds.metrics(truth, found), abs=1e-12
    )


@pytest.mark.parametrize("form", BOTH_WRITERS, ids=[form.name for form in BOTH_WRITERS])
def test_the_same_detections_in_every_format_give_the_same_ap(tmp_path, pair, pictures, form):
    truth, found = pair
    form.write_truth(truth, format_worlds.target(tmp_path, form, "truth"))
    form.write_predictions(truth, found, format_worlds.target(tmp_path, form, "found"))
    said = format_worlds.said(form, pictures)
    read = tb.read_truth(format_worlds.target(tmp_path, form, "truth"), **said)
    again = tb.read_predictions(format_worlds.target(tmp_path, form, "found"), truth=read, **said)
    assert format_worlds.metrics(read, again) == pytest.approx(format_worlds.metrics(truth, found), abs=1e-12)


@pytest.mark.parametrize("form", TRUTH_WRITERS, ids=NAMES)
def test_what_a_format_writes_is_recognised_as_it(tmp_path, pair, form):
    path = format_worlds.target(tmp_path, form)
    form.write_truth(pair[0], path)
    assert find_format(path, "truth")[0].name == form.name


@pytest.mark.parametrize("form", TRUTH_WRITERS, ids=NAMES)
@settings(max_examples=6, deadline=None)
@given(truth=format_worlds.truths())
def test_reading_gives_back_what_was_written(form, truth):
    with tempfile.TemporaryDirectory() as folder:
        path = format_worlds.target(Path(folder), form)
        losses = form.write_truth(truth, path)
        read = tb.read_truth(path, **format_worlds.said(form, format_worlds.pictures(Path(folder), truth)))
    lost = {loss.what for loss in losses}
    format_worlds.assert_same_objects(truth, read, format_worlds.tolerance(form))
    assert "images without objects" not in lost
    if "image sizes" not in lost:
        assert read.images.sizes.tolist() == truth.images.sizes.tolist()
    assert all(loss.count > 0 for loss in losses)


@pytest.mark.parametrize("form", TRUTH_WRITERS, ids=NAMES)
def test_a_failed_write_leaves_nothing_behind(tmp_path, form):
    from truebox.records import Ids, Strings

    truth = format_worlds.made_pair(images=2)[0]
    names = Strings.of(["../out.jpg", "bad\x00name.jpg"])
    broken = replace(truth, images=replace(truth.images, ids=Ids(truth.images.ids.values), file_names=names))
    path = format_worlds.target(tmp_path / "here", form)
    (tmp_path / "here").mkdir()
    try:
        form.write_truth(broken, path)
    except tb.errors.InputError:
        assert list((tmp_path / "here").iterdir()) == []
    assert [entry.name for entry in tmp_path.iterdir()] == ["here"]
