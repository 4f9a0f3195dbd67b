"""Small damage to bytes, such as disks, transfers, editors and attackers do."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

from truebox._native._core.datasets import crc32c

__all__ = ["mutated"]

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_ODD_NUMBERS = (
    b"-1", b"0", b"1e400", b"NaN", b"-Infinity", b"1e30", b"0.1", b"-0.0", b"1_0", b"\xd9\xa3", b"null",
    b'"1"',
    b"2147483648", b"4294967296", b"9007199254740993", b"9223372036854775807", b"9223372036854775808",
    b"10" * 40,
)  # fmt: skip
_ODD_BYTES = (
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\x80",
    b"\r",
    b"\n",
    b'"',
    b"<",
    b"]",
    b"}",
    b",",
    b"\xed\xa0\x80",
)


def mutated(content: bytes, name: str, chance: random.Random) -> bytes:
    """The content of a file of this name with one to four changes, its checksums made right again."""
    suffix = name.rpartition(".")[2].lower()
    inside: dict[str, Callable[[bytes, random.Random], bytes]] = {
        "npz": _in_zip,
        "png": _in_png,
        "tfrecord": _in_tfrecord,
    }
    if suffix in inside and chance.random() < 0.8:
        try:
            return inside[suffix](content, chance)
        except (
            zipfile.BadZipFile,
            struct.error,
            ValueError,
            NotImplementedError,
            EOFError,
            LookupError,
            zlib.error,
        ):
            pass
    return _changed(content, chance)


def _changed(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 4)):
        content = chance.choice((_flip, _cut, _repeat, _insert, _number, _number, _integer, _integer, _swap))(
            content, chance
        )
    return content


def _at(content: bytes, chance: random.Random) -> int:
    # Headers and tails decide more than what lies between.
    whole = len(content)
    return min(
        whole,
        chance.choice(
            (chance.randint(0, whole), chance.randint(0, 64), whole - chance.randint(0, 64) % (whole + 1))
        ),
    )


def _flip(content: bytes, chance: random.Random) -> bytes:
    at = _at(content, chance)
    return (
        content[:at]
        + bytes(byte ^ 1 << chance.randrange(8) for byte in content[at : at + 1])
        + content[at + 1 :]
    )


def _cut(content: bytes, chance: random.Random) -> bytes:
    at = _at(content, chance)
    return content[:at] + (b"" if chance.random() < 0.2 else content[at + chance.randint(1, 16) :])


def _repeat(content: bytes, chance: random.Random) -> bytes:
    at, length = _at(content, chance), chance.randint(1, 200)
    return content[:at] + content[at : at + length] + content[at:]


def _insert(content: bytes, chance: random.Random) -> bytes:
    at = _at(content, chance)
    return content[:at] + chance.choice(_ODD_BYTES) + content[at:]


def _number(content: bytes, chance: random.Random) -> bytes:
    places = [match.span() for match in _NUMBER.finditer(content[:20_000])]
    if not places:
        return _flip(content, chance)
    begin, end = chance.choice(places)
    return content[:begin] + chance.choice(_ODD_NUMBERS) + content[end:]


def _integer(content: bytes, chance: random.Random) -> bytes:
    """An integer as programs write it: of 1 to 8 bytes, at its limits."""
    width = chance.choice((1, 2, 4, 8))
    value = chance.choice((0, 1, 2**63 - 1, 2**63, 2**64 - 1, 2**31 - 1, 2**31, 2**16, chance.randrange(256)))
    at = _at(content, chance)
    return (
        content[:at]
        + (value % 2 ** (8 * width)).to_bytes(width, chance.choice(("little", "big")))
        + content[at + width :]
    )


def _swap(content: bytes, chance: random.Random) -> bytes:
    a, b, length = *sorted((_at(content, chance), _at(content, chance))), chance.randint(1, 32)
    return (
        content[:a]
        + content[b : b + length]
        + content[a + length : b]
        + content[a : a + length]
        + content[b + length :]
    )


def _in_zip(content: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(sorted(held))
    held[name] = _changed(held[name], chance)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for each, data in held.items():
            archive.writestr(each, data)
    return out.getvalue()


def _in_png(content: bytes, chance: random.Random) -> bytes:
    parts, at = [content[:8]], 8
    chunks = []
    while at + 12 <= len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        chunks.append((content[at + 4 : at + 8], content[at + 8 : at + 8 + length]))
        at += 12 + length
    which = chance.randrange(len(chunks))
    for number, (kind, data) in enumerate(chunks):
        if number == which and kind == b"IDAT" and chance.random() < 0.7:
            held = zlib.compress(_changed(zlib.decompress(data), chance))
        else:
            held = _changed(data, chance) if number == which else data
        parts.append(struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held)))
    return b"".join(parts)


def _in_tfrecord(content: bytes, chance: random.Random) -> bytes:
    records, at = [], 0
    while at + 16 <= len(content):
        (length,) = struct.unpack("<Q", content[at : at + 8])
        records.append(content[at + 12 : at + 12 + length])
        at += 16 + length
    which = chance.randrange(len(records))
    records[which] = _changed(records[which], chance)
    return b"".join(
        (head := struct.pack("<Q", len(record))) + _masked(head) + record + _masked(record)
        for record in records
    )


def _masked(data: bytes) -> bytes:
    value = crc32c(data)
    return struct.pack("<I", ((value >> 15 | value << 17) + 0xA282EAD8) % 2**32)
