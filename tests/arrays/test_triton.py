from __future__ import annotations

import sys
from importlib import import_module

import pytest

from truebox.arrays import has_triton
from truebox.errors import MissingExtraError


@pytest.mark.skipif(has_triton(), reason="Triton is installed")
@pytest.mark.parametrize("room", ["arrays", "masks", "suppression", "overlap.ways"])
def test_without_triton_the_error_says_what_to_install(room):
    pytest.importorskip("torch")
    assert "triton" not in sys.modules
    with pytest.raises(MissingExtraError, match=r"needs triton\. Install it with: pip install"):
        import_module(f"truebox.{room}.triton")
