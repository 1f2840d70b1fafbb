"""Function words (虚词), one file a word class and script; lines starting with # are comments."""
