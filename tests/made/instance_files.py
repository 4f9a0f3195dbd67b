"""One video of YouTube-VIS, small enough to count its pixels."""

from __future__ import annotations

import json

LEFT = {"size": [2, 3], "counts": [0, 2, 4]}  # the first column, two pixels
OUTLINE = [[0, 0, 3, 0, 3, 2, 0, 2]]  # all six


def truth(**changed):
    track = {"id": 5, "video_id": 1, "category_id": 4, "segmentations": [LEFT, None, OUTLINE], "iscrowd": 0}
    return {
        "videos": [
            {"id": 1, "file_names": ["park/0.jpg", "park/1.jpg", "park/2.jpg"], "height": 2, "width": 3},
            {"id": 2, "length": 1, "height": 2, "width": 3},
        ],
        "categories": [{"id": 4, "name": "dog"}],
        "annotations": [{**track, **changed}],
    }


def track(**changed):
    found = {"video_id": 1, "category_id": 4, "score": 0.25, "segmentations": [LEFT, None, None], **changed}
    return {key: value for key, value in found.items() if value is not ...}


def written(folder, content, name="file.json"):
    path = folder / name
    path.write_text(json.dumps(content))
    return path
