"""Pictures to draw on (56x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-560",
        "not a picture to draw on",
        "A file is no picture that can be read, or an array has the wrong shape or type.",
        "Give a JPEG, PNG, WebP, TIFF or BMP, or an array [height, width, 3] of uint8.",
        example="truebox draw notes.txt --truth truth.json",
    ),
    Code(
        "E-561",
        "picture outside its folder",
        "A `file_name` leads out of the folder of pictures: absolute, with `..`, an address, or by a link.",
        "Write file names relative to the folder of pictures.",
        example='"file_name": "/etc/passwd.jpg"',
    ),
    Code(
        "E-562",
        "no such picture",
        "No image of the truth has a picture in the folder, or the picture is not an image of the truth.",
        "Give the folder that the file names of the truth start from.",
        example="truebox draw train/ --truth val.json",
    ),
    Code(
        "W-563",
        "picture of another size",
        "A picture does not have the size that the truth states, so boxes may lie in the wrong place.",
        "Use the pictures that were annotated, not resized ones.",
        example="a picture of 320 x 240, resized from the 640 x 480 that were annotated",
    ),
)
