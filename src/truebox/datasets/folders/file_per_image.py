"""Where the annotation file of each image lies in a folder that has one per image."""

from __future__ import annotations

from pathlib import Path

from truebox._writing.inside_folder import inside_folder
from truebox._writing.saying import say
from truebox.datasets.folders.folder_files import without_suffix
from truebox.datasets.folders.safe_names import refuse_unfit_name
from truebox.errors import InputError

__all__ = ["FilePerImage"]


class FilePerImage:
    """Gives each image a path of its own inside a folder.

    Parameters
    ----------
    folder : Path
    suffix : str

    Examples
    --------
    >>> files = FilePerImage(Path("labels"), ".json")
    >>> files.path("val/7.jpg", "truth image 0").as_posix()
    'labels/val/7.json'
    """

    def __init__(self, folder: Path, suffix: str) -> None:
        self.folder = folder
        self.suffix = suffix
        self._taken: dict[str, str] = {}

    def path(self, name: str, place: str) -> Path:
        """The path for an image's name; refused when it leads out (E-174), two images share it (E-448) or no
        file can be called so or would be found as one: a name with a dot in front is passed over (E-414).

        Its folder is made where it is missing.
        """
        refuse_unfit_name(without_suffix(name), place)
        if any(part.startswith(".") and part.strip(".") for part in name.split("/")):
            problem = f"{say(name)} begins with a dot: who reads a folder passes such files over"
            raise InputError("E-414", place, problem, "rename the image")
        target = inside_folder(self.folder, f"{without_suffix(name)}{self.suffix}", place)
        earlier = self._taken.setdefault(target.as_posix().casefold(), name)
        if earlier != name or target.exists():
            problem = f'images "{earlier}" and "{name}" would share the file {target.name}'
            raise InputError("E-448", place, problem, "give the pictures names that differ before the suffix")
        if self.folder.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
        return target
