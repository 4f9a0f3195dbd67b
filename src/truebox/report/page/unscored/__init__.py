"""What pages of results without scores share: their frame, what sections are made from, two sections."""
