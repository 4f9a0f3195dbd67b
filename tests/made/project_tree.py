"""The project's own files, for tests that read the source instead of running it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def source_of(root: Path) -> Path:
    """The package's own files: those of the checkout, or where tests lie alone those that are installed."""
    checkout = root / "src" / "truebox"
    found = find_spec("truebox")
    if checkout.is_dir() or found is None or found.origin is None:
        return checkout
    return Path(found.origin).parent


SOURCE = source_of(ROOT)
TESTS = ROOT / "tests"

_BUILT = {"build", "dist", "__pycache__", "node_modules", "_build", "_generated"}


def listed(findings: Iterable[object]) -> str:
    """One finding a line: the message of a guard, so that a failure names everything at once."""
    return "\n" + "\n".join(sorted(map(str, findings)))


def python_files(folder: Path) -> list[Path]:
    """Every ``.py`` and ``.pyi`` below `folder`, sorted, without caches."""
    files = [*folder.rglob("*.py"), *folder.rglob("*.pyi")]
    return sorted(path for path in files if "__pycache__" not in path.parts)


def written_files(root: Path) -> list[Path]:
    """Every file somebody wrote: what version control knows, or all but build products without it."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            check=False,
        )
        if listed.returncode == 0 and listed.stdout:
            names = listed.stdout.decode().rstrip("\0").split("\0")
            return sorted(root / name for name in names if (root / name).is_file())
    return sorted(_walk(root))


def _walk(root: Path) -> Iterator[Path]:
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [
            name
            for name in subfolders
            if name not in _BUILT
            and (not name.startswith(".") or name == ".ci")
            and not (Path(folder) / name / "pyvenv.cfg").exists()
        ]
        yield from (Path(folder) / name for name in names)
