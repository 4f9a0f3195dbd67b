"""What an evaluation says in one line, for `truebox check` to say more."""

from __future__ import annotations

from truebox import read_predictions, read_truth
from truebox.checking import box_oddities, oddities_in_short

IMAGE = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}


def coco(**first):
    """Two images, each with one box; the first as told."""
    rows = [
        {"id": n, "image_id": n, "category_id": 1, "bbox": [1, 1, 9, 9], "area": 81, "iscrowd": 0}
        for n in (1, 2)
    ]
    rows[0].update(first)
    images = [{"id": n, "width": 50, "height": 50, "file_name": f"{n}.jpg"} for n in (1, 2)]
    return {"images": images, "annotations": rows, "categories": [{"id": 1, "name": "cat"}]}


def test_nothing_odd_is_no_line():
    truth = read_truth(coco())
    found = read_predictions([{**IMAGE, "scores": [0.5]}], truth=read_truth([IMAGE]))
    assert oddities_in_short(truth, [found]) is None


def test_each_is_named_once():
    data = coco(area=500, bbox=[1, 1, 2e7, 9])
    data["images"][1]["file_name"] = "1.jpg"
    line = oddities_in_short(read_truth(data))
    assert line is not None
    assert line.endswith("; truebox check says more")
    assert [code for code in ("W-474", "W-476", "W-479") if code in line] == ["W-474", "W-479"]
    assert "W-476 1 annotation has an area larger than its box" in str(
        oddities_in_short(read_truth(coco(area=500)))
    )


def test_predictions_count_too():
    truth = read_truth([IMAGE])
    found = read_predictions([{"boxes": [[0, 0, 1e30, 9]], "labels": ["cat"], "scores": [0.5]}], truth=truth)
    assert "W-479 1 detection has coordinates" in str(oddities_in_short(truth, [found]))


def test_what_repeats():
    data = coco()
    data["annotations"].append({**data["annotations"][1], "id": 3})
    truth = read_truth(data)
    assert "W-475 1 annotation repeats another exactly" in str(oddities_in_short(truth))


def test_no_more_threads_are_asked_for_than_allowed(monkeypatch):
    asked = []
    kernel = box_oddities.native.any_beyond

    def beyond(boxes, limit, threads):
        asked.append(threads)
        return kernel(boxes, limit, threads)

    monkeypatch.setattr(box_oddities.native, "any_beyond", beyond)
    found = [read_predictions([{**IMAGE, "scores": [0.5]}])]
    assert oddities_in_short(read_truth([IMAGE]), found, threads=1) is None
    assert asked == [1, 1]
