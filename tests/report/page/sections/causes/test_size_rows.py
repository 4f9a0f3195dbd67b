"""AP and recall by size, as the headline says them."""

from __future__ import annotations

from diagnosed_results import made_result

from truebox.evaluation import evaluate
from truebox.report.page.sections.causes.size_rows import size_rows


def test_rows_repeat_the_headline() -> None:
    result = made_result()
    rows = size_rows(result)
    assert [row["label"] for row in rows] == ["small", "medium", "large"]
    for row, letter in zip(rows, "sml", strict=True):
        assert (row["AP"], row["AR"]) == (result.metrics[f"AP{letter}"], result.metrics[f"AR{letter}"])
    # Every truth that counts has a size; one of exactly 32² or 96² has two.
    table = result.matches.truths
    area = table.area[~table.ignored]
    for row in rows:
        low, high = row["bounds"]
        assert row["truths"] == ((area >= low) & (area <= high)).sum()


def test_own_ranges_go_by_their_label() -> None:
    ranges = {"all": (0.0, 1e10), "tiny": (0.0, 1.0), "rest": (1.0, 1e10)}
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **box}],
    }
    result = evaluate(truth, [{"score": 0.5, **box}], mode="corrected", area_ranges=ranges)
    rows = size_rows(result)
    assert [(row["label"], row["AP"] is None, bool(row["reason"])) for row in rows] == [
        ("tiny", True, True),
        ("rest", False, False),
    ]


def test_sets_that_hold_every_size_are_no_sizes() -> None:
    """Easy, medium and hard of CrowdPose are told by how crowded an image is."""
    points = [value for k in range(14) for value in (20 + 5 * k, 30 + 8 * k, 2)]
    person = {"image_id": 1, "category_id": 1, "bbox": [10, 20, 100, 150], "keypoints": points}
    truth = {
        "images": [{"id": 1, "crowdIndex": 0.4}],
        "categories": [{"id": 1, "name": "person"}],
        "annotations": [{"id": 1, "area": 15000, "iscrowd": 0, "num_keypoints": 14, **person}],
    }
    result = evaluate(truth, [{"score": 0.5, **person}], protocol="crowdpose", geometry="keypoints")
    assert list(result.parameters.area_ranges) == ["all", "easy", "medium", "hard"]
    assert size_rows(result) == []
