"""datatrove: an extractor step, in place of its Trafilatura.

    pipeline = [ParquetReader("pages/", text_key="html"), Markwindow(), JsonlWriter("texts/")]

A document's text is its HTML, best as bytes: readers that decode pages themselves do not know what Chinese
pages declare. After the step, the text is the main text and the metadata hold the other keys of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markwindow.archive.compression import needed
from markwindow.archive.records import Extraction, Record, error_record
from markwindow.archive.sources import Content, RawPage
from markwindow.archive.summary import group
from markwindow.engines.arrow import HTML, record_of

needed("datatrove", "datatrove", "datatrove pipelines")

from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox  # noqa: E402
from datatrove.utils.typeshelper import StatHints  # noqa: E402

if TYPE_CHECKING:
    from datatrove.data import Document, DocumentsPipeline

PAGE_SECONDS = 30.0
"""A page that takes longer is given up. The slowest real pages take about a second, the dictionary too."""


class Markwindow(BaseExtractor):  # type: ignore[misc]
    """Main text by markwindow, in a child process with a time limit for each page."""

    name = "⛏ Markwindow"

    def __init__(
        self, how: Extraction | None = None, timeout: float = PAGE_SECONDS, keep_empty: bool = False
    ) -> None:
        """Set up the step.

        Args:
            how: Method, policy, options; one method at most.
            timeout: Seconds a page may take.
            keep_empty: Whether pages without text go on, with the reason in their metadata. Otherwise they
                are dropped, and counted by reason, as datatrove's extractors do.
        """
        super().__init__(timeout=timeout)
        self.how = how or Extraction()
        if len(self.how.methods) > 1:
            raise ValueError("a document has one text; give one method, and one step for each.")
        self.keep_empty = keep_empty

    def extract(self, text: str | bytes) -> str:
        """The main text of one page."""
        return self.how.text(Content(text))

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Extract document by document."""
        warm = ({HTML: "<title>预热</title><p>预热"},)
        with ExtractorSandbox(timeout=self.timeout, warmup_text=warm) as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    made = self._record(document, sandbox)
                document.text = made["text"] or ""
                document.metadata |= {k: made[k] for k in made if k not in ("id", "text")}
                if document.text or self.keep_empty:
                    self.stat_update(StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    why = group(made["error"] or made["reason"] or "no reason told")
                    self.stat_update(StatHints.dropped, f"{StatHints.dropped}_{why}")

    def _record(self, document: Document, sandbox: ExtractorSandbox) -> Record:
        known = {key: document.metadata.get(key) for key in ("archive", "url", "content_type")}
        page = {"id": document.id, HTML: document.text} | known
        try:
            made: Record = sandbox.process_document((page,), self._record_of)
        except TimeoutError:
            return self._failed(page, f"not finished after {self.timeout:g} seconds.")
        except EOFError:
            return self._failed(page, "the process ended at this page.")
        return made

    def _record_of(self, page: dict[str, Any]) -> Record:
        return record_of(page, self.how)

    def _failed(self, page: dict[str, Any], problem: str) -> Record:
        return error_record(RawPage(page["id"], page["archive"], Content(b""), page["id"]), problem)
