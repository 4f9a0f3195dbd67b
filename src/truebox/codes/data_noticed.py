"""What readers notice and mend (W-14x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-140",
        "areas missing",
        "Annotations have no area; width x height (of masks, the mask's area) is used, which can move them "
        "between size classes.",
        "Add the area of the object's mask to every annotation.",
        example='{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}',
    ),
    Code(
        "W-141",
        "boxes without area",
        "Annotations have zero width or height and can never be matched; they count as missed.",
        "Remove or repair them.",
        example='"bbox": [10, 10, 0, 40]',
    ),
    Code(
        "W-142",
        "annotation ids repeated",
        "Annotations share an id. Reading keeps them all; some tools lose matches because of it.",
        "Number the annotations 1, 2, 3, ...",
        example='{"id": 5, "image_id": 1, ...}, {"id": 5, "image_id": 2, ...}',
    ),
    Code(
        "W-143",
        "images listed twice",
        "The same image (id, size, file name) is listed more than once and counted once.",
        "List each image once.",
        example='"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "a.jpg"}]',
    ),
)
