"""The command line: search in an archive."""

from __future__ import annotations

import click


@click.command()
@click.argument("archive", metavar="OUT.sqlite", type=click.Path())
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, metavar="N")
@click.option("--json", "as_json", is_flag=True, help="One page a line, as JSON.")
def search(archive: str, query: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Find pages that hold all terms of QUERY as words, best first.

    OUT.sqlite is what `markwindow archive … -o OUT.sqlite` wrote.
    """
    from markwindow.archive.records import to_line
    from markwindow.archive.show import printable
    from markwindow.search import search

    try:
        found = search(archive, " ".join(query), limit)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for one in found:
        if as_json:
            click.echo(to_line(one.to_dict()))
        else:
            click.echo(printable(f"{one.id}  {one.title or ''}") + f"\n    {printable(one.snippet)}")
    if not found:
        click.echo(f"markwindow: no page holds {' '.join(query)} as words.", err=True)
    return 0 if found else 1
