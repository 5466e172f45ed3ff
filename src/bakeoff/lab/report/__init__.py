"""What the lab found, for people to read."""
