"""A small truth as TAO has it: one video of three pictures, one dog in all of them."""

from __future__ import annotations


def truth() -> dict:
    return {
        "videos": [{"id": 1, "name": "park", "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "images": [{"id": 10 + k, "video_id": 1, "frame_index": 30 * k} for k in range(3)],
        "categories": [{"id": 4, "name": "dog"}, {"id": 5, "name": "cat"}],
        "annotations": [
            {"image_id": 10 + k, "track_id": 1, "category_id": 4, "bbox": [0, 0, 40, 20]} for k in range(3)
        ],
    }


def box(image: int, *, track: int = 7, kind: int = 4, bbox: tuple | list = (0, 0, 40, 20)) -> dict:
    return {"image_id": image, "category_id": kind, "bbox": list(bbox), "score": 0.5, "track_id": track}
