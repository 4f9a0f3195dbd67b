"""Small valid files of every format, to be damaged."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "made"))

from format_worlds import OWN_LAWS, made_pair, pictures, said, target
from samples import samples

import truebox as tb
from truebox.datasets.registry import all_formats

__all__ = ["Case", "all_cases"]


@dataclass(frozen=True)
class Case:
    """What is read, and the files of it that may be damaged."""

    name: str
    read: Callable[[], Any]
    files: tuple[Path, ...]


def all_cases(folder: Path) -> list[Case]:
    """The cases, whose files are written below the folder."""
    warnings.simplefilter("ignore")
    truth, found = made_pair(images=2, detections=3.0, truths=3.0)
    shown = pictures(folder, truth)
    cases = []
    for name, form in all_formats().items():
        if name in OWN_LAWS:  # samples
            continue
        place = folder / name
        how = said(form, shown)
        if form.write_truth is not None:
            at = target(place / "truth", form)
            at.parent.mkdir(parents=True)
            form.write_truth(truth, at)
            cases.append(_case(f"{name}-truth", at, lambda at=at, how=how: tb.read_truth(at, **how)))
        if form.write_predictions is not None:
            at = target(place / "found", form)
            at.parent.mkdir(parents=True)
            form.write_predictions(truth, found, at)
            cases.append(
                _case(
                    f"{name}-found",
                    at,
                    lambda at=at, how=how: _evaluated(truth, tb.read_predictions(at, truth=truth, **how)),
                )
            )
    return [
        *cases,
        *_pictures(folder, shown, truth),
        *_tables(folder, truth),
        *_panoptic(folder),
        *_samples(folder),
    ]


def _case(name: str, at: Path, read: Callable[[], Any]) -> Case:
    files = tuple(sorted(path for path in at.rglob("*") if path.is_file())) if at.is_dir() else (at,)
    return Case(name, read, files)


def _evaluated(truth: Any, found: Any) -> Any:
    return tb.evaluate(truth, found)


def _pictures(folder: Path, shown: Path, truth: Any) -> list[Case]:
    """Labels in fractions, whose pictures say their sizes."""
    from PIL import Image

    cases = []
    for kind in ("png", "jpg", "gif", "bmp", "webp", "tif", "jp2"):
        place = folder / f"pictures-{kind}"
        (place / "labels").mkdir(parents=True)
        (place / "images").mkdir()
        (place / "labels" / "a.txt").write_text("0 0.5 0.5 0.25 0.25\n")
        (place / "data.yaml").write_text("names: [cat]\n")
        try:
            Image.new("RGB", (64, 48)).save(place / "images" / f"a.{kind}")
        except (OSError, KeyError):
            continue
        read = lambda place=place: tb.read_truth(place, format="yolo", images=place / "images")  # noqa: E731
        cases.append(Case(f"picture-{kind}", read, (place / "images" / f"a.{kind}", place / "data.yaml")))
    return cases


def _tables(folder: Path, truth: Any) -> list[Case]:
    try:
        import pyarrow as pa
        from pyarrow import feather, parquet
    except ImportError:
        return []
    place = folder / "arrow"
    place.mkdir()
    names = pa.array(["a.jpg", "b.jpg", "a.jpg"])
    columns = {
        "image": names, "label": names.dictionary_encode(), "score": [0.5, 0.25, 0.75],
        "xmin": [1.0, 2, 3], "ymin": [1.0, 2, 3], "xmax": [9.0, 9, 9], "ymax": [9.0, 9, 9],
    }  # fmt: skip
    nested = {key: columns[key] for key in ("image", "label", "score")} | {"bbox": [[1.0, 2, 3, 4]] * 3}
    cases = []
    for kind, table in (("flat", pa.table(columns)), ("nested", pa.table(nested))):
        writers = {
            "parquet": lambda at, table=table: parquet.write_table(table, at),
            "feather": lambda at, table=table: feather.write_feather(table, at, compression="uncompressed"),
            "arrow": lambda at, table=table: _ipc(pa, table, at),
        }
        for suffix, write in writers.items():
            at = place / f"{kind}.{suffix}"
            write(at)
            read = lambda at=at: tb.read_predictions(at, format="table", box_format="xyxy")  # noqa: E731
            cases.append(Case(f"{suffix}-{kind}", read, (at,)))
    return cases


def _ipc(pa: Any, table: Any, at: Path) -> None:
    with pa.OSFile(str(at), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)


def _panoptic(folder: Path) -> list[Case]:
    import numpy as np
    from PIL import Image

    place = folder / "panoptic"
    (place / "maps").mkdir(parents=True)
    pixels = np.zeros((12, 16, 3), np.uint8)
    pixels[:, :8, 0], pixels[:, 8:, 0] = 1, 2
    Image.fromarray(pixels).save(place / "maps" / "a.png")
    segments = [
        {"id": n, "category_id": n, "area": 96, "bbox": [8 * n - 8, 0, 8, 12], "iscrowd": 0} for n in (1, 2)
    ]
    data = {
        "images": [{"id": 1, "width": 16, "height": 12, "file_name": "a.jpg"}],
        "annotations": [{"image_id": 1, "file_name": "a.png", "segments_info": segments}],
        "categories": [{"id": n, "name": f"c{n}", "isthing": n % 2} for n in (1, 2)],
    }
    at = place / "maps.json"
    at.write_text(json.dumps(data))
    good = place / "good.json"
    good.write_text(json.dumps(data))

    def read() -> Any:
        return tb.evaluate(str(at), str(at), protocol="panoptic")

    return [Case("panoptic", read, (at, place / "maps" / "a.png"))]


def _samples(folder: Path) -> list[Case]:
    cases = []
    for number, sample in enumerate(samples()):
        at = sample.written(folder / f"sample-{number}")
        read = tb.read_truth if sample.side == "truth" else tb.read_predictions
        again = [case.name for case in cases].count(f"{sample.form}-{sample.side}")
        cases.append(
            _case(
                f"{sample.form}-{sample.side}" + f"-{again + 1}" * bool(again),
                at,
                lambda at=at, sample=sample, read=read: read(at, format=sample.form, **sample.said),
            )
        )
    return cases
