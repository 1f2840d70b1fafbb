"""One line on stderr that tells how far a run is; nothing where stderr is no terminal."""

from __future__ import annotations

import sys


class Status:
    """Use as a context; the line is gone at its end."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def __enter__(self) -> Status:
        """Nothing more to do."""
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the line."""
        self.tell("")

    def tell(self, told: str) -> None:
        """Put this in the place of what stands there."""
        if self._is_shown:
            # To the start of the line, the words, and clear what is left of the old ones.
            print(f"\r{told}\x1b[K", end="", file=sys.stderr, flush=True)
