"""A long JSON text is decoded a piece at a time: the same objects, and Python between two pieces."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from truebox.datasets.texts import json_pieces
from truebox.datasets.texts.json_pieces import decoded_in_pieces
from truebox.datasets.texts.json_text import parse


def _value(chance: random.Random, depth: int) -> Any:
    kind = chance.random()
    if depth == 0 or kind < 0.4:
        return chance.choice([1, -2.5, 'a]}{["\\,x', None, True, "", "\xe9\u2028", 1e300])
    if kind < 0.7:
        return [_value(chance, depth - 1) for _ in range(chance.randint(0, 5))]
    return {f'k{place}"\\': _value(chance, depth - 1) for place in range(chance.randint(0, 4))}


@pytest.mark.parametrize("least", [0, 1, 5, 20, 1000])
def test_pieces_hold_what_the_whole_holds(least: int) -> None:
    chance = random.Random(4)
    for _ in range(400):
        value = _value(chance, chance.randint(0, 5))
        text = json.dumps(value, indent=chance.choice([None, 1]), ensure_ascii=chance.random() < 0.5)
        text = " \n" * chance.randint(0, 2) + text + " " * chance.randint(0, 2)
        for given in (text.encode(), bytearray(text.encode())):
            assert decoded_in_pieces(given, least) == json.loads(text)


def test_no_call_decodes_much_more_than_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """One call of msgspec hears no Ctrl-C, however long its text is."""
    rows = [{"image_id": row, "bbox": [1, 2, 3, 4]} for row in range(2000)]
    text = json.dumps({"info": {}, "annotations": rows}).encode()
    lengths: list[int] = []
    decode = msgspec.json.decode

    def counted(given: Any, **how: Any) -> Any:
        if not how:  # what makes Raw members makes no objects
            lengths.append(len(given))
        return decode(given, **how)

    monkeypatch.setattr(json_pieces.msgspec.json, "decode", counted)
    monkeypatch.setattr(decoded_in_pieces, "__defaults__", (1000,))
    assert parse(text, "text")["annotations"] == rows
    assert max(lengths) < 1100
    assert sum(lengths) > 0.9 * len(text)
