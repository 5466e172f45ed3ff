"""What was measured about each method: tables that come with the package, and how they are looked up."""
