"""Made videos as TAO lists them: classes looked for in some, merged classes, a tracker that errs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

CATEGORIES = (
    {"id": 4, "name": "person", "merged": [{"id": 40, "name": "man"}]},
    {"id": 40, "name": "man"},
    *({"id": number, "name": f"kind-{number}"} for number in (9, 2, 7, 11, 30)),
)
KINDS = (4, 40, 9, 2, 7)
"""Of true tracks; no video has the others."""


def make_tao(
    seed: int, videos: int = 4, *, grid: float = 0.0, unique_ids: bool = False, crowd: int = 0
) -> tuple[dict, list]:
    """Truth and results. `crowd` further boxes in every picture; ids repeat between videos unless unique."""
    chance = np.random.default_rng(seed)
    truth: dict = {key: [] for key in ("videos", "images", "tracks", "annotations")}
    truth["categories"] = [dict(each) for each in CATEGORIES]
    results: list = []
    images, free, all_found = iter(chance.permutation(5000).tolist()), 0, []
    for v in range(videos):
        number = 50 - v
        spare = [kind for kind in (9, 2, 7, 11, 30) if chance.random() < 0.3]
        truth["videos"].append(
            {
                **{"id": number, "name": f"part/{chr(ord('d') - v % 4)}{v}", "width": 640, "height": 480},
                "neg_category_ids": spare,
                "not_exhaustive_category_ids": [k for k in (4, 9, 2, 7) if chance.random() < 0.3],
            }
        )
        length, objects = int(chance.integers(3, 16)), int(chance.integers(2, 7))
        pictures = [next(images) for _ in range(length)]
        index = chance.permutation(length) * 30
        truth["images"] += [
            {"id": image, "video_id": number, "frame_index": int(at), "file_name": f"{image}.jpg"}
            for image, at in zip(pictures, index, strict=True)
        ]
        kinds = [int(chance.choice(KINDS)) for _ in range(objects)]
        at, speed = chance.uniform(0, 300, (objects, 2)), chance.normal(0, 4, (objects, 2))
        size = chance.uniform(10, 130, (objects, 2))
        names = [free + k for k in range(objects)] if unique_ids else list(range(objects))
        first = len(truth["tracks"]) + 1
        truth["tracks"] += [
            {"id": first + k, "category_id": kind, "video_id": number} for k, kind in enumerate(kinds)
        ]
        spans = [sorted(chance.choice(length + 1, 2, replace=False).tolist()) for _ in range(objects)]
        last = free + objects if unique_ids else objects
        guesses = [kind if chance.random() < 0.85 else int(chance.choice([9, 2, 11, 77])) for kind in kinds]
        for place in np.argsort(index).tolist():
            image = pictures[place]
            for k in range(objects):
                box = rounded(np.r_[at[k] + speed[k] * place, size[k]], grid)
                if spans[k][0] <= place < spans[k][1] and chance.random() > 0.1:
                    truth["annotations"].append(
                        {
                            **{"id": len(truth["annotations"]), "image_id": image, "video_id": number},
                            **{"track_id": first + k, "category_id": kinds[k], "bbox": box},
                        }
                    )
                if chance.random() < 0.03:
                    names[k], last = last, last + 1
                if chance.random() < 0.9:
                    noise = 0 if grid else chance.normal(0, 2, 4)
                    moved = rounded(np.maximum(np.array(box) + noise, 1), grid)
                    all_found.append(found(image, number, guesses[k], moved, names[k], chance))
            for _ in range(int(chance.poisson(1)) + crowd):
                corner = np.r_[chance.uniform(0, 300, 2), 30, 40]
                kind = int(chance.choice([4, 40, 9, 2, 7, 11]))
                all_found.append(found(image, number, kind, rounded(corner, grid), last, chance))
                last += 1
        free = last
    chance.shuffle(truth["annotations"])
    chance.shuffle(all_found)
    for each in all_found:
        if chance.random() < 0.3:
            del each["video_id"]
        results.append(each)
    return truth, results


def rounded(box: np.ndarray, grid: float) -> list[float]:
    if grid:
        box = np.round(box / grid) * grid
        box[2:] = np.maximum(box[2:], grid)
    return box.tolist()


def found(
    image: int, video: int, kind: int, box: list[float], track: int, chance: np.random.Generator
) -> dict:
    return {
        **{"image_id": image, "video_id": video, "category_id": kind, "bbox": box, "track_id": int(track)},
        "score": round(float(chance.random()), 2),
    }


def write_tao(folder: Path, truth: dict, results: list) -> tuple[Path, Path]:
    gt, dt = folder / "truth.json", folder / "results.json"
    gt.write_text(json.dumps(truth))
    dt.write_text(json.dumps(results))
    return gt, dt
