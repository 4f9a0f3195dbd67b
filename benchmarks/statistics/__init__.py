"""Whether intervals, p-values and verdicts hold: what is said of many made data sets, counted.

``python -m benchmarks.statistics`` prints coverage, false alarms and power, each with its binomial error.
The worlds are its own and share nothing with `truebox.generation`, whose data the other tests are made of.
"""
