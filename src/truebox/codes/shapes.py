"""Masks, keypoints and panoptic images (16x to 19x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-160",
        "run lengths too short",
        "The runs of a mask end before its image does.",
        "Encode it again.",
    ),
    Code(
        "E-161",
        "run lengths too long",
        "The runs of a mask go beyond its image.",
        "Encode it again.",
    ),
    Code(
        "E-162",
        "broken compressed counts",
        "The text is not COCO's compressed form.",
        "Write it unescaped and whole.",
    ),
    Code(
        "E-163",
        "impossible mask size",
        "A size is negative, or has 2^32 pixels or more.",
        "Write height, width.",
    ),
    Code(
        "E-164",
        "mask sizes differ",
        "Masks, or a mask and its image, differ in size.",
        "Encode for the full image.",
    ),
    Code(
        "E-165",
        "counts not whole numbers",
        "A run is negative or fractional.",
        "Write whole numbers from 0 on.",
    ),
    Code(
        "E-166",
        "polygon not finite",
        "A coordinate is NaN or infinite.",
        "Remove the polygon or mend the point.",
    ),
    Code(
        "E-167",
        "not a polygon",
        "Half a point, or fewer than three points.",
        "Write [x1, y1, x2, y2, x3, y3, ...].",
    ),
    Code(
        "E-169",
        "not a segmentation",
        "Neither run lengths nor polygons.",
        "Write one of COCO's forms.",
    ),
    Code(
        "E-170",
        "keypoints not usable",
        "A point is not finite, or an array does not fit.",
        "Mend the named row.",
    ),
    Code(
        "E-171",
        "not a panoptic JSON",
        "A list or a key of COCO's panoptic format is missing.",
        "Add it.",
    ),
    Code(
        "E-172",
        "no such PNG",
        "A map that `file_name` names cannot be read.",
        "Check it, and the folder.",
    ),
    Code(
        "E-173",
        "not a map of segment ids",
        "No whole 8-bit PNG, or no array of ids.",
        "Write it again.",
    ),
    Code(
        "E-174",
        "file name leaves its folder",
        "A `file_name` is absolute or has `..`.",
        "Write it relative.",
    ),
    Code(
        "E-175",
        "segments and pixels disagree",
        "A segment is not in both.",
        "Write both from one run.",
    ),
    Code(
        "E-176",
        "map sizes differ",
        "Two maps of an image differ in size.",
        "Write them at the image's size.",
    ),
    Code(
        "E-177",
        "segment id repeated",
        "An id is below 1 or used twice in its image.",
        "Number from 1 on.",
    ),
    Code(
        "E-178",
        "image without prediction",
        "A predicted map is missing.",
        "Predict it, or take a subset.",
    ),
    Code(
        "E-179",
        "label out of range",
        "A label is no class and not ignored.",
        "Check `classes`.",
    ),
    Code(
        "E-190",
        "box is not finite",
        "A coordinate of a box is NaN or infinite, so that it overlaps nothing and everything.",
        "Remove these boxes or repair what computed them.",
    ),
    Code(
        "E-191",
        "box corners swapped",
        "The second corner of a box lies before the first. Most often the numbers are in another format.",
        "Pass the right box_format, or swap the corners.",
    ),
    Code(
        "E-192",
        "box size negative",
        "The width or the height of a box is below 0. Most often the numbers are in another format.",
        "Pass the right box_format, or give a size of 0 or more.",
    ),
    Code(
        "E-193",
        "polygon crosses itself",
        "Edges of the outline cross, so that which points lie inside is not defined.",
        "Write the corners in order around the outline, or split the polygon where it crosses.",
    ),
    Code(
        "W-168",
        "polygon far outside",
        "Points lie far beyond the image; it was clipped.",
        "Check the coordinates.",
    ),
    Code(
        "W-180",
        "stated area wrong",
        "A segment's area is not its number of pixels.",
        "Leave it out.",
    ),
    Code(
        "W-181",
        "segment without pixels",
        "A true segment is in no pixel.",
        "Remove it.",
    ),
    Code(
        "W-182",
        "predicted images left out",
        "The panoptic truth lacks them.",
        "Check the truth.",
    ),
)
