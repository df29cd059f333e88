#!/bin/sh
# Lays uv, which installs everything else, in .uv at the version and hashes of bootstrap.txt.
set -eu

"${PYTHON:-python3}" -m venv --clear .uv
.uv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r backend/scripts/bootstrap.txt
