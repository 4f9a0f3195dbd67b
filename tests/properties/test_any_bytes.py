"""Whatever a file holds, it is read or refused in words: no other exception, and recognising never fails."""

from __future__ import annotations

import tempfile
from pathlib import Path

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
