#!/bin/sh
# step.sh TITLE COMMAND...: says in one line what is done and how long it took;
# the output goes to .setup/logs and is shown only when the command fails.
set -eu

title=$1
shift
mkdir -p .setup/logs
log=.setup/logs/$(echo "$title" | tr -cs 'A-Za-z0-9\n' '-').log
started=$(date +%s)
echo "==> $title"
if "$@" >"$log" 2>&1 </dev/null; then
    echo "    $title: done in $(($(date +%s) - started)) s"
else
    code=$?
    tail -n 30 "$log" >&2
    echo "$title failed; the lines above are the end of $log" >&2
    exit "$code"
fi
