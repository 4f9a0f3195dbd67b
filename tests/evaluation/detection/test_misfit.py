"""A number near zero that another reading would mend is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from truebox._writing.spoken import on_command_line
from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    return make_dataset(40, 5, seed=4)


def corners(found):
    return replace(found, boxes=np.c_[found.boxes[:, :2], found.boxes[:, :2] + found.boxes[:, 2:]])


def test_corners_read_as_sizes_are_refused_with_both_numbers(made):
    truth, found = made
    right = evaluate(truth, found).metrics["AP"]
    with pytest.raises(InputError, match=r"box_format=.xyxy.") as caught:
        evaluate(truth, corners(found))
    assert caught.value.code == "E-470"
    assert f"{right:.2f} if the boxes were x_min, y_min, x_max, y_max" in caught.value.problem


def of_large_objects(seed=5, images=30):
    """One object fills most of each picture, so that corners read as sizes overlap it as well."""
    random = np.random.default_rng(seed)
    truth, found = [], []
    for image in range(images):
        low, high = random.uniform(5, 60, 2), np.array([400, 300]) - random.uniform(2, 30, 2)
        box = [*low, *high]
        size = {"width": 400, "height": 300}
        truth.append((image, box, size))
        found.append((image, [*(low + random.normal(0, 12, 2)), *np.minimum(high, (399, 299))]))
    return truth, found


def in_coco(truth, found, *, corners_of):
    def numbers(side, box):
        x, y, right, bottom = map(float, box)
        return [x, y, right, bottom] if side in corners_of else [x, y, right - x, bottom - y]

    rows = [
        {"id": n + 1, "image_id": n, "category_id": 1, "bbox": numbers("truth", box)} for n, box, _ in truth
    ]
    data = {
        "images": [{"id": n, **size} for n, _, size in truth],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": rows,
    }
    predictions = [
        {"image_id": n, "category_id": 1, "bbox": numbers("found", box), "score": 0.5} for n, box in found
    ]
    return data, predictions


def test_corners_that_overlap_well_as_sizes_are_refused_where_they_leave_their_images():
    truth, found = of_large_objects()
    data, predictions = in_coco(truth, found, corners_of=("found",))
    given = evaluate(data, predictions, fit_test=False).metrics["AP50"]
    assert given > 0.5  # nothing that would be looked at for being near zero
    with pytest.raises(InputError, match=r"E-470 .*x_min, y_min, x_max, y_max, and \d+ of 30 reach far out"):
        evaluate(data, predictions)


@pytest.mark.parametrize("sides", [("truth",), ("truth", "found")])
def test_corners_in_the_truth_are_refused(tmp_path, sides):
    data, predictions = in_coco(*of_large_objects(), corners_of=sides)
    with pytest.raises(InputError, match=r"E-470 <truth>: \d+ of 30 boxes reach far out .*write them as"):
        evaluate(data, predictions)
    assert evaluate(data, predictions, fit_test=False).metrics["AP"] > 0
    (tmp_path / "truth.json").write_text(json.dumps(data))
    (tmp_path / "found.json").write_text(json.dumps(predictions))
    files = [str(tmp_path / "truth.json"), str(tmp_path / "found.json")]
    with on_command_line(), pytest.raises(InputError) as caught:
        evaluate(*files)
    flags = re.findall(r"--\S+ xyxy", caught.value.fix)
    assert flags == ["--truth-box-format xyxy", "--box-format xyxy"][: len(sides)]
    layout = "xyxy" if "found" in sides else None
    mended = read_truth(files[0], box_format="xyxy"), read_predictions(files[1], box_format=layout)
    assert evaluate(*mended).metrics["AP50"] == pytest.approx(1)  # what the flags do


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("cxcywh", "its boxes were x_center, y_center, width, height"),
        ("rel_xywh", "its boxes were x, y, width, height, fractions of the image"),
        ("yxyx", "if they were y_min, x_min, y_max, x_max"),
        ("xyxy", "if they were x_min, y_min, x_max, y_max"),
    ],
)
def test_a_truth_that_is_read_wrongly_is_refused(tmp_path, layout, words):
    random = np.random.default_rng(2)
    width, height = 640, 480
    truth, found = [], []
    for image in range(20):
        x, y = random.uniform(100, 400, 2).tolist()
        w, h = random.uniform(40, 70), random.uniform(30, 60)
        box = {
            "cxcywh": [x + w / 2, y + h / 2, w, h],
            "rel_xywh": [x / width, y / height, w / width, h / height],
            "yxyx": [y, x, y + h, x + w],
            "xyxy": [x, y, x + w, y + h],
        }[layout]
        truth.append({"id": image + 1, "image_id": image, "category_id": 1, "bbox": box, "area": w * h})
        found.append({"image_id": image, "category_id": 1, "bbox": [x, y, w, h], "score": 0.5})
    data = {
        "images": [{"id": n, "width": width, "height": height} for n in range(20)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": truth,
    }
    (tmp_path / "truth.json").write_text(json.dumps(data))
    with on_command_line(), pytest.raises(InputError, match=words) as caught:
        evaluate(tmp_path / "truth.json", found)
    assert caught.value.code == "E-470"
    assert f"--truth-box-format {layout}," in caught.value.fix
    mended = read_truth(tmp_path / "truth.json", box_format=layout)
    assert evaluate(mended, found).metrics["AP50"] == pytest.approx(1)


def test_large_objects_that_are_right_raise_no_alarm():
    data, predictions = in_coco(*of_large_objects(), corners_of=())
    assert evaluate(data, predictions).metrics["AP50"] == 1.0


def test_classes_off_by_one_are_refused(made):
    truth, found = made
    shifted = Ids(np.maximum(found.category.values - 1, truth.categories.ids[0]))
    with pytest.raises(InputError, match=r"E-470 .*if the classes were .*class_ids="):
        evaluate(truth, replace(found, category=shifted))


def test_who_insists_gets_the_number(made):
    truth, found = made
    assert evaluate(truth, corners(found), fit_test=False).metrics["AP"] < 0.05


def test_honest_zeros_are_reported(made):
    truth, found = made
    away = replace(found, boxes=found.boxes + np.array([10_000, 10_000, 0, 0]))
    assert evaluate(truth, away).metrics["AP"] == 0
    assert (
        evaluate(
            truth,
            replace(
                away, boxes=away.boxes[:0], scores=away.scores[:0], image=Ids.of([]), category=Ids.of([])
            ),
        ).metrics["AP"]
        == 0
    )


def test_fractions_in_memory_are_refused_without_the_sizes_of_pictures():
    corners_of = [np.array([[10.0, 20, 110, 220], [200, 100, 300, 300]]) + 7 * image for image in range(4)]
    truth = [{"boxes": boxes, "labels": [1, 2]} for boxes in corners_of]
    found = [{"boxes": boxes / 640, "labels": [1, 2], "scores": [0.9, 0.8]} for boxes in corners_of]
    with pytest.raises(InputError, match=r"E-470 <predictions>: .*seem to be fractions of their images"):
        evaluate(truth, found)
    assert evaluate(truth, found, fit_test=False).metrics["AP"] == 0
    assert evaluate(truth, [{**each, "boxes": each["boxes"] * 640} for each in found]).metrics["AP"] == 1


def test_numbers_for_a_truth_that_only_names_its_classes_are_checked_by_the_boxes(tmp_path, made):
    truth, found = made
    names = [f"kind{number}" for number in range(len(truth.categories))]
    rows = zip(truth.image.tolist(), truth.category.values.tolist(), truth.boxes.tolist(), strict=True)
    first = truth.categories.ids[0]
    lines = [
        f"{image},{names[label - first]},{x},{y},{width},{height}"
        for image, label, (x, y, width, height) in rows
    ]
    path = tmp_path / "truth.csv"
    path.write_text("image,label,x,y,width,height\n" + "\n".join(lines))
    written = [
        {"image_id": image, "category_id": label - first + 1, "bbox": box, "score": score}
        for image, label, box, score in zip(
            found.image.tolist(),
            found.category.tolist(),
            found.boxes.tolist(),
            found.scores.tolist(),
            strict=True,
        )
        if str(image) in {line.partition(",")[0] for line in lines}
    ]
    read = read_truth(path)
    assert read.categories.names != tuple(names)  # counted as they were met
    with pytest.raises(
        InputError, match=r"E-470 .*classes=\['kind0', 'kind1', 'kind2', 'kind3', 'kind4'\]"
    ) as caught:
        evaluate(path, read_predictions(written, truth=read))
    assert "if the classes were numbered as boxes that overlap tell (1 is kind0, " in caught.value.problem
    named = read_truth(path, classes=names)
    right = evaluate(named, read_predictions(written, truth=named)).metrics["AP"]
    assert f"; {right:.2f} if" in caught.value.problem


def test_pixels_beside_fractions_are_refused(tmp_path):
    """A truth of Open Images without its pictures has fractions; detections are in pixels of 200 x 100."""
    rows = [(f"i{k}", 0.1 + 0.05 * k, 0.3 + 0.05 * k, 0.2, 0.5) for k in range(8)]
    truth, found = tmp_path / "truth.csv", tmp_path / "found.csv"
    names = "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf"
    lines = [f"{name},xclick,/m/cat,1,{a},{b},{c},{d},0,0,0" for name, a, b, c, d in rows]
    truth.write_text("\n".join([f"{names},IsDepiction,IsInside", *(f"{line},0,0" for line in lines)]) + "\n")
    for scale, problem in (((1, 1), ""), ((200, 100), "are fractions of their images")):
        lines = [
            f"{name},/m/cat,0.9,{scale[0] * a},{scale[0] * b},{scale[1] * c},{scale[1] * d}"
            for name, a, b, c, d in rows
        ]
        found.write_text("\n".join(["ImageID,LabelName,Conf,XMin,XMax,YMin,YMax", *lines]) + "\n")
        if problem:
            with pytest.raises(InputError, match=problem) as caught:
                evaluate(truth, found, protocol="open_images")
            assert caught.value.code == "E-470"
        else:
            assert evaluate(truth, found, protocol="open_images").metrics["AP"] == 1
