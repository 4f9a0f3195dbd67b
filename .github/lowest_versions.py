"""Print, as constraints, the lowest version of each requirement that ``pyproject.toml`` admits."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

EXTRAS = ("images", "plot", "report", "parquet")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)")


def main() -> None:
    """Write one ``name==version`` a line; a requirement without a lower bound is an error."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for requirement in [*project["dependencies"], *(one for name in EXTRAS for one in extras[name])]:
        bound = _REQUIREMENT.match(requirement)
        if bound is None:
            raise SystemExit(f"{requirement} names no lowest version; write name>=version in pyproject.toml")
        version = bound[2] if bound[2].count(".") > 1 else f"{bound[2]}.*"
        print(f"{bound[1]}=={version}" if "." in bound[2] else f"{bound[1]}=={bound[2]}.0.*")


if __name__ == "__main__":
    main()
