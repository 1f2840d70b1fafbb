"""What a person would note down about a page: title, dates, author, source, addresses, licence."""

from markwindow.metadata.result import Metadata

__all__ = ["Metadata"]
