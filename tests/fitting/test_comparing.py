"""The fit test finds the reading that mends a file, and is silent about honest ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fixtures_folder import FIXTURES, needs_fixtures

from truebox.datasets import read_pair, read_predictions, read_truth
from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.numbers.four_numbers import from_xywh
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.fitting import best_overlaps, class_pairs, fit_of, fit_of_classes, fit_of_truth, read_so
from truebox.generation import make_dataset
from truebox.records import Ids


def made(seed=1, images=60):
    return make_dataset(images, 6, seed=seed)


def written_as(truth, found, reading):
    """The predictions as a reader of x, y, width, height sees a file written in another way."""
    scale, _, layout = reading.rpartition("_")
    sizes = np.tile(sizes_of_rows(truth, found), 2)
    factor = {"": 1.0, "rel": 1 / sizes, "pct": 100 / sizes}[scale]
    return replace(found, boxes=from_xywh(found.boxes * factor, layout))


@pytest.mark.parametrize("reading", [each for each in BOX_READINGS if each != "xywh"])
def test_every_reading_of_boxes_is_found_and_mends_the_file(reading):
    truth, found = made()
    fit = fit_of(truth, written_as(truth, found, reading))
    assert fit.flag == f"--box-format {reading}"
    assert fit.about == "boxes"
    assert fit.better_share > 2 * fit.share
    mended = read_so(truth, written_as(truth, found, reading), fit)
    assert np.allclose(mended.boxes, found.boxes, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("reading", [each for each in BOX_READINGS if each != "xywh"])
def test_every_reading_of_the_truth_is_found_by_its_detections(reading):
    truth, found = made()
    fit = fit_of_truth(written_as(truth, truth, reading), found)
    assert (fit.flag, fit.about) == (f"--truth-box-format {reading}", "boxes")
    assert fit.better_share >= 2 * fit.share


def test_a_truth_that_is_right_is_read_as_it_is():
    truth, found = made()
    assert fit_of_truth(truth, found).better == ""
    assert fit_of_truth(truth, read_predictions([])).sampled == 0


def test_a_reading_said_wrongly_is_undone_first():
    truth, found = made()
    said = replace(found, source=replace(found.source, boxes="xyxy"))
    misread = replace(said, boxes=np.c_[found.boxes[:, :2], found.boxes[:, 2:] - found.boxes[:, :2]])
    fit = fit_of(truth, misread)
    assert fit.flag == "--box-format xywh"
    assert np.allclose(read_so(truth, misread, fit).boxes, found.boxes, atol=1e-9)


@pytest.mark.parametrize("side", [640, 1024])
def test_a_letterbox_is_found(side):
    truth, found = made()
    sizes = sizes_of_rows(truth, found)
    scale = side / sizes.max(axis=1, keepdims=True)
    boxes = np.c_[found.boxes[:, :2] * scale + (side - sizes * scale) / 2, found.boxes[:, 2:] * scale]
    fit = fit_of(truth, replace(found, boxes=boxes))
    assert fit.flag in ("", f"--box-format xywh --letterbox {side}")  # empty where the scale is near 1
    assert fit.flag or fit.share > 0.05


@pytest.mark.parametrize("side", [320, 416, 512, 640, 768, 1024, 1280])
@pytest.mark.parametrize("layout", ["xywh", "xyxy"])
def test_every_usual_letterbox_is_undone_for_images_of_different_shape(side, layout):
    # Wide, tall and square ones, none of them near the side: each has a scale and a border of its own.
    shapes = [(2000, 900), (160, 2400), (1800, 1800)]
    boxes = np.array([[20.0, 30.0, 90.0, 60.0], [50.0, 200.0, 60.0, 90.0], [20.0, 400.0, 110.0, 300.0]])
    corners = np.c_[boxes[:, :2], boxes[:, :2] + boxes[:, 2:]]
    truth = read_truth([{"boxes": corners, "labels": [1] * 3, "width": w, "height": h} for w, h in shapes])
    rows = []
    for image, (width, height) in enumerate(shapes):
        scale = side / max(width, height)
        border = np.array([side - width * scale, side - height * scale]) / 2
        written = np.c_[boxes[:, :2] * scale + border, boxes[:, 2:] * scale]
        if layout == "xyxy":
            written[:, 2:] += written[:, :2]
        rows += [{"image_id": image, "category_id": 1, "bbox": box, "score": 0.5} for box in written.tolist()]
    found = read_predictions(rows)
    fit = fit_of(truth, found)
    assert (fit.flag, fit.better_share) == (f"--box-format {layout} --letterbox {side}", 1.0)
    assert np.allclose(read_so(truth, found, fit).boxes, np.tile(boxes, (3, 1)), atol=1e-9)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("longer side", "scaled until its longer side is 640"),
        ("stretched", "stretched to 640 x 640"),
        ("both sides", "scaled to 800 x 1333 at most"),
    ],
)
@pytest.mark.parametrize("layout", ["xywh", "xyxy"])
def test_pixels_of_the_image_as_a_network_saw_it_are_told(kind, words, layout):
    # 2000 x 900, 1200 x 2400 and 900 x 1000: each with a scale of its own, worked out beside the code.
    shapes = [(2000, 900), (1200, 2400), (900, 1000)]
    scales = {
        "longer side": [(640 / 2000,) * 2, (640 / 2400,) * 2, (640 / 1000,) * 2],
        "stretched": [(640 / 2000, 640 / 900), (640 / 1200, 640 / 2400), (640 / 900, 640 / 1000)],
        "both sides": [(1333 / 2000,) * 2, (1333 / 2400,) * 2, (800 / 900,) * 2],
    }[kind]
    boxes = np.array([[420.0, 330.0, 90.0, 60.0], [250.0, 500.0, 60.0, 90.0], [520.0, 400.0, 110.0, 300.0]])
    corners = np.c_[boxes[:, :2], boxes[:, :2] + boxes[:, 2:]]
    truth = read_truth([{"boxes": corners, "labels": [1] * 3, "width": w, "height": h} for w, h in shapes])
    rows = []
    for image, scale in enumerate(scales):
        written = (corners if layout == "xyxy" else boxes) * np.tile(scale, 2)
        rows += [{"image_id": image, "category_id": 1, "bbox": box, "score": 0.5} for box in written.tolist()]
    found = read_predictions(rows)
    fit = fit_of(truth, found)
    assert (fit.better.endswith(words), fit.flag, fit.better_share) == (True, "", 1.0)
    assert fit.fix.startswith(("multiply", "divide"))
    assert np.allclose(read_so(truth, found, fit).boxes, np.tile(boxes, (3, 1)), atol=1e-9)


def test_classes_in_another_order_are_told_by_boxes():
    truth, found = made()
    ids = truth.categories.ids.values
    moved = replace(found, category=Ids(np.roll(ids, 2)[np.searchsorted(ids, found.category.values)]))
    fit = fit_of(truth, moved)
    assert (fit.about, fit.flag) == ("classes", "")
    assert fit.fix == "give the predictions the class ids of the truth"
    assert read_so(truth, moved, fit).category.tolist() == found.category.tolist()


def test_a_detector_that_knows_one_class_is_no_other_order():
    boxes = [[30 * n, 0, 30 * n + 20, 20] for n in range(12)]
    truth = read_truth([{"boxes": boxes, "labels": [2] * 9 + [1] * 3}])
    found = read_predictions([{"boxes": boxes, "labels": [1] * 12, "scores": [0.5] * 12}])
    assert fit_of(truth, found).better == ""


@pytest.mark.parametrize(("step", "flag"), [(-1, "+1"), (1, "-1")])
def test_classes_that_are_off_by_one_are_found(step, flag):
    truth, found = made()
    shifted = replace(found, category=Ids(found.category.values + step))
    fit = fit_of(truth, shifted)
    assert (fit.about, fit.flag) == ("classes", f"--class-ids {flag}")
    assert read_so(truth, shifted, fit).category.tolist() == found.category.tolist()


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", ["good", "weak", "blind", "one class", "few"])
def test_honest_predictions_raise_no_alarm(seed, kind):
    truth, found = made(seed, images=3 if kind == "few" else 25)
    random = np.random.default_rng(seed)
    if kind == "weak":  # boxes moved by up to their own size
        moved = found.boxes.copy()
        moved[:, :2] += random.uniform(-1, 1, (len(found), 2)) * moved[:, 2:]
        found = replace(found, boxes=moved)
    if kind == "blind":  # boxes of another picture
        found = replace(found, boxes=random.permutation(found.boxes))
    if kind == "one class":
        found = replace(found, category=Ids(np.full(len(found), truth.categories.ids[0])))
    fit = fit_of(truth, found)
    assert fit.better == ""
    assert fit.sampled > 0


def pictures(as_corners, right, others):
    """One truth and one detection each: so many written as corners, so many right, the others elsewhere."""
    truth = read_truth(
        [{"boxes": [[100, 100, 140, 140]], "labels": [1], "width": 700, "height": 700}]
        * (as_corners + right + others)
    )
    kinds = (as_corners, [100, 100, 140, 140]), (right, [100, 100, 40, 40]), (others, [600, 600, 50, 50])
    boxes = [box for count, box in kinds for _ in range(count)]
    rows = [{"image_id": n, "category_id": 1, "bbox": box, "score": 0.5} for n, box in enumerate(boxes)]
    return truth, read_predictions(rows)


@pytest.mark.parametrize(
    ("as_corners", "right", "others", "alarm"),
    [
        *((3, 0, 7, True), (3, 0, 8, False), (4, 0, 9, True), (4, 0, 10, False)),  # three in ten
        *((3, 0, 0, True), (2, 0, 0, False)),  # three rows
        *(
            (10, 5, 5, True),
            (9, 5, 6, False),
            (10, 1, 9, True),
            (12, 6, 2, True),
            (11, 6, 3, False),
        ),  # twice
    ],
)
def test_how_much_another_reading_must_explain(as_corners, right, others, alarm):
    """At least three in ten, in three rows, and twice what the given one explains."""
    count = as_corners + right + others
    fit = fit_of(*pictures(as_corners, right, others))
    assert (fit.sampled, fit.share) == (count, right / count)
    if alarm:
        assert (fit.flag, fit.better_share) == ("--box-format xyxy", as_corners / count)
    else:
        assert (fit.better, fit.about, fit.flag, fit.better_share, fit.ids) == ("", "", "", 0.0, None)


def test_what_a_better_reading_gives_no_size_becomes_empty():
    """Read as corners, a box that is right has its end before its beginning."""
    truth, found = pictures(15, 3, 2)
    mended = read_so(truth, found, fit_of(truth, found)).boxes
    assert mended[:15].tolist() == [[100, 100, 40, 40]] * 15
    assert mended[15:].tolist() == [[100, 100, 0, 0]] * 3 + [[600, 600, 0, 0]] * 2


def test_nothing_to_judge_on_is_no_alarm():
    truth, found = made()
    assert fit_of(truth, replace(found, image=Ids(found.image.values + 10**6))).sampled == 0
    assert fit_of(truth, read_predictions([])).better == ""


@needs_fixtures
@pytest.mark.parametrize(
    ("true", "predicted"),
    [
        (
            "faster_coco_eval/tests/dataset/cocoapi/instances_val2014_100.json",
            "cocoapi/results/instances_val2014_fakebbox100_results.json",
        ),
        ("padilla_review/normalized/coco_gt.json", "padilla_review/normalized/coco_dt.json"),
        ("padilla_review/normalized/toy_gt.json", "padilla_review/normalized/toy_dt.json"),
    ],
)
def test_no_fixture_raises_an_alarm(true, predicted):
    if not (FIXTURES / true).exists() or not (FIXTURES / predicted).exists():
        pytest.skip(f"{true} or {predicted} is not among the fixtures")
    assert fit_of(read_truth(FIXTURES / true), read_predictions(FIXTURES / predicted)).better == ""


def test_overlaps_worked_out_by_hand():
    # In the first image one box shares 50 of 100 pixels, one touches an edge, one has no height; the second
    # image has a truth and no detection, the third a detection and no truth.
    truth = read_truth([{"boxes": [[0, 0, 10, 10]], "labels": [1]}] * 2 + [{"boxes": [], "labels": []}])
    boxes = [[0, 0, 10, 5], [10, 0, 10, 10], [0, 0, 10, 0]]
    rows = [
        {"image_id": image, "category_id": 1, "bbox": box, "score": 0.5}
        for image, box in ((0, boxes[0]), (2, boxes[0]))
    ]
    assert best_overlaps(truth, read_predictions(rows)).tolist() == [0.5]
    for box in boxes[1:]:
        assert best_overlaps(truth, read_predictions([{**rows[0], "bbox": box}])).tolist() == [0.0]
    assert best_overlaps(truth, read_predictions(rows[:1]), (1, 2)).tolist() == [1.0]
    fit = fit_of(truth, read_predictions(rows[:1]))
    assert (fit.sampled, fit.share, fit.better) == (1, 1.0, "")  # a half is a hit
    assert class_pairs(truth, read_predictions(rows[:1])) == [(1, 1)]


def test_of_nothing_there_is_nothing_to_say():
    truth, found = made()
    nothing = read_predictions([])
    assert best_overlaps(truth, nothing).tolist() == []
    assert class_pairs(truth, nothing) == []
    assert fit_of(truth, nothing) == fit_of(read_truth([]), found)


def test_of_one_class_nothing_tells_how_ids_are_meant():
    boxes = [[30 * n, 0, 30 * n + 20, 20] for n in range(8)]
    for labels, flag in (([2] * 8, ""), ([2, 3, 4, 2, 3, 4, 2, 3], "--class-ids +1")):
        truth = read_truth([{"boxes": boxes, "labels": labels}])
        numbers = [each - 1 for each in labels]
        found = read_predictions([{"boxes": boxes, "labels": numbers, "scores": [0.5] * 8}])
        assert fit_of(truth, found).flag == flag


@pytest.mark.parametrize(("said", "factor"), [("pct_xywh", 100), ("rel_xywh", 1)])
def test_fractions_said_wrongly_are_undone_first(said, factor):
    # Pixels read as percent, or as fractions, of images of 400 x 200: far outside, until they are undone.
    boxes = np.array([[10.0, 20.0, 30.0, 60.0], [100.0, 50.0, 80.0, 40.0], [5.0, 5.0, 90.0, 90.0]])
    corners = np.c_[boxes[:, :2], boxes[:, :2] + boxes[:, 2:]]
    truth = read_truth([{"boxes": corners, "labels": [1] * 3, "width": 400, "height": 200}])
    rows = [{"image_id": 0, "category_id": 1, "bbox": box, "score": 0.5} for box in boxes.tolist()]
    found = read_predictions(rows)
    misread = boxes * [400, 200, 400, 200] / factor
    found = replace(found, boxes=misread, source=replace(found.source, boxes=said))
    fit = fit_of(truth, found)
    assert (fit.flag, fit.better_share) == ("--box-format xywh", 1.0)
    assert np.allclose(read_so(truth, found, fit).boxes, boxes)


def test_boxes_apart_in_both_directions_share_nothing():
    # One pixel each, corner to corner with a gap of a pixel: two sides of -1 have a product of 1, and no
    # overlap.
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": [5]}])
    found = read_predictions([{"boxes": [[2, 2, 3, 3]], "labels": [5], "scores": [0.5]}])
    assert best_overlaps(truth, found).tolist() == [0.0]


def test_a_numbering_by_which_half_of_the_classes_agree_is_told():
    # Of 40 hits the first 20 are one too low; the others are spread so that no other numbering is right for
    # more.
    true = np.tile([10, 20, 30, 40], 10)
    said = np.where(np.arange(40) < 20, true - 1, 77)
    box = [0, 0, 50, 50]
    truth = read_truth([{"boxes": [box], "labels": [label]} for label in true.tolist()])
    found = read_predictions(
        [{"boxes": [box], "labels": [label], "scores": [0.9]} for label in said.tolist()]
    )
    fit = fit_of(truth, found)
    assert (fit.about, fit.flag, fit.share, fit.better_share) == ("classes", "--class-ids +1", 0.0, 0.5)


def test_sizes_that_some_images_lack_do_not_hide_a_reading():
    """Of twelve images every third is of unknown size: the others tell percent."""
    boxes = [[40.0 + 7 * n, 20.0 + 3 * n, 90.0, 60.0] for n in range(12)]
    images = [{"id": n, **({"width": 400, "height": 300} if n % 3 else {})} for n in range(12)]
    rows = [
        {"id": n + 1, "image_id": n, "category_id": 1, "bbox": box, "area": 5400, "iscrowd": 0}
        for n, box in enumerate(boxes)
    ]
    truth = read_truth({"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": rows})
    scales = np.array([4.0, 3.0, 4.0, 3.0])
    found = read_predictions(
        [
            {"image_id": n, "category_id": 1, "bbox": (np.array(box) / scales).tolist(), "score": 0.5}
            for n, box in enumerate(boxes)
        ]
    )
    fit = fit_of(truth, found)
    assert (fit.sampled, fit.better_share) == (8, 1)
    assert fit.better == "x, y, width, height, percent of the image"
    assert "give the sizes of 4 images, which are unknown (--images)" in fit.fix
    read = read_so(truth, found, fit).boxes
    known = np.arange(12) % 3 != 0
    assert read[known] == pytest.approx(np.array(boxes)[known])


def test_classes_that_a_file_names_are_given_by_name(tmp_path):
    names = ["car", "bus", "van"]
    lines = [f"a.jpg,{{}},{60 * n},10,40,40" for n in range(9)]
    for file, shift, more in (("truth", 0, ""), ("found", 1, ",0.5")):
        head = f"image,label,x,y,width,height{',score' if more else ''}\n"
        text = "\n".join(line.format(names[(n + shift) % 3]) + more for n, line in enumerate(lines))
        (tmp_path / f"{file}.csv").write_text(head + text)
    pair = read_pair(tmp_path / "truth.csv", tmp_path / "found.csv")
    for fit in (fit_of(pair.truth, pair.predictions), fit_of_classes(pair.truth, pair.predictions)):
        assert fit.better == "those of boxes that they overlap (bus is car, van is bus, car is van)"
        assert (fit.flag, fit.fix) == ("", "give the predictions the class names of the truth")
