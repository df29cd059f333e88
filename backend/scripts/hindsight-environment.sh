#!/bin/sh
# Lays the embedded Hindsight's environment in .setup/hindsight (or the folder given).
set -eu

exec "${PYTHON:-python3}" "$(dirname "$0")/hindsight_environment.py" "$@"
