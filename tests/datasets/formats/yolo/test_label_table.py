"""Rows of all label files: the native reader against the general one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of

from truebox._native import label_files
from truebox.datasets.formats.yolo.label_table import read_label_table
from truebox.datasets.formats.yolo.label_text import rows_of_text
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError

TOKENS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(0, 90).map(str),
    st.sampled_from(
        ["0.5", ".5", "5.", "+1", "-0", "1e-5", "1E+2", "0,5", "nan", "1e999", "", "x", "0." + "3" * 40]
    ),
)
ROWS = st.lists(st.lists(TOKENS, max_size=6).map(" ".join), max_size=5)
TEXTS = st.tuples(ROWS, st.sampled_from(["\n", "\r\n", "\n\n", "\r", "\t\n"])).map(
    lambda pair: pair[1].join(pair[0])
)


def native(root, text):
    (root / "a.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return label_files.read_label_rows(root, b"a.txt\0", 1)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, mutation=st.tuples(st.integers(0, 60), st.characters(max_codepoint=0x2030)))
def test_both_readers_see_the_same_rows_or_the_native_one_declines(tmp_path_factory, text, mutation):
    root = tmp_path_factory.mktemp("rows")
    for content in (text, text[: mutation[0]] + mutation[1] + text[mutation[0] :]):
        states, _, lines, classes, ends, numbers = native(root, content)
        errors = RowErrors(lenient=True)
        expected = list(rows_of_text(content.removeprefix("\ufeff"), "a.txt", errors))
        if states[0] == 2:
            assert len(lines) == 0
            continue
        assert not errors.counts
        assert lines.tolist() == [line for line, _, _ in expected]
        assert classes.tolist() == [number for _, number, _ in expected]
        parts = np.split(numbers, ends[:-1]) if len(ends) else []
        assert [part.tolist() for part in parts] == [values for _, _, values in expected]


def test_plain_files_are_read_natively(tmp_path):
    assert native(tmp_path, "0 0.1 0.2 0.3 0.4\n")[0].tolist() == [1]
    assert native(tmp_path, "\ufeff0 0.1 0.2 0.3 0.4\r\n")[0].tolist() == [1]
    assert native(tmp_path, b"0 0.1 \xff\n")[0].tolist() == [2]


def test_files_keep_their_order_whoever_reads_them(tmp_path):
    root = folder_of(tmp_path, {"a.txt": "0 1\n", "b.txt": "1 2\r2 3", "c.txt": "", "d.txt": "3 4 5"})
    names = ["a.txt", "b.txt", "absent.txt", "c.txt", "d.txt"]
    for threads in (1, 3):
        table = read_label_table(root, names, RowErrors(), threads)
        assert table.file.tolist() == [0, 1, 1, 4]
        assert table.line.tolist() == [1, 1, 2, 1]
        assert table.category.tolist() == [0, 1, 2, 3]
        assert table.numbers.tolist() == [1, 2, 3, 4, 5]
        assert table.counts.tolist() == [1, 1, 1, 2]
        assert table.place(2) == "b.txt line 2"
        assert table.taken(np.array([3, 0])).numbers.tolist() == [4, 5, 1]


def test_rows_that_are_bad_are_refused_or_dropped(tmp_path):
    root = folder_of(tmp_path, {"a.txt": "0 1 2\n5 3 4\n"})
    table = read_label_table(root, ["a.txt"], RowErrors(), None)
    bad = np.array([False, True])
    with pytest.raises(InputError, match=r"E-402 a.txt line 2: no 5 in 5 3 4"):
        table.without(bad, "E-402", "no {category} in {row}", "mend it", RowErrors())
    errors = RowErrors(lenient=True)
    assert table.without(bad, "E-402", "no {category}", "mend it", errors).category.tolist() == [0]
    assert errors.findings()[0].count == 1
