"""A program of its own that turns the HTML on its input into a PDF on its output.

Drawing takes much memory and native libraries: apart from the server, neither its crash nor its hunger is the server's.
It fetches nothing: what does not stand in the page is left out.
"""

import resource
import sys

LIBRARIES_MISSING = 3
CPU_S = 60
MEMORY_BYTES = 2 * 1024**3


def main() -> int:
    """The exit code: 0, or `LIBRARIES_MISSING`."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    try:
        from weasyprint import HTML  # type: ignore[import-untyped]
        from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]
    except OSError as error:
        sys.stderr.write(str(error))
        return LIBRARIES_MISSING
    page = sys.stdin.buffer.read().decode()
    only_embedded = URLFetcher(allowed_protocols=("data",), allow_redirects=False)
    HTML(string=page, base_url=None, url_fetcher=only_embedded).write_pdf(sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
