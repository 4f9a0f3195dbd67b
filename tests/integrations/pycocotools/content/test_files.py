from __future__ import annotations

import contextlib
import gc
import json
import math

import pytest

from truebox.integrations.pycocotools.content import parsed_file, uncollected


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"a": [1, 2.5, -0.0, 1e300, true, null, "\\u00e9"]}',
        "123456789012345678901234567890",
        '"\\ud800"',
    ],
)
def test_a_file_is_what_json_reads(tmp_path, text):
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    found, expected = parsed_file(path), json.loads(text)
    assert found == expected
    assert repr(found) == repr(expected)  # types too, and the sign of zero


def test_numbers_that_json_lacks_are_read_as_python_does(tmp_path):
    path = tmp_path / "file.json"
    path.write_text("[NaN, -Infinity]")
    nan, low = parsed_file(str(path))
    assert math.isnan(nan)
    assert low == -math.inf


@pytest.mark.parametrize(("held", "error"), [(b"{", json.JSONDecodeError), (b'"\xff"', UnicodeDecodeError)])
def test_what_is_no_json_is_refused_in_words_of_python(tmp_path, held, error):
    path = tmp_path / "file.json"
    path.write_bytes(held)
    with pytest.raises(error):
        parsed_file(path)


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_afterwards_as_it_was(was_on):
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        with contextlib.suppress(KeyError), uncollected():
            during = gc.isenabled()
            raise KeyError
        assert not during
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()
