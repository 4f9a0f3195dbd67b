"""A number near zero that another reading would mend is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

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
