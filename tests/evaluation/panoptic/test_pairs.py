"""Pixels per pair of segments against a dictionary, and maps that do not fit their lists."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from panoptic_scenes import CATEGORIES, scene, write_scene
from PIL import Image

from truebox._native import pixels as kernels
from truebox.datasets.formats.panoptic.reader import read_panoptic_predictions, read_panoptic_truth
from truebox.errors import InputError
from truebox.evaluation import evaluate_panoptic
from truebox.evaluation.panoptic.pairs import VOID, segment_pairs


def counted(truth, predicted):
    """(true id, predicted id) -> pixels."""
    return Counter(zip(truth.ravel().tolist(), predicted.ravel().tolist(), strict=True))


def as_bytes(ids, width):
    return np.ascontiguousarray(ids.astype("<u4").reshape(-1, 1).view(np.uint8)[:, :width])


@pytest.mark.parametrize("widths", [(3, 3), (3, 4), (4, 3), (4, 4)])
@pytest.mark.parametrize("kind", ["noise", "smooth", "many", "one"])
def test_the_kernel_counts_every_pair(widths, kind):
    random = np.random.default_rng(len(kind))
    for size in [0, 1, 2, 5, 8, 11, 13, 30, 44, 45, 100, 3_000]:
        top = {"noise": 3, "smooth": 9, "many": 2**24, "one": 1}[kind]
        truth, predicted = random.integers(0, top, (2, size))
        if kind == "smooth":
            truth, predicted = np.repeat(truth, 37)[:size], np.repeat(predicted, 23)[:size]
        found = kernels.count_pairs(as_bytes(truth, widths[0]), as_bytes(predicted, widths[1]))
        expected = sorted((t, p, n) for (t, p), n in counted(truth, predicted).items())
        assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


def test_the_kernel_refuses_other_shapes():
    three, four = np.zeros((2, 3), np.uint8), np.zeros((3, 4), np.uint8)
    with pytest.raises(ValueError, match="different numbers of pixels"):
        kernels.count_pairs(three, four)
    for width in (0, 1, 2, 5):
        with pytest.raises(ValueError, match="3 or 4 bytes"):
            kernels.count_pairs(np.zeros((2, width), np.uint8), three)


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_rows_of_the_whole_scene(threads):
    documents = scene(5, images=4)
    categories, truth = read_panoptic_truth(documents[0])
    predictions = read_panoptic_predictions(documents[1], categories)
    images = [(row, predictions.images.index(image)) for row, image in enumerate(truth.images)]
    pairs = segment_pairs(truth, predictions, images, threads=threads)
    expected = Counter()
    for row, other in images:
        for (t, p), pixels in counted(truth.maps[row], predictions.maps[other]).items():
            rows = []
            for segments, image, number in ((truth, row, t), (predictions, other, p)):
                part = segments.of(image)
                rows.append(part.start + segments.ids[part].tolist().index(number) if number else VOID)
            expected[tuple(rows)] += pixels
    found = Counter()
    for t, p, pixels in zip(
        pairs.truth.tolist(), pairs.predicted.tolist(), pairs.pixels.tolist(), strict=True
    ):
        found[t, p] += pixels
    assert found == expected


def part(ids, *segments):
    listed = [{"id": number, "category_id": 3} for number in segments]
    return {"image_id": 7, "segmentation": np.asarray(ids), "segments_info": listed}


def refusal(true, found, **truth):
    with pytest.raises(InputError) as caught:
        evaluate_panoptic(
            {"categories": CATEGORIES, "annotations": [true], **truth}, {"annotations": [found]}
        )
    return str(caught.value)


def test_segments_that_are_not_listed():
    stray = part([[1, 2, 2]], 1)
    fine = part([[1, 1, 1]], 1)
    words = "segment 2 has 2 pixels in the map but is not in segments_info. Fix: list it in segments_info"
    assert refusal(stray, fine).startswith(f"E-175 truth (image 7): {words}")
    assert refusal(fine, stray).startswith(f"E-175 predictions (image 7): {words}")
    assert "segment 9" in refusal(part([[9]]), part([[0]]))


def test_predicted_segments_without_a_pixel():
    fine = part([[1, 1]], 1)
    message = refusal(fine, part([[1, 1]], 1, 6))
    assert message.startswith("E-175 predictions (image 7): segment 6 is in segments_info but has no pixel")


def test_sizes_that_differ():
    fine, wide = part([[1, 1]], 1), part([[1, 1, 1]], 1)
    assert "E-176 predictions (image 7): 3 x 1 pixels, but the map of the truth has 2 x 1" in refusal(
        fine, wide
    )
    stated = [{"id": 7, "width": 2, "height": 2}]
    assert "E-176 truth (image 7): 2 x 1 pixels, but the truth says the image has 2 x 2" in refusal(
        fine, fine, images=stated
    )


def test_a_broken_file_is_named(tmp_path):
    truth, predictions = scene(2)
    paths = write_scene(tmp_path, "truth", truth), write_scene(tmp_path, "found", predictions)
    image = truth["annotations"][1]["image_id"]
    file = tmp_path / "found" / f"{image:012d}.png"
    Image.new("RGB", (500, 500)).save(file)
    with pytest.raises(InputError, match=rf"E-176 .*{file.name} \(image {image}\): 500 x 500 pixels"):
        evaluate_panoptic(*paths)
    file.unlink()
    with pytest.raises(InputError, match=f"E-172 .*{file.name}: the PNG of segment ids cannot be read"):
        evaluate_panoptic(*paths)
