"""Print, as constraints, the lowest version of each requirement that ``pyproject.toml`` admits."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

EXTRAS = ("images", "plot", "report", "parquet", "frames", "dask", "zstd")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)")


def main() -> None:
    """Write one ``name==version`` a line; a requirement without a lower bound is an error."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for requirement in [*project["dependencies"], *(one for name in EXTRAS for one in extras[name])]:
        bound = _REQUIREMENT.match(requirement)
        if bound is None:
            raise SystemExit(f"{requirement} names no lowest version; write name>=version in pyproject.toml")
        # "3" is 3.0.0 and "2024.1" is 2024.1.0: the first release, not the last of its series.
        parts = bound[2].split(".")
        print(f"{bound[1]}=={'.'.join([*parts, '0', '0'][: max(3, len(parts))])}")


if __name__ == "__main__":
    main()
