"""Run learners under a design, once, and store every result."""
