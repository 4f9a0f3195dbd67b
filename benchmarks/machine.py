"""What was measured on, in neutral words: cores, instruction set, memory, versions."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from pathlib import Path

_LEVELS = (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("sse4_2", "SSE4.2"), ("asimd", "NEON"))


def describe(distributions: tuple[str, ...]) -> dict[str, str]:
    """Name of a fact -> the fact."""
    facts = {
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "instruction set": f"{platform.machine()}{_vector_level()}",
        "system": platform.system(),
        "python": platform.python_version(),
    }
    for name in distributions:
        try:
            facts[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            facts[name] = "not installed"
    return facts


def _vector_level() -> str:
    if sys.platform != "linux":
        return ""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n", 1)[0].split()
    return next((f" with {name}" for flag, name in _LEVELS if flag in flags), "")
