#!/bin/sh
# Prints the path of a Chromium that really runs headless, or fails.
set -eu

runs_headless() {
    timeout 60 "$1" --headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --dump-dom 'data:text/html,<p>ready</p>' 2>/dev/null | grep -q ready
}

playwright_own() {
    cd frontend && node -e 'console.log(require("playwright-core").chromium.executablePath())' 2>/dev/null
}

for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome "$(playwright_own || true)"; do
    [ -n "$candidate" ] || continue
    path=$(command -v "$candidate") || continue
    if runs_headless "$path"; then
        echo "$path"
        exit 0
    fi
done
exit 1
