"""Many pages at once: where they come from (sources), the run (runner), where records go (sinks)."""
