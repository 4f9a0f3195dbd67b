"""Tables of boxes for the question about them: made once for a process, in a folder that goes with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

_OPEN_IMAGES = (
    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,"
    "IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside\n"
)
_TFOD = "filename,width,height,class,xmin,ymin,xmax,ymax\n"


def make_tables(folder: Path, rows: int) -> dict[str, Path]:
    """The same boxes as Open Images CSV, TFOD CSV and, where pyarrow is there, Parquet: eight an image."""
    chance = np.random.default_rng(0)
    images = [f"{number:016x}" for number in chance.integers(0, 2**63, rows // 8 + 1)]
    labels = [f"/m/0{number:05x}" for number in chance.integers(0, 2**20, 600)]
    corners = np.sort(chance.random((rows, 2, 2)), axis=1).round(6).reshape(-1, 4)
    classes = chance.integers(0, 600, rows)
    objects = list(zip(classes.tolist(), corners.tolist(), strict=True))
    paths = {"openimages": folder / "openimages.csv", "tfod": folder / "tfod.csv"}
    with paths["openimages"].open("w") as stream:
        stream.write(_OPEN_IMAGES)
        stream.writelines(
            f"{images[row // 8]},xclick,{labels[label]},1,{x0},{x1},{y0},{y1},0,0,0,0,0\n"
            for row, (label, (x0, y0, x1, y1)) in enumerate(objects)
        )
    with paths["tfod"].open("w") as stream:
        stream.write(_TFOD)
        stream.writelines(
            f"{images[row // 8]}.jpg,640,480,{labels[label]},{x0},{y0},{x1},{y1}\n"
            for row, (label, (x0, y0, x1, y1)) in enumerate(objects)
        )
    return paths | _parquet(folder, images, [labels[label] for label in classes.tolist()], corners)


def _parquet(folder: Path, images: list[str], labels: list[str], corners: np.ndarray) -> dict[str, Path]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return {}
    columns = {"image": [images[row // 8] for row in range(len(labels))], "label": labels}
    pixels = corners * 1000
    columns |= {name: pixels[:, place] for place, name in enumerate(("x1", "y1", "x2", "y2"))}
    parquet.write_table(pyarrow.table(columns), folder / "boxes.parquet")
    return {"parquet": folder / "boxes.parquet"}
