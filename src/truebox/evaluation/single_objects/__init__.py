"""One object followed through a sequence: OTB, LaSOT and GOT-10k."""
