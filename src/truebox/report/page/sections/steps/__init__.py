"""How the AP of one class comes about, detection by detection."""
