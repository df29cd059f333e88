#!/bin/sh
# Resolves every Python lock file anew: the product, its tools, uv itself and the embedded Hindsight.
set -eu

compile() {
    .uv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes "$@"
}

compile pyproject.toml -o requirements.lock
compile pyproject.toml --group dev -o requirements-dev.lock
echo uv | compile --no-header - -o backend/scripts/bootstrap.txt
compile --no-header backend/hindsight/requirements.in -o backend/hindsight/requirements.lock
compile --no-header --no-deps backend/hindsight/tokenizer.in -o backend/hindsight/tokenizer.lock
