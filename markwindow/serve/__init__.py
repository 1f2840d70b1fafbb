"""The workbench in the browser, its JSON API, and the tools that assistants call."""
