from . import datasets as datasets
from . import evaluation as evaluation
from . import matching as matching
from . import overlap as overlap
from . import suppression as suppression

__version__: str
