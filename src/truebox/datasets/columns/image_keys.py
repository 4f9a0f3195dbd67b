"""Ids for images that a file names: the name without suffix, as long as that tells them apart."""

from __future__ import annotations

from truebox.datasets.folders.folder_files import without_suffix

__all__ = ["ImageKeys"]


class ImageKeys:
    """Gives every name of an image one id.

    Examples
    --------
    >>> keys = ImageKeys()
    >>> keys.of("a.jpg"), keys.of("a.png"), keys.of("a.jpg")
    ('a', 'a.png', 'a')
    """

    def __init__(self) -> None:
        self._key_of: dict[str, str] = {}
        self._taken: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._key_of

    def of(self, name: str) -> str:
        """The id of a name."""
        key = self._key_of.get(name)
        if key is None:
            key = without_suffix(name)
            if key in self._taken:
                key = name
            while key in self._taken:
                key += "_"
            self._taken.add(key)
            self._key_of[name] = key
        return key
