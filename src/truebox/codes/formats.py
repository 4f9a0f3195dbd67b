"""Which format a file is in, and how predictions join their truth (E-15x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-150",
        "ambiguous format",
        "Names and content fit two formats equally well, and they would be read differently.",
        "Say which it is with `--truth-format` or `--predictions-format`.",
        example="a folder of lines such as: cat 0.9 10 10 50 50",
    ),
    Code(
        "E-151",
        "unknown format",
        "Neither the names nor the content fit any format that can be read here.",
        "Check the path, or name the format with `--truth-format` or `--predictions-format`.",
        example="truebox eval notes.docx predictions.json",
    ),
    Code(
        "E-154",
        "name of several images",
        "Predictions name their images, and one name, without folder or suffix, is that of several images.",
        "Write image ids, or whole file names.",
        example="street,0.9,...      (the truth has street.jpg and night/street.jpg)",
    ),
    Code(
        "E-155",
        "pixels against fractions",
        "One side gives boxes in pixels, the other as fractions of images whose sizes nobody tells.",
        "Name the folder of the pictures with `--images`, or give both sides in the same units.",
        example=(
            "0 0.5 0.5 0.2 0.2      (YOLO fractions, a truth in pixels that states no sizes, no pictures)"
        ),
    ),
    Code(
        "E-470",
        "predictions that do not fit the truth",
        "Nearly no detection overlaps a truth as the file was read, but many would if its boxes or class "
        "numbers meant something else, or the coordinates of masks and keypoints: corners instead of sizes, "
        "fractions instead of pixels, pixels of a scaled, mirrored or turned image, classes counted from 0 "
        "or in another order, numbers of files as ids. Or boxes of "
        "either side reach far out of their images, and would lie inside as corners.",
        "Rerun with the option named; if the file is right as it is, with `--no-fit-test`.",
        example='"bbox": [96, 144, 224, 336]      (corners, where left, top, width, height are read)',
    ),
    Code(
        "W-150",
        "rows dropped",
        "With `--lenient`, rows that would be refused are left out and counted.",
        "Repair the rows named, or accept that the number does not speak of them.",
        example="truebox eval truth.json predictions.json --lenient",
    ),
    Code(
        "W-151",
        "joined by name",
        "Images or classes of the predictions are not ids of the truth; they were joined by name.",
        "Nothing, if the example named is right; else write ids.",
        example='"image_id": "street"      (the truth has image 1, file street.jpg)',
    ),
    Code(
        "W-152",
        "classes that only predictions have",
        "The truth comes without a list of its classes, and detections have classes that none of its objects "
        "has: they can find nothing. A class without any truth has no AP, under some protocols 0, which the "
        "mean counts; elsewhere they count as false positives only where classes are forgotten or taken "
        "together. A protocol with classes of its own leaves others out.",
        "Nothing, if these are classes of the detector; else map its classes to those of the truth.",
        example='{"boxes": [[0, 0, 9, 9]], "labels": ["dog"], "scores": [0.9]}   (the truth has cats)',
    ),
)
