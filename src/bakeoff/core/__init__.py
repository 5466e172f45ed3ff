"""The nouns and the rules that every other room stands on. Needs numpy alone."""
