"""The splits of one data set, and the refusal to read several as one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from truebox._frozen import dataclass
from truebox._writing.saying import say
from truebox.datasets.splitting.split_names import asked_split
from truebox.errors import InputError

__all__ = ["ALL_SPLITS", "SeveralSplitsError", "Splits"]

ALL_SPLITS = "all"
"""The name that asks for all splits together."""

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Splits:
    """The splits of a data set.

    Parameters
    ----------
    place : Path
        The data set.
    paths : mapping of str to Path
        What is read for each: a file or folder of its own, or `place` where the reader knows the split
        by its name.
    stated : str
        The split that the data set itself names for evaluation; nothing where it leaves that open.
    nested : bool
        Whether splits may hold one another, as ``trainval`` holds ``val``: then the smallest counts.
    """

    place: Path
    paths: Mapping[str, Path]
    stated: str = ""
    nested: bool = False

    def named(self, asked: str) -> str:
        """The split that is asked for (E-416).

        Examples
        --------
        >>> Splits(Path("data"), {"train": Path("data"), "valid": Path("data")}).named("val")
        'valid'
        """
        found = ALL_SPLITS if asked == ALL_SPLITS else asked_split(asked, self.paths)
        if not found:
            problem = f"there is no split {say(asked)}; there are {self.listed()}"
            raise InputError(
                "E-416",
                str(self.place),
                problem,
                f"pass one of them, such as --split {next(iter(self.paths))}",
            )
        return found

    @property
    def are_files(self) -> bool:
        """Whether splits are files of their own, which cannot be read as one."""
        return any(path.is_file() and path != self.place for path in self.paths.values())

    def listed(self) -> str:
        """The names in words."""
        names = [say(name) for name in self.paths]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        return ", ".join(names[:_SHOWN]) + more


class SeveralSplitsError(InputError):
    """Several splits, none of which was asked for or is stated (E-415); `splits` has them.

    One that the data speaks for may be `proposed` alone.
    """

    def __init__(self, splits: Splits, why: str = "", proposed: str | None = None) -> None:
        names = [*splits.paths][:_SHOWN] if proposed is None else [proposed]
        flags = " or ".join(f"--split {name}" for name in names)
        joined = "" if splits.are_files or proposed else f"; --split {ALL_SPLITS} takes all as one"
        super().__init__(
            "E-415",
            str(splits.place),
            f"there are several splits, {splits.listed()}{why or ', and nothing says which one is meant'}",
            f"rerun with {flags}{joined}",
        )
        self.splits = splits
        self.why = why
        self.proposed = proposed

    def __reduce__(self) -> tuple[type[SeveralSplitsError], tuple[Splits, str, str | None]]:
        return type(self), (self.splits, self.why, self.proposed)
