"""How much boxes overlap: ``pairwise_*`` gives [N, M], ``elementwise_*`` gives [N]."""
