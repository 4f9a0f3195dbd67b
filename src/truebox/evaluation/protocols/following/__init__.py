"""One object over time: OTB, LaSOT and GOT-10k."""
