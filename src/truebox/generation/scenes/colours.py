"""Colour schemes that go well together: one background pair and five object colours each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SCHEMES", "Scheme"]

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours of one picture, as red, green and blue from 0 to 255."""

    ground: tuple[Colour, Colour]
    objects: tuple[Colour, ...]


def _scheme(ground: str, objects: str) -> Scheme:
    first, second, *others = (_colour(text) for text in f"{ground} {objects}".split())
    return Scheme((first, second), tuple(others))


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


SCHEMES = (
    _scheme("f3ead7 e7d6b8", "d1495b edae49 00798c 30638e 66a182"),  # linen
    _scheme("22334a 31496a", "f4d35e ee964b f95738 8ecae6 faf0ca"),  # dusk
    _scheme("dcebe4 b9d8cb", "ef6f6c 465775 56638a ffb140 2d936c"),  # mint
    _scheme("fbe3d6 f4c7b5", "355070 6d597a b56576 2a9d8f e9b44c"),  # peach
    _scheme("e3e6f3 c5cbe8", "5f4bb6 f26a8d 26a96c f9c22e 202a44"),  # lavender
    _scheme("2f3e34 46584a", "f2e8cf bc4749 a7c957 f4a259 8cb9bd"),  # forest
    _scheme("cfe8f3 a3cfe6", "f7b32b e4572e 17557a 2a9d8f 6b4e71"),  # sky
    _scheme("4a3a40 63505a", "ffcdb2 e5989b 88d4ab ffd166 a2c7e5"),  # plum
    _scheme("f1efe9 dcd8cc", "264653 2a9d8f e9c46a f4a261 e76f51"),  # stone
    _scheme("d9c9a8 c7b189", "7b2d26 0b7a75 19535f fffbf0 d7822f"),  # sand
)
"""The schemes, light and dark ones mixed."""
