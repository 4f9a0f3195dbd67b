"""CrowdHuman's odgt files."""
