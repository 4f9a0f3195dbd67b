"""Captions put together from letters: against lines that Pillow writes."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from truebox.drawing.lettering.label_places import place_labels
from truebox.drawing.lettering.plain_letters import PlainLetters, least_reach, letters_at

FIELD, INK = (200, 30, 60), (255, 255, 255)
CAPTIONS = [
    ("cat",),
    ("person 0.98", "IoU: 0.5000"),
    ("AVATAR WAVE To. ffi {g|j}",),
    (" spaces  ", "~!@#$%^&*()_+`-=[]\\;',./<>?:\""),
    ("".join(map(chr, range(32, 92))), "".join(map(chr, range(67, 127)))),
]


def _written(caption, size, padding, lines):
    """A label as Pillow alone draws it: text on a field, on one base line per line."""
    font = ImageFont.load_default(size)
    above, below = round(0.8 * font.getmetrics()[0]), round(0.7 * font.getmetrics()[1])
    boxes = [font.getbbox(line, anchor="ls") for line in caption[:lines]]
    reaches = [(max(above, -box[1]), max(below, box[3])) for box in boxes]
    between = max(1, padding // 2)
    width = max(round(font.getlength(line)) for line in caption[:lines]) + 2 * padding
    height = sum(map(sum, reaches)) + (lines - 1) * between + 2 * padding
    covers = Image.new("L", (width, height))
    pencil, top = ImageDraw.Draw(covers), padding
    for line, (ascent, descent) in zip(caption, reaches, strict=False):
        pencil.text((padding, top + ascent), line, 255, font, anchor="ls")
        top += ascent + descent + between
    label = Image.new("RGB", (width, height), FIELD)
    label.paste(INK, (0, 0), covers)
    return np.asarray(label)


def test_captions_go_where_labels_of_their_sizes_go():
    chance, letters, size = np.random.default_rng(3), PlainLetters(14), (320, 240)
    for count in (0, 1, 7, 40):
        low = chance.uniform(-60, 300, (count, 2))
        anchors = np.concatenate((low, low + chance.uniform(0, 90, (count, 2))), axis=1)
        captions = [CAPTIONS[row % 2] if row % 5 else () for row in range(count)]
        found = letters.places(captions, anchors, size, gap=2, padding=3, most=314)
        seen = [
            row
            for row, (x0, y0, x1, y1) in enumerate(anchors)
            if captions[row] and x0 <= size[0] and y0 <= size[1] and x1 >= 0 and y1 >= 0
        ]
        named = [captions[row] for row in seen]
        sizes = letters.sizes(named, 3, 314).reshape(-1, 2, 2).tolist()
        forms = [both if len(caption) > 1 else both[:1] for both, caption in zip(sizes, named, strict=True)]
        wanted = [[0, 0, 0] for _ in range(count)]
        for row, caption, place in zip(seen, named, place_labels(forms, anchors[seen], size, 2), strict=True):
            if place is not None:
                wanted[row] = [place.x, place.y, 1 if place.form else len(caption)]
        assert found.tolist() == wanted


@pytest.mark.parametrize("caption", [("caf\u00e9",), ("cat", "\u732b"), ("",), ("far too wide for it",)])
def test_captions_that_are_not_set_by_letters_have_no_places(caption):
    anchors = np.array([[10.0, 20.0, 50.0, 60.0]] * 2)
    found = PlainLetters(14).places([("cat",), caption], anchors, (90, 90), gap=1, padding=3, most=84)
    assert found is None


@pytest.mark.parametrize("size", [9, 14, 15, 33])
@pytest.mark.parametrize("lines", [1, 2])
def test_labels_look_as_pillow_writes_them(size, lines):
    letters, padding = PlainLetters(size), max(1, round(size / 5))
    captions = [caption for caption in CAPTIONS if len(caption) >= lines]
    sizes = letters.sizes(captions, padding, 10_000)
    tops = np.cumsum([0, *sizes[:, 1] + 3])
    store = np.full((tops[-1], sizes[:, [0, 2]].max() + 5, 4), 255, np.uint8)
    places = np.array([(5, top, lines) for top in tops[:-1]])
    letters.draw(store, captions, places, np.array([FIELD + INK] * len(captions), np.uint8), padding)
    for caption, top, row in zip(captions, tops, sizes, strict=False):
        expected = _written(caption, size, padding, lines)
        height, width = expected.shape[:2]
        assert [width, height] == row[:2].tolist() or [width, height] == row[2:].tolist()
        assert np.array_equal(store[top : top + height, 5 : 5 + width, :3], expected)
        store[top : top + height, 5 : 5 + width] = 255
    assert (store == 255).all()


@pytest.mark.parametrize(
    "caption", [("caf\u00e9",), ("cat", "\u732b"), ("a\nb",), ("x" * 61,), ("",), ("\ud800",), ("\x7f",)]
)
def test_captions_of_other_letters_are_left_to_others(caption):
    found = PlainLetters(14).sizes([("cat",), caption], 3, 10_000)
    assert found[0].all()
    assert not found[1].any()


def test_a_line_that_is_too_wide():
    letters = PlainLetters(14)
    width = letters.sizes([("person",)], 0, 10_000)[0, 0]
    assert letters.sizes([("person",)], 0, width).all()
    assert not letters.sizes([("person",)], 0, width - 1).any()


def test_a_caption_without_lines_written_is_not_there():
    letters = PlainLetters(14)
    letters.sizes([("cat",)], 3, 100)
    store = np.zeros((30, 60, 4), np.uint8)
    letters.draw(store, [("cat",)], np.zeros((1, 3), np.int64), np.array([FIELD + INK], np.uint8), 3)
    assert not store.any()


def test_threads_add_letters_at_once():
    letters, found = PlainLetters(14), {}

    def ask(first):
        words = [(chr(first + k) + chr(126 - k),) for k in range(40)]
        found[first] = letters.sizes(words, 2, 1000).tolist()

    threads = [threading.Thread(target=ask, args=(33 + k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = PlainLetters(14)
    for first, sizes in found.items():
        words = [(chr(first + k) + chr(126 - k),) for k in range(40)]
        assert alone.sizes(words, 2, 1000).tolist() == sizes


def test_every_line_reaches_as_far_at_least():
    font = ImageFont.load_default(20)
    assert least_reach(font) == (round(0.8 * font.getmetrics()[0]), round(0.7 * font.getmetrics()[1]))
    assert letters_at(20).sizes([("x",)], 0, 100)[0, 1] == sum(least_reach(font))
