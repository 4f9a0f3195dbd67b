"""pyarrow: columns of a table on all threads, images and classes by `dictionary_encode`."""

from __future__ import annotations

import pyarrow as _pyarrow  # noqa: F401  (says at once when the tool is missing)

TOOL = "pyarrow"

READ_TABLE = """
import numpy as np
import pyarrow.csv, pyarrow.parquet
COLUMNS = {
    "openimages": ["ImageID", "LabelName", "XMin", "YMin", "XMax", "YMax", "IsGroupOf"],
    "parquet": ["image", "label", "x1", "y1", "x2", "y2"],
}
def prepare(kind):
    pass
def read(path, kind):
    names = COLUMNS[kind]
    if kind == "parquet":
        table = pyarrow.parquet.read_table(path, columns=names)
    else:
        wanted = pyarrow.csv.ConvertOptions(include_columns=names)
        table = pyarrow.csv.read_csv(path, convert_options=wanted)
    codes = [table[name].combine_chunks().dictionary_encode() for name in names[:2]]
    texts = [code.dictionary.to_pylist() for code in codes]
    return np.stack([table[name].to_numpy() for name in names[2:6]], axis=1), codes, texts
def look(loaded):
    boxes, _, texts = loaded
    return boxes, *map(len, texts)
"""
