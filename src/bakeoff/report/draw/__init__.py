"""Pictures: what is drawn, and how."""
