"""What people look at: the report of a page, the report of an archive, plots."""
