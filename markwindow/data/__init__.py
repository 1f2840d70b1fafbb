"""Trained weights, each with a card that tells what it was trained on."""
