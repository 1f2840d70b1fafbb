"""markwindow: the main text of Chinese web pages by tag windows."""

from markwindow.extract import analyze, extract, warm_up
from markwindow.options import Options
from markwindow.page import Page, Window

__all__ = ["Options", "Page", "Window", "analyze", "extract", "warm_up"]
__version__ = "0.1.0"
