"""lvis, the reference of the LVIS protocol."""

from __future__ import annotations

import lvis

TOOL = lvis.__name__

# The package uses a name that NumPy has dropped.
EVALUATE = """
import json, logging, sys
logging.disable(logging.CRITICAL)
import numpy as np
np.float = float
import lvis
truth = lvis.LVIS(sys.argv[1])
evaluation = lvis.LVISEval(truth, lvis.LVISResults(truth, sys.argv[2]), sys.argv[3])
evaluation.run()
print(json.dumps([float(number) for number in evaluation.results.values()]))
"""
