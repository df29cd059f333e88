"""A program that starts like Hindsight and answers that it is well, and does nothing else: `--port PORT`."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NO_BANKS = b'{"banks": [], "total": 0, "limit": 1, "offset": 0}'


class Well(BaseHTTPRequestHandler):
    """Has no banks, whatever it is asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(NO_BANKS)))
        self.end_headers()
        self.wfile.write(NO_BANKS)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Well).serve_forever()
