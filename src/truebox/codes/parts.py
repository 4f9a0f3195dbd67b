"""Batches and parts of an evaluation, put together (57x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-570",
        "image in two parts",
        "An image came twice, with other objects or detections; or at all, where that was refused.",
        "Give each image to one part only; `repeated='lowest'` keeps one of the two, whatever came first.",
        example="a sampler that pads the last batch with images of the first, after other augmentation",
    ),
    Code(
        "E-571",
        "images missing",
        "Images that were announced are in no part.",
        "Make and merge the part that has them.",
        example="truebox merge 1.tbx 3.tbx --expect images.txt      (and 2.tbx is left out)",
    ),
    Code(
        "E-572",
        "image id that does not belong",
        "An image was not announced, or ids are whole numbers in one part and texts in another.",
        "Give images the ids of the truth, in every part.",
        example='evaluator.update(truth, found, images=["7"])      (and the truth has 7)',
    ),
    Code(
        "E-573",
        "annotation id in two images",
        "Strict rules use the last annotation of each id for all of them, which only one file decides.",
        "Number annotations through all parts, or use `--mode corrected`, which ignores their ids.",
        example="two shards whose annotations are both numbered from 1",
    ),
    Code(
        "E-574",
        "damaged part",
        "The file of a part is cut, was altered, or is no part at all.",
        "Make the part again.",
        example="truebox merge truth.json",
    ),
    Code(
        "E-575",
        "part of another version",
        "The part was made by a Truebox that writes another version of the format.",
        "Make the part again with this Truebox, or merge with the one that made it.",
        example="a part of version 2",
    ),
    Code(
        "E-576",
        "parts of different questions",
        "Parts were evaluated with other parameters, rules or classes: their sum has no meaning.",
        "Evaluate every part with the same arguments and the same list of classes.",
        example="truebox part shard-1.json found.json -o 1.tbx      (and the other with --mode corrected)",
    ),
    Code(
        "E-577",
        "too many rows",
        "More detections of one class, or images, than can be counted (2^32 and 2^31).",
        "Evaluate fewer images at once.",
        example="5,000,000,000 detections of one class",
    ),
    Code(
        "W-570",
        "images given more than once",
        "Images came again with the same content, and are counted once.",
        "Nothing, where a sampler pads its last batch; else find out who sends them twice.",
        example="2,001 images on 2 processes: a padding sampler gives one of them to both",
    ),
    Code(
        "W-571",
        "strict rules not measured",
        "Quirks of the reference that the data touches; in parts their effect on the numbers is unknown.",
        "Evaluate the whole files to see the effect, or use corrected rules.",
        example='"id": 0 in an annotation of a batch',
    ),
)
