"""What is public answers what nobody means with a result or a Truebox error, never with another's."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from public_callables import FUNCTIONS, WILD

from truebox.errors import TrueboxError


def required(function: Callable[..., Any]) -> list[inspect.Parameter]:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    each = inspect.signature(function).parameters.values()
    return [one for one in each if one.default is inspect.Parameter.empty and one.kind not in kinds]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_nobody_means_is_refused_in_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = required(FUNCTIONS[name])
    failed = []
    for said, wild in WILD.items():
        named = {one.name: wild() for one in asked if one.kind is inspect.Parameter.KEYWORD_ONLY}
        given = [wild() for one in asked if one.kind is not inspect.Parameter.KEYWORD_ONLY]
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                FUNCTIONS[name](*given, **named)
        except (TrueboxError, OSError):  # a path that cannot be opened or written is the system's to word
            continue
        except Exception as error:
            failed.append(f"{said}: {error!r:.150}")
    assert failed == []
