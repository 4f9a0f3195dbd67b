"""Detections as frameworks hold them in memory, told by their attributes; no framework is imported.

Each module knows one kind of object: ``arrays_of(value, role, geometry)`` gives what it holds as a mapping
as in `truebox.datasets.memory.arrays`, or None where the object is of another kind. Beside the keys
named there, the mapping may hold ``image_id`` or ``file_name`` (what names the image) and ``fractions``
(boxes are not in pixels).
"""

from __future__ import annotations
