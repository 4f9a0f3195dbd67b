"""Texts that are whole numbers."""

from __future__ import annotations

import pytest

from truebox.datasets.columns.number_ids import numbered
from truebox.records import Ids


@pytest.mark.parametrize("text", ["007", "1.0", "", "+1", "-0", "9" * 19])
def test_texts_that_stay_texts(text):
    assert numbered(Ids.of(["1", text])).are_strings


def test_numbers_keep_their_rows():
    assert numbered(Ids.of(["12", "-3", "12"])).tolist() == [12, -3, 12]
