"""The option ``--geometry`` as the parser takes it."""

from __future__ import annotations

import click

__all__ = ["Geometries"]


class Geometries(click.Choice[str]):
    """One geometry, or several with commas between them, each evaluated as by itself."""

    name = "geometries"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The names as given, each of them known and none twice."""
        named = [
            str(super(Geometries, self).convert(each.strip(), param, ctx)) for each in str(value).split(",")
        ]
        return ",".join(dict.fromkeys(named))
