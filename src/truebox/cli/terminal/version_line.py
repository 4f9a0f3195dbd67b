"""What ``truebox --version`` says: found without NumPy, and mostly without the metadata of packages."""

from __future__ import annotations

import platform
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import truebox
from truebox._lazily import deferred

if TYPE_CHECKING:
    from importlib import metadata
else:
    metadata = deferred("importlib.metadata")  # with it come `email`, `zipfile` and `csv` (10 ms)

__all__ = ["version_line"]

_VERSION = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)


def version_line() -> str:
    """The versions of Truebox, Python and NumPy, and the system.

    Examples
    --------
    >>> version_line().startswith(f"truebox {truebox.__version__} (Python ")
    True
    """
    python = ".".join(map(str, sys.version_info[:3]))
    system = f"{platform.system()} {platform.machine()}"
    return f"truebox {truebox.__version__} (Python {python}, NumPy {_numpy_version()}, {system})"


def _numpy_version() -> str:
    found = find_spec("numpy")
    try:
        text = Path(str(found and found.origin)).with_name("version.py").read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = ""
    told = _VERSION.search(text)
    return told[1] if told else metadata.version("numpy")
