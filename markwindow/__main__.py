"""``python -m markwindow``: the command line."""

from markwindow.cli import main

if __name__ == "__main__":  # worker processes import this module too
    main(prog_name="markwindow")
