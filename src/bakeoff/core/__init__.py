"""The types and rules that all other packages use. Needs only numpy."""
