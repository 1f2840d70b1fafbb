"""``python -m markwindow`` and the script ``markwindow``: the command line."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it loads ends without a traceback, too."""
    try:
        from markwindow.cli import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command(prog_name="markwindow")


if __name__ == "__main__":  # worker processes import this module too
    main()
