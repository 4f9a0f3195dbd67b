"""Files that are never opened for annotations, known by their first bytes: archives, pickles, pictures."""

from __future__ import annotations

from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.datasets.texts.packed import without_packing
from truebox.errors import InputError

__all__ = ["HEAD_SIZE", "refuse_what_is_not_read"]

HEAD_SIZE = 512
"""How many bytes of a file suffice."""

_ARCHIVES = (
    (b"PK\x03\x04", 0, "a ZIP archive"),
    (b"PK\x05\x06", 0, "an empty ZIP archive"),
    (b"ustar", 257, "a tar archive"),
    (b"BZh", 0, "a file compressed with bzip2"),
    (b"\xfd7zXZ\x00", 0, "a file compressed with xz"),
    (b"7z\xbc\xaf\x27\x1c", 0, "a 7z archive"),
    (b"Rar!\x1a\x07", 0, "a RAR archive"),
)
_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF"),
)
_MARKED = (
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "write its arrays with numpy.savez and give the .npz"),
    (
        b"\x93NUMPY",
        "a single NumPy array",
        "write boxes, scores and labels with numpy.savez and give the .npz",
    ),
)
_PICKLES = tuple(bytes((0x80, protocol)) for protocol in range(2, 6))
_PICKLE_SUFFIXES = (".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".joblib")


def refuse_what_is_not_read(head: bytes, name: str) -> None:
    """Raise where the first bytes are those of something that is never read.

    Archives are not opened, so that no name inside one can lead out of its folder and no small file can
    fill the memory (E-480); pickles are not loaded, because loading one runs the code in it (E-481);
    neither are pictures and arrays alone (E-482).

    Examples
    --------
    >>> refuse_what_is_not_read(b'{"images": []}', "truth.json")
    >>> refuse_what_is_not_read(b"BZh91AY", "truth.json.bz2")
    Traceback (most recent call last):
        ...
    truebox.errors.InputError: E-480 truth.json.bz2: this is a file compressed with bzip2, which is not \
opened. Fix: unpack it and give the file or folder inside; only .gz and .zst of one file are read.
    """
    if head.startswith(_PICKLES) or (head.startswith(b"PK") and name.lower().endswith(_PICKLE_SUFFIXES)):
        raise InputError(
            "E-481",
            name,
            "this is a pickle (or a PyTorch file, which holds one), and loading it would run the code in it",
            "write the detections as JSON, CSV or .npz in the program that made them",
        )
    for magic, place, what in _ARCHIVES:
        if head.startswith(magic, place):
            raise InputError(
                "E-480",
                name,
                f"this is {what}, which is not opened",
                "unpack it and give the file or folder inside; only .gz and .zst of one file are read",
            )
    if head.startswith(ARROW_MAGICS) and without_packing(name) != name:
        problem = "this is a Parquet or Arrow file that was compressed once more"
        raise InputError("E-480", name, problem, "unpack it: such files are compressed inside")
    for magic, what in _PICTURES:
        if head.startswith(magic):
            fix = "give the file or folder of annotations; pictures go to --images"
            raise InputError("E-482", name, f"this is {what}, not annotations", fix)
    for magic, what, fix in _MARKED:
        if head.startswith(magic):
            raise InputError("E-482", name, f"this is {what}, whose meaning nothing says", fix)
