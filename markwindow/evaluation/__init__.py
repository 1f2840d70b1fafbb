"""How well extractors do on pages with gold text: sets, score, folds, peers, runs, report."""
