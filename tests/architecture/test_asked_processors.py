"""What a processor has is asked for in names that every supported compiler knows: others end the build."""

from __future__ import annotations

import re
from collections.abc import Iterator

from project_tree import ROOT

# Accepted by __builtin_cpu_supports of Clang 16, tried by compiling each, and of GCC 12.
KNOWN = {
    "avx",
    "avx2",
    "avx512bf16",
    "avx512bitalg",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512f",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vl",
    "avx512vnni",
    "avx512vpopcntdq",
    "bmi",
    "bmi2",
    "fma",
    "gfni",
    "popcnt",
    "sse2",
    "sse3",
    "sse4.1",
    "sse4.2",
    "ssse3",
}


def asked(text: str) -> Iterator[str]:
    """The names a text of C++ asks for."""
    yield from re.findall(r'__builtin_cpu_supports\("([^"]*)"\)', text)


def test_a_processor_is_asked_in_names_that_compilers_know():
    files = [path for suffix in ("hpp", "cpp") for path in (ROOT / "native").rglob(f"*.{suffix}")]
    found = {name for path in files for name in asked(path.read_text(encoding="utf-8"))}
    assert found  # there are some
    assert found <= KNOWN


def test_a_name_that_older_compilers_do_not_know_is_found():
    assert not set(asked('if (__builtin_cpu_supports("lzcnt")) return;')) <= KNOWN
