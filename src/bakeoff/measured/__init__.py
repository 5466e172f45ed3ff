"""What was measured with trained learners: tables that come with the package, and how they are looked up."""
