"""MATLAB files: values, and bytes that cannot be."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from matlab_files import cells, matlab_file, matrix

from truebox.datasets.texts.matlab import read_matlab
from truebox.errors import InputError

WHOLE = {"words": cells([matrix("one"), matrix("")]), "numbers": matrix([[1, 2, 3], [4, 5, 6]])}


@pytest.mark.parametrize("deflated", [False, True])
def test_texts_cells_and_numbers(deflated: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.mat"
    path.write_bytes(matlab_file(WHOLE, deflated=deflated))
    found = read_matlab(path)
    assert found["words"] == ["one", ""]
    assert found["numbers"].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_every_cut_is_refused_or_read(tmp_path: Path) -> None:
    path, data = tmp_path / "a.mat", matlab_file(WHOLE, deflated=False)
    for end in range(0, len(data), 7):
        path.write_bytes(data[:end])
        with suppress(InputError):
            assert read_matlab(path).keys() <= WHOLE.keys()


def test_a_length_beyond_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mat"
    data = bytearray(matlab_file(WHOLE, deflated=False))
    data[132:136] = b"\xff\xff\xff\x7f"
    path.write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"E-428 .*an element says it has 2147483647 bytes"):
        read_matlab(path)
