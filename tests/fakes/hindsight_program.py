"""A program that starts like Hindsight and answers that it is well, and does nothing else: `--port PORT`."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Well(BaseHTTPRequestHandler):
    """Says yes to everything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Well).serve_forever()
