"""Whatever a file holds, it is read or refused in words: no other exception, and recognising never fails."""

from __future__ import annotations

import re
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path

import format_worlds
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truebox as tb
from truebox.datasets.place import Place
from truebox.datasets.registry import all_formats

WORDS = st.sampled_from(
    [
        *rb"""cat 1 0.5 -3 1e999 nan 1,5 " ' { } [ ] : "objects" "file_name" "box2d" "frames" """.split(),
        *rb"image x1 label ImageID LabelName XMin,XMax,YMin,YMax imagesource:x gsd:null PAR1 ARROW1".split(),
        *rb"boxes.npy filename,width,height,class,xmin,ymin,xmax,ymax 1,1,1,1,5,5,1,1,1".split(),
        b"\xff",
        b"\0",
        b"PK\x03\x04",
        b"Car 0 0 0 1 2 3 4 5 6 7 8 9 1 2",
    ]
)
GAPS = st.sampled_from([b" ", b",", b"\n", b"\r\n", b"\t", b";", b"", b"\r"])
TEXTS = st.lists(st.tuples(WORDS, GAPS), max_size=24).map(lambda parts: b"".join(map(b"".join, parts)))
ROLES = ("truth", "predictions")


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(["a.txt", "a.csv", "a.json", "metadata.jsonl", "gt.txt", "a.npz", "a.parquet"]))
def test_recognising_never_fails(text, name):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text)
        for place in (Place(path), Place(Path(folder))):
            for form in all_formats().values():
                for role in ROLES:
                    found = form.recognise(place, role)
                    assert found is None or 1 <= found.strength <= 3


@pytest.mark.parametrize(
    "name",
    [
        "openimages",
        "tfod-csv",
        "kitti",
        "mot",
        "dota",
        "table",
        "npz",
        "huggingface",
        "scalabel",
        "text-boxes",
        "visdrone",
        "icdar",
    ],
)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS, layout=st.sampled_from([None, "xyxy", "rel_xywh"]), lenient=st.booleans())
def test_any_bytes_are_read_or_refused(name, text, layout, lenient):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("Task1_cat.txt" if name == "dota" else "file.txt")
        path.write_bytes(text)
        for read in (tb.read_truth, tb.read_predictions):
            try:
                found = read(path, format=name, box_format=layout, lenient=lenient)
            except (tb.errors.InputError, tb.errors.MissingExtraError):
                continue
            assert (found.boxes[:, 2:] >= 0).all()


# Words that hold next to no row are refused at the first: what follows begins with files that are sound, and
# exchanges, drops or repeats a few of their words.
BY_HAND = {
    ("visdrone", "truth"): ("a.txt", b"10,20,30,40,1,1,0,0\n50,20,30,40,1,4,0,1\n"),
    ("visdrone", "predictions"): ("a.txt", b"10,20,30,40,0.5,1,-1,-1\n50,20,30,40,0.25,4,-1,-1\n"),
    ("icdar", "truth"): ("gt_img_1.txt", b"0,0,40,0,40,10,0,10,word\n50,0,90,0,90,10,50,10,###\n"),
    ("icdar", "predictions"): ("res_img_1.txt", b"0,0,40,0,40,10,0,10\n50,0,90,0,90,10,50,10\n"),
}
READ = {"truth": tb.read_truth, "predictions": tb.read_predictions}
FORMATS = [form for form in all_formats().values() if form.name not in format_worlds.OWN_LAWS]
SOUND = sorted(
    {(form.name, "truth") for form in FORMATS if form.write_truth is not None}
    | {(form.name, "predictions") for form in FORMATS if form.write_predictions is not None}
    | set(BY_HAND)
)


@cache
def sound(name: str, role: str) -> tuple[Path, Path, bytes]:
    """What a reader is given, the file of it to damage, and that file's bytes."""
    folder = Path(tempfile.mkdtemp())
    form = all_formats()[name]
    truth, found = format_worlds.made_pair(images=2)
    path = format_worlds.target(folder, form)
    if (name, role) in BY_HAND:
        path.mkdir()
        (path / BY_HAND[name, role][0]).write_bytes(BY_HAND[name, role][1])
    elif role == "truth":
        form.write_truth(truth, path)
    else:
        form.write_predictions(truth, found, path)
    format_worlds.pictures(folder, truth)
    files = [path] if path.is_file() else [each for each in sorted(path.rglob("*")) if each.is_file()]
    chosen = max(files, key=lambda each: each.stat().st_size)
    return path, chosen, chosen.read_bytes()


@pytest.fixture(scope="module", autouse=True)
def _cleaned():
    yield
    for name, role in SOUND:
        if sound.cache_info().currsize:
            shutil.rmtree(sound(name, role)[0].parent, ignore_errors=True)
    sound.cache_clear()  # a worker may come back to this module


def read_sound(name: str, role: str, data: bytes, *, lenient: bool):
    path, file, _ = sound(name, role)
    file.write_bytes(data)
    said = format_worlds.said(all_formats()[name], path.parent / "pictures")
    if role == "predictions" or (name, role) in BY_HAND:
        del said["images"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return READ[role](path, lenient=lenient, **said)


@pytest.mark.parametrize(("name", "role"), SOUND)
def test_the_files_begun_with_are_sound(name, role):
    for lenient in (False, True):
        assert len(read_sound(name, role, sound(name, role)[2], lenient=lenient)) >= 2


PLACES = st.tuples(st.floats(0, 1), st.sampled_from(["exchange", "drop", "repeat"]), WORDS)


@pytest.mark.parametrize(("name", "role"), SOUND)
@settings(max_examples=20, deadline=None)
@given(damage=st.lists(PLACES, max_size=3), lenient=st.booleans())
def test_sound_files_with_other_words_are_read_or_refused(name, role, damage, lenient):
    words = re.split(rb"([\s,;:<>\"]+)", sound(name, role)[2])
    for at, how, word in damage:
        place = 2 * int(at * (len(words) // 2))
        words[place] = {"exchange": word, "drop": b"", "repeat": words[place] * 2}[how]
    try:
        found = read_sound(name, role, b"".join(words), lenient=lenient)
    except (tb.errors.InputError, tb.errors.MissingExtraError) as error:
        outcome = bool(damage), len(str(error)) > 0
    else:
        outcome = _is_sound(found, role)
    assert all(outcome)


# COCO keeps objects of a class that it does not list, as the reference does, and counts none of them.
UNLISTED = {"coco"}


def _is_sound(found, role):
    known = found.scores if role == "predictions" else found.area
    classes = found.category.tolist()
    unlisted = role == "predictions" or found.source.format in UNLISTED
    return (
        bool(np.isfinite(found.boxes).all()),
        bool((found.boxes[:, 2:] >= 0).all()),
        len(found.boxes) == len(found.image.tolist()) == len(classes) == len(found),
        bool(np.isfinite(known).all()),
        unlisted or set(classes) <= set(found.categories.ids.tolist()),
    )
