"""Label Studio exports."""
