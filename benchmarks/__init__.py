"""Measured answers, one file per question, each against the other tools in the same run.

``python -m benchmarks`` asks all of them, ``python -m benchmarks pairwise`` one; ``--quick`` takes small
data. Answers are compared for identity before any clock starts, runs are interleaved (A B A B), and what is
quoted is the median. Install what is measured with ``pip install -r benchmarks/requirements.txt``.
"""
