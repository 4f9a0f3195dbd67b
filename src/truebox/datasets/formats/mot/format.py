"""MOTChallenge: one text file per sequence, one line per object and frame, everything counted from 1.

Facts relied on (arXiv:1906.04567, section "Data format"; arXiv:1603.00831, table 5; TrackEval 1.3.0,
``mot_challenge_2d_box.py``):

- ``frame, id, bb_left, bb_top, bb_width, bb_height, conf, ...``: frames, ids **and pixels are counted
  from 1**.
- Truth of MOT16 on has 9 columns: behind the box a flag (0: not to be considered), the class, the
  visibility. Truth of MOT15 has 10: the flag, then world coordinates; everything is a pedestrian.
- Detections and results have the confidence in column 7 and -1 where there is no id.
- Classes 1 to 13 as in `truebox.datasets.formats.mot.classes`; only pedestrians are evaluated.
- ``seqinfo.ini`` beside ``gt`` has name, imDir, seqLength, imWidth, imHeight, imExt.
"""

from __future__ import annotations

from truebox.datasets.format import Format
from truebox.datasets.formats.mot.reader import NAME, TITLE, read_predictions, read_truth, recognise
from truebox.datasets.formats.mot.writer import write_predictions, write_truth

__all__ = ["FORMAT"]

FORMAT = Format(
    name=NAME,
    title=TITLE,
    recognise=recognise,
    read_truth=read_truth,
    read_predictions=read_predictions,
    write_truth=write_truth,
    write_predictions=write_predictions,
)
