#!/bin/sh
# Lays the product's virtual environment in .venv from the hashed lock, with the project itself editable.
set -eu

export UV_PYTHON_DOWNLOADS=never
unset VIRTUAL_ENV
uv=.uv/bin/uv

[ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null || $uv venv --clear -p "${PYTHON:-python3}" .venv
$uv pip sync -p .venv --require-hashes requirements-dev.lock
$uv pip install -p .venv --no-deps --build-constraints requirements-dev.lock --editable .
