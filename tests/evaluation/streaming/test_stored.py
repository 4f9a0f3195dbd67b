"""Files of parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamed_worlds import made_images, streamed

from truebox.errors import InputError
from truebox.evaluation import Evaluator


def test_every_altered_or_cut_byte_is_noticed(tmp_path: Path) -> None:
    truth, found = made_images(2)
    one = streamed(truth, found, [0, 1], [[0, 1]])
    path = tmp_path / "a.tbx"
    one.save(path)
    data = path.read_bytes()
    assert Evaluator.load(path).to_bytes() == data
    for place in range(0, len(data), 7):
        altered = bytearray(data)
        altered[place] ^= 4
        with pytest.raises(InputError, match=r"E-57[45]"):
            Evaluator.from_bytes(bytes(altered))
        with pytest.raises(InputError, match="E-574"):
            Evaluator.from_bytes(data[:place])
    path.write_bytes(data[:-1])
    with pytest.raises(InputError, match=r"E-574 .*a\.tbx"):
        Evaluator.load(path)
