"""What the documentation site needs beyond Sphinx, MyST and furo."""
