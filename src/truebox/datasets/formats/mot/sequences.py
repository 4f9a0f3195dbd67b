"""Which sequences a path holds: their files, and what seqinfo.ini says of their frames."""

from __future__ import annotations

import configparser
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

__all__ = ["Sequence", "described", "sequences_of"]

_BELIEVED = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """One video.

    Parameters
    ----------
    file : Path
        The lines.
    name : str
        Empty where the path is of one sequence alone: its frames then need no other name.
    length, width, height : int
        0 where seqinfo.ini does not say.
    folder, suffix : str
        Of the pictures.
    described_by : Path
        The seqinfo.ini, where there is one.
    """

    file: Path
    name: str = ""
    length: int = 0
    width: int = 0
    height: int = 0
    folder: str = "img1"
    suffix: str = ".jpg"
    described_by: Path | None = None

    def key(self, frame: int) -> str:
        """The image id of a frame.

        Examples
        --------
        >>> Sequence(file=Path("gt.txt"), name="MOT17-02").key(7)
        'MOT17-02/000007'
        """
        return f"{self.name}/{frame:06d}" if self.name else f"{frame:06d}"

    def file_name(self, frame: int) -> str:
        """The picture of a frame, as the benchmark stores it."""
        return "/".join(part for part in (self.name, self.folder, f"{frame:06d}{self.suffix}") if part)

    def believed_length(self, occurring: list[int]) -> int:
        """The length, refused where nothing but this one number speaks for so many frames (E-436).

        A hundred thousand are an hour of video, and more than any benchmark has in a sequence.
        """
        if self.length > max(_BELIEVED, 100 * max(occurring, default=0)):
            last = f"the last that occurs is {max(occurring)}" if occurring else "no frame occurs"
            problem = f"seqLength is {self.length}, but {last}"
            raise InputError("E-436", str(self.described_by), problem, "correct seqLength, or leave it out")
        return self.length


def sequences_of(path: Path, kind: Literal["gt", "det"]) -> list[Sequence]:
    """The sequences of a file, of a sequence's folder, or of a folder of either, sorted by name.

    Raises
    ------
    InputError
        There is none (E-101), or seqinfo.ini is broken (E-436).
    """
    if not path.is_dir():
        return [described(path, "")]
    own = [path / f"{kind}.txt", path / kind / f"{kind}.txt"]
    for file in own:
        if file.is_file():
            return [described(file, "")]
    nested = sorted(path.glob(f"[!.]*/{kind}/{kind}.txt"))
    if nested:
        return [described(file, file.parents[1].name) for file in nested]
    return [described(file, name.removesuffix(".txt")) for file, name in files_in(path, ".txt")]


def _whole(section: configparser.SectionProxy, key: str, below: int) -> int:
    value = section.getint(key, 0)
    if not 0 <= value < below:
        raise ValueError(f"{key} is {section[key]}")
    return value


def described(file: Path, name: str) -> Sequence:
    """The sequence of a file, with what a seqinfo.ini beside it says (E-436).

    Examples
    --------
    >>> described(Path("nowhere/gt/gt.txt"), "S-01").length
    0
    """
    told = (
        file.parent.parent / "seqinfo.ini"
        if file.parent.name in ("gt", "det")
        else file.with_name("seqinfo.ini")
    )
    if not told.is_file():
        return Sequence(file=file, name=name)
    parser = configparser.ConfigParser(interpolation=None)
    try:
        with open_file(told) as stream:
            parser.read_string(stream.read(1 << 16).decode("utf-8-sig"))
        section = parser["Sequence"]
        return Sequence(
            file=file,
            name=name,
            length=_whole(section, "seqLength", 2**53),
            width=_whole(section, "imWidth", 2**31),
            height=_whole(section, "imHeight", 2**31),
            described_by=told,
            folder=section.get("imDir", "img1"),
            suffix=section.get("imExt", ".jpg"),
        )
    except (configparser.Error, KeyError, ValueError) as error:
        problem = f"this is no seqinfo.ini ({(str(error).splitlines() or ['it is cut'])[0][:80]})"
        raise InputError(
            "E-436", str(told), problem, "write [Sequence] with seqLength, imWidth, imHeight"
        ) from None
