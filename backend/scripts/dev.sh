#!/bin/sh
# Serves the API with reload and the console with hot reload; Ctrl-C, or the end of either, stops both.
set -eu

console=http://127.0.0.1:5173
port=${PORT:-$(.venv/bin/python -c 'from memoryops.settings import Settings; print(Settings().port)')}
export MEMORYOPS_ALLOWED_ORIGINS="$console,http://localhost:5173"
export MEMORYOPS_DEV_API="http://127.0.0.1:$port"

stop() {
    trap - INT TERM EXIT
    kill "$api" "$vite" 2>/dev/null || true
    wait
}

# Hindsight needs seconds to start: set HINDSIGHT_API_URL to one that stays up to keep it across reloads.
.venv/bin/watchfiles --filter python --sigint-timeout 30 ".venv/bin/memoryops serve $*" backend/memoryops &
api=$!
(cd frontend && exec node node_modules/vite/bin/vite.js --host 127.0.0.1 --port 5173 --strictPort) &
vite=$!
trap stop INT TERM EXIT

echo "==> Console with hot reload: $console    API: $MEMORYOPS_DEV_API"
while kill -0 "$api" 2>/dev/null && kill -0 "$vite" 2>/dev/null; do
    sleep 1
done
