"""Hard worlds of tracks in the files of each benchmark, with its regions, crowds and what it leaves out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from hard_tracks import HardWorld, Seen, make_hard_tracks

from truebox.masks import encode_masks, masks_to_coco, masks_to_compressed

__all__ = ["HARD_FILES"]

CANVAS = (24, 32)
BDD_NAMES = (
    *("pedestrian", "rider", "car", "bus", "truck", "train", "motorcycle", "bicycle"),
    *("other person", "trailer", "other vehicle"),
)
KITTI_NAMES = ("Car", "Van", "Truck", "Pedestrian", "Person", "Cyclist", "Tram", "Misc")
TAO_KINDS = (
    {"id": 4, "name": "person", "merged": [{"id": 40, "name": "man"}]},
    *({"id": number, "name": f"kind-{number}"} for number in (40, 9, 2, 7, 30)),
)


def _worlds(chance: np.random.Generator, names: tuple[str, ...], *args: object, **options: object):
    count = int(chance.integers(1, len(names) + 1))
    return {name: make_hard_tracks(chance, *args, **options) for name in names[:count]}  # type: ignore[arg-type]


def _rows(chance: np.random.Generator, frames: int, share: float) -> list[tuple[int, np.ndarray]]:
    """Regions of frames."""
    return [
        (frame, np.r_[corner, corner + np.round(chance.uniform(10, 90, 2))])
        for frame in range(frames)
        for corner in [np.round(chance.uniform(0, 120, 2)) for _ in range(int(chance.poisson(share)))]
    ]


def _text(values: object) -> str:
    return repr(float(values))  # type: ignore[arg-type]


def _write_mot(folder: Path, chance: np.random.Generator, *, heads: bool) -> tuple[Path, Path]:
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    (tracker / "data").mkdir(parents=True)
    names = ("HT21-01", "HT21-02") if heads else ("A-01", "A-02", "A-03")
    kinds = (1, 1, 1, 2, 3, 4) if heads else (1, 1, 1, 2, 6, 7, 8, 12, 3)
    # The reference takes no frame without heads, and no result whose line ends before the visibility.
    worlds = _worlds(chance, names, kinds, found_kinds=(1,), ids_by_kind=False, silence=not heads)
    end = "1,1,-1" if heads else "-1,-1,-1"
    for name, world in worlds.items():
        (gt / name / "gt").mkdir(parents=True)
        (gt / name / "seqinfo.ini").write_text(f"[Sequence]\nname={name}\nseqLength={world.frames}\n")
        (gt / name / "gt" / "gt.txt").write_text(_mot_lines(world.truth, chance, heads=heads))
        (tracker / "data" / f"{name}.txt").write_text(
            "".join(f"{_mot_row(row)},{row.score!r},{end}\n" for row in world.found)
        )
    return gt, tracker


def write_mot(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    return _write_mot(folder, chance, heads=False)


def write_heads(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    return _write_mot(folder, chance, heads=True)


def _mot_row(row: Seen) -> str:
    x0, y0, x1, y1 = row.box
    return ",".join([str(row.frame + 1), str(row.track), *map(_text, (x0, y0, x1 - x0, y1 - y0))])


def _mot_lines(rows: list[Seen], chance: np.random.Generator, *, heads: bool) -> str:
    flags = (1, 1, 1, -1, 2) if heads else (1,)
    return "".join(
        f"{_mot_row(row)},{int(chance.random() > 0.08) * int(chance.choice(flags))},{row.kind},"
        f"{0 if heads and chance.random() < 0.15 else 1}\n"
        for row in rows
    )


def write_kitti(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    (gt / "label_02").mkdir(parents=True)
    (tracker / "data").mkdir(parents=True)
    worlds = _worlds(
        chance, ("0000", "0001", "0004"), (0, 0, 1, 3, 3, 4, 5, 6), found_kinds=(0, 0, 3, 3, 5), size=(15, 60)
    )
    for name, world in worlds.items():
        lines = [
            _kitti_line(
                row, int(chance.choice([0, 0, 0, 1, 2, 3])), int(chance.choice([0, 0, 0, 0, 1, 2])), ""
            )
            for row in world.truth
        ]
        lines += [
            _kitti_line(Seen(frame, -1, 0, tuple(box)), -1, -1, "", "DontCare")  # type: ignore[arg-type]
            for frame, box in _rows(chance, world.frames, 0.6)
        ]
        (gt / "label_02" / f"{name}.txt").write_text(
            "".join(lines[k] for k in chance.permutation(len(lines)))
        )
        (tracker / "data" / f"{name}.txt").write_text(
            "".join(_kitti_line(row, -1, -1, f" {row.score!r}") for row in world.found)
        )
    (gt / "evaluate_tracking.seqmap.training").write_text(
        "".join(f"{name} empty 000000 {world.frames:06d}\n" for name, world in worlds.items())
    )
    return gt, tracker


def _kitti_line(row: Seen, occluded: int, truncated: int, end: str, name: str = "") -> str:
    box = " ".join(map(_text, row.box))
    name = name or KITTI_NAMES[row.kind]
    place = "-1 -1 -1 -1000 -1000 -1000 -10"
    return f"{row.frame} {row.track} {name} {truncated} {occluded} -10 {box} {place}{end}\n"


def write_bdd(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    gt.mkdir(parents=True)
    (tracker / "data").mkdir(parents=True)
    kinds = tuple(chance.choice(11, 5).tolist())
    worlds = _worlds(chance, ("a", "b", "c"), kinds, found_kinds=tuple(k for k in kinds if k < 8) or (2,))
    for name, world in worlds.items():
        sides: list[list[dict]] = []
        for rows, crowds in ((world.truth, True), (world.found, False)):
            frames: list[dict] = [
                {"name": f"{name}-{index:07d}.jpg", "videoName": name, "index": index, "labels": []}
                for index in range(world.frames)
            ]
            for row in rows:
                entry: dict = {
                    "id": f"{row.track:08d}",
                    "category": BDD_NAMES[row.kind],
                    "box2d": dict(zip(("x1", "y1", "x2", "y2"), row.box, strict=True)),
                }
                if crowds and chance.random() < 0.6:
                    crowd = bool(chance.random() < 0.2)
                    entry["attributes"] = {"Crowd": crowd, "Occluded": False, "Truncated": False}
                if not crowds:
                    entry["score"] = row.score
                frames[row.frame]["labels"].append(entry)
            sides.append([frames[k] for k in chance.permutation(world.frames)])
        (gt / f"{name}.json").write_text(json.dumps(sides[0]))
        (tracker / "data" / f"{name}.json").write_text(json.dumps(sides[1]))
    return gt, tracker


def write_tao(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    folder.mkdir(parents=True, exist_ok=True)
    truth: dict = {key: [] for key in ("videos", "images", "tracks", "annotations")}
    truth["categories"] = [dict(each) for each in TAO_KINDS]
    results: list[dict] = []
    unique = bool(chance.random() < 0.5)
    for v in range(int(chance.integers(1, 5))):
        world = make_hard_tracks(
            chance, (4, 40, 9, 2, 7), ids_by_kind=False, kind_by_track=True, area=200, size=(8, 140)
        )
        number = 20 - v
        truth["videos"].append(
            {
                **{"id": number, "name": f"{'ab'[v % 2]}/v{v}", "width": 640, "height": 480},
                "neg_category_ids": [k for k in (4, 9, 2, 7, 30) if chance.random() < 0.2],
                "not_exhaustive_category_ids": [k for k in (4, 9, 2, 7) if chance.random() < 0.2],
            }
        )
        images = [100 * number + int(k) for k in chance.permutation(world.frames)]
        truth["images"] += [
            {"id": image, "video_id": number, "frame_index": 30 * frame, "file_name": f"{image}.jpg"}
            for frame, image in enumerate(images)
        ]
        first = {
            track: len(truth["tracks"]) + k for k, track in enumerate(sorted({r.track for r in world.truth}))
        }
        kind_of = {row.track: row.kind for row in world.truth}
        truth["tracks"] += [
            {"id": number_, "category_id": kind_of[track], "video_id": number}
            for track, number_ in first.items()
        ]
        for row in world.truth:
            truth["annotations"].append(
                {
                    **{"id": len(truth["annotations"]), "image_id": images[row.frame], "video_id": number},
                    **{"track_id": first[row.track], "category_id": row.kind, "bbox": _xywh(row)},
                }
            )
        for row in world.found:
            entry = {
                **{"image_id": images[row.frame], "video_id": number, "category_id": row.kind},
                **{
                    "bbox": _xywh(row),
                    "track_id": row.track + (10000 * v if unique else 0),
                    "score": row.score,
                },
            }
            if chance.random() < 0.3:
                del entry["video_id"]
            results.append(entry)
    results = [results[k] for k in chance.permutation(len(results))]
    gt, dt = folder / "truth.json", folder / "results.json"
    gt.write_text(json.dumps(truth))
    dt.write_text(json.dumps(results))
    return gt, dt


def _xywh(row: Seen) -> list[float]:
    x0, y0, x1, y1 = row.box
    return [x0, y0, x1 - x0, y1 - y0]


def _mask_world(chance: np.random.Generator, *args: object, **options: object) -> HardWorld:
    """Boxes small enough for the canvas."""
    options = {"area": 20.0, "size": (2, 14), "flat": False, **options}
    return make_hard_tracks(chance, *args, **options)  # type: ignore[arg-type]


def _painted(row: Seen, chance: np.random.Generator | None = None) -> np.ndarray:
    mask = np.zeros(CANVAS, dtype=bool)
    x0, y0, x1, y1 = (round(each) for each in row.box)
    mask[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = True
    if chance is not None and chance.random() < 0.3:
        mask &= chance.random(CANVAS) < 0.8
    return mask


def _apart(rows: list[Seen], frames: int, chance: np.random.Generator) -> list[list[tuple[Seen, np.ndarray]]]:
    """By frame, masks of which no two share a pixel; none is empty."""
    found: list[list[tuple[Seen, np.ndarray]]] = [[] for _ in range(frames)]
    taken = np.zeros((frames, *CANVAS), dtype=bool)
    for row in rows:
        mask = _painted(row, chance) & ~taken[row.frame]
        if mask.any():
            taken[row.frame] |= mask
            found[row.frame].append((row, mask))
    return found


def _mots_line(frame: int, track: int, kind: int, mask: np.ndarray) -> str:
    counts = masks_to_compressed(encode_masks(mask[None]))[0].decode()
    return f"{frame} {track} {kind} {CANVAS[0]} {CANVAS[1]} {counts}\n"


def _write_mots(folder: Path, chance: np.random.Generator, *, kitti: bool) -> tuple[Path, Path]:
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    (tracker / "data").mkdir(parents=True)
    first = 0 if kitti else 1
    kinds = (1, 2) if kitti else (2, 2, 2, 1)
    names = ("0002", "0006", "0007") if kitti else ("MOTS-01", "MOTS-02", "MOTS-03")
    lengths = {}
    for name in names[: int(chance.integers(1, 4))]:
        world = _mask_world(chance, kinds, ids_by_kind=False, kind_by_track=True)
        lengths[name] = world.frames
        sides = []
        for rows, true in ((world.truth, True), (world.found, False)):
            lines = []
            for frame, pairs in enumerate(_apart(rows, world.frames, chance)):
                taken = np.zeros(CANVAS, dtype=bool)
                for row, mask in pairs:
                    taken |= mask
                    lines.append(_mots_line(frame + first, row.track + 10**5 * row.kind, row.kind, mask))
                for k, (_, box) in enumerate(_rows(chance, 1, 0.7) if true else []):
                    mask = _painted(Seen(frame, 0, 0, tuple(box / 5))) & ~taken  # type: ignore[arg-type]
                    if mask.any():
                        taken |= mask
                        lines.append(_mots_line(frame + first, 10000 + k, 10, mask))
            sides.append("".join(lines[k] for k in chance.permutation(len(lines))))
        home = gt / "label_02" if kitti else gt / name / "gt"
        home.mkdir(parents=True, exist_ok=True)
        (home / (f"{name}.txt" if kitti else "gt.txt")).write_text(sides[0])
        (tracker / "data" / f"{name}.txt").write_text(sides[1])
        if not kitti:
            (gt / name / "seqinfo.ini").write_text(f"[Sequence]\nname={name}\nseqLength={lengths[name]}\n")
    if kitti:
        lines = [f"{name} empty 000000 {length - 1:06d}\n" for name, length in lengths.items()]
        (gt / "evaluate_mots.seqmap.val").write_text("".join(lines))
    return gt, tracker


def write_mots(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    return _write_mots(folder, chance, kitti=False)


def write_kitti_mots(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    return _write_mots(folder, chance, kitti=True)


def write_vis(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    folder.mkdir(parents=True, exist_ok=True)
    truth: dict = {
        "videos": [],
        "categories": [{"id": k, "name": f"c{k}"} for k in (3, 1, 8)],
        "annotations": [],
    }
    results: list[dict] = []
    for v in range(int(chance.integers(1, 4))):
        world = _mask_world(chance, (3, 1), kind_by_track=True, ids_by_kind=False)
        number = 9 - v
        truth["videos"].append(
            {
                **{"id": number, "height": CANVAS[0], "width": CANVAS[1], "length": world.frames},
                "file_names": [f"V-{v}/{frame:05d}.jpg" for frame in range(world.frames)],
            }
        )
        for rows, true in ((world.truth, True), (world.found, False)):
            for track in dict.fromkeys(row.track for row in rows):
                own = {row.frame: row for row in rows if row.track == track}
                masks = [
                    _painted(own[t]) if t in own else np.zeros(CANVAS, dtype=bool)
                    for t in range(world.frames)
                ]
                shapes = masks_to_coco(encode_masks(np.array(masks)), counts="list" if true else "str")
                seen = [bool(mask.any()) for mask in masks]
                row = next(iter(own.values()))
                entry = {
                    **{"video_id": number, "category_id": row.kind},
                    "segmentations": [s if shown else None for s, shown in zip(shapes, seen, strict=True)],
                }
                if not true:
                    results.append(entry | {"score": row.score})
                    continue
                truth["annotations"].append(
                    {
                        **entry,
                        **{"id": len(truth["annotations"]) + 1, "iscrowd": int(chance.random() < 0.15)},
                        **{"height": CANVAS[0], "width": CANVAS[1]},
                        "areas": [
                            int(m.sum()) if shown else None for m, shown in zip(masks, seen, strict=True)
                        ],
                        "bboxes": [[0, 0, 1, 1] if shown else None for shown in seen],
                    }
                )
    truth["videos"] = [truth["videos"][k] for k in chance.permutation(len(truth["videos"]))]
    results = [results[k] for k in chance.permutation(len(results))]
    gt, dt = folder / "instances.json", folder / "results.json"
    gt.write_text(json.dumps(truth))
    dt.write_text(json.dumps(results))
    return gt, dt


def write_davis(folder: Path, chance: np.random.Generator) -> tuple[Path, Path]:
    from PIL import Image

    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    for name in ("a", "b", "c")[: int(chance.integers(1, 4))]:
        world = HardWorld(0)
        while not any(_apart(world.truth, world.frames, chance)):  # the reference wants an object
            world = _mask_world(chance, (1,), ids_by_kind=False)
        for rows, home in ((world.truth, gt / name), (world.found, tracker / "data" / name)):
            home.mkdir(parents=True)
            spread = chance.permutation(200) + 1
            numbers: dict[int, int] = {}
            for frame, pairs in enumerate(_apart(rows, world.frames, chance)):
                ids = np.zeros(CANVAS, dtype=np.uint8)
                for row, mask in pairs:
                    ids[mask] = spread[numbers.setdefault(row.track, len(numbers)) % 200]
                if home.parent == gt and chance.random() < 0.5:
                    y, x = chance.integers(0, CANVAS[0]), chance.integers(0, CANVAS[1])
                    ids[y : y + 8, x : x + 8] = 255
                picture = Image.fromarray(ids, mode="P")
                picture.putpalette([v for n in range(256) for v in (n, 7 * n % 256, 0)])
                picture.save(home / f"{frame:05d}.png")
    return gt, tracker


HARD_FILES: dict[str, Callable[[Path, np.random.Generator], tuple[Path, Path]]] = {
    "mot15": write_mot,
    "mot16": write_mot,
    "mot17": write_mot,
    "mot20": write_mot,
    "dancetrack": write_mot,
    "head_tracking": write_heads,
    "kitti_tracking": write_kitti,
    "bdd100k_tracking": write_bdd,
    "tao": write_tao,
    "mots": write_mots,
    "kitti_mots": write_kitti_mots,
    "youtube_vis": write_vis,
    "davis": write_davis,
}
"""By protocol: writes truth and results below a folder, and says where."""
