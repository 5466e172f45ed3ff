"""Run learners under a design, once, and lose nothing."""
