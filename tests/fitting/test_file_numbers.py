"""Numbers of files that a truth gives to other images."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError
from truebox.evaluation import evaluate
from truebox.fitting import by_file_numbers

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(files, numbers=None):
    """A box in each image, somewhere else in every one, found perfectly, named by the number of its file."""
    random = np.random.default_rng(3)
    boxes = [[*random.uniform(0, 500, 2).tolist(), 40.0, 30.0] for _ in files]
    rows = [
        {"id": n, "image_id": n, "category_id": 1, "bbox": box, "area": 1200.0, "iscrowd": 0}
        for n, box in enumerate(boxes, start=1)
    ]
    truth = {
        "images": [{"id": n, "file_name": name} for n, name in enumerate(files, start=1)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": rows,
    }
    if numbers is None:
        numbers = [int(name.rpartition("/")[2].partition(".")[0]) for name in files]
    found = [
        {"image_id": number, "category_id": 1, "bbox": box, "score": 0.9}
        for number, box in zip(numbers, boxes, strict=True)
    ]
    return truth, found


def test_what_would_be_perfect_by_the_numbers_of_files_is_refused():
    truth, found = sides([f"val/{(n + 3) % 8 + 1:06d}.jpg" for n in range(8)])
    words = r"E-470 .*0% of 8 detections lie on .*100% of 8 if image ids were .*\(1 is val/000001.jpg\)"
    with pytest.raises(InputError, match=words):
        evaluate(truth, found)
    assert evaluate(truth, found, fit_test=False).metrics["AP"] == 0


@pytest.mark.parametrize(
    ("files", "numbers"),
    [
        ([f"{n}.jpg" for n in range(1, 7)], None),  # ids are the numbers
        ([f"street{n}.jpg" for n in range(6)], [1, 2, 3, 4, 5, 6]),  # no numbers
        (["2.jpg", "1.jpg", "street.jpg"], [2, 1, 3]),  # an id that is the number of no file
        (["2.jpg", "1.jpg", "01.png"], [2, 1, 3]),  # a number of two files
    ],
)
def test_where_there_is_one_reading_nothing_changes(files, numbers):
    truth, found = sides(files, numbers)
    assert by_file_numbers(read_truth(truth), read_predictions(found)) is None
