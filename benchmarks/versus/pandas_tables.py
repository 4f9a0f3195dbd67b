"""pandas: columns of a table, images and classes by `factorize`."""

from __future__ import annotations

import pandas as _pandas  # noqa: F401  (says at once when the tool is missing)

TOOL = "pandas"

READ_TABLE = """
import pandas as pd
COLUMNS = {
    "openimages": ["ImageID", "LabelName", "XMin", "YMin", "XMax", "YMax", "IsGroupOf"],
    "parquet": ["image", "label", "x1", "y1", "x2", "y2"],
}
def prepare(kind):
    pass
def read(path, kind):
    names = COLUMNS[kind]
    table = pd.read_parquet(path, columns=names) if kind == "parquet" else pd.read_csv(path, usecols=names)
    image, label = pd.factorize(table[names[0]]), pd.factorize(table[names[1]])
    return table[names[2:6]].to_numpy(), image, label
def look(loaded):
    boxes, image, label = loaded
    return boxes, len(image[1]), len(label[1])
"""
