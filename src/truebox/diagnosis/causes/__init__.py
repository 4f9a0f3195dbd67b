"""What kind of errors cost the AP."""
