#!/bin/sh
# Looks for what MemoryOps needs from the machine, installs what apt can, and
# names the rest: `require.sh build` for `make run`, `require.sh test` for `make test`.
set -eu

missing() {
    echo "MemoryOps needs $1; run: $2" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

# apt_install WHAT PACKAGE...: says what it does, and leaves the verdict to the caller's next look.
apt_install() {
    what=$1
    shift
    may_install || return 0
    echo "==> Installing $what with apt ($*)"
    if [ -z "${apt_updated:-}" ]; then
        as_root apt-get update -qq || true
        apt_updated=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null || true
}

python=${PYTHON:-python3}

python_is_new_enough() {
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python_makes_environments() {
    "$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

require_python() {
    python_makes_environments && return
    python_is_new_enough || missing "Python 3.11 or newer as '$python'" "apt-get install python3 python3-venv, or name another with make PYTHON=python3.12"
    package=$("$python" -c 'import sys; print(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")')
    apt_install "Python's venv" "$package"
    python_makes_environments || missing "Python's venv and ensurepip" "apt-get install $package"
}

node_is_new_enough() {
    node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
             process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null
}

require_node() {
    node_is_new_enough || missing "Node.js 20.19 or newer" "apt-get install nodejs npm, or see https://nodejs.org/en/download"
    command -v npm >/dev/null && return
    apt_install npm npm
    command -v npm >/dev/null || missing "npm" "apt-get install npm"
}

require_command() {
    command -v "$1" >/dev/null && return
    apt_install "$1" "$2"
    command -v "$1" >/dev/null || missing "$1" "apt-get install $2"
}

fetch_playwright_chromium() {
    if may_install; then
        frontend/node_modules/.bin/playwright install-deps chromium || true
    fi
    frontend/node_modules/.bin/playwright install chromium
}

# Looked for by the system's own loader, as the exports do; only PDFs need them, so a machine without apt still runs.
pango_loads() {
    "$python" -c 'import ctypes
for name in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"):
    ctypes.CDLL(name)' 2>/dev/null
}

offer_pango() {
    pango_loads && return
    apt_install "Pango for PDF exports" libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
    pango_loads || echo "==> PDF exports will not work; they need: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
}

require_chromium() {
    backend/scripts/chromium.sh >/dev/null && return
    apt_install "Chromium for the browser tests" chromium fonts-liberation
    backend/scripts/chromium.sh >/dev/null && return
    echo "==> Fetching Playwright's own Chromium"
    mkdir -p .setup/logs
    fetch_playwright_chromium >.setup/logs/playwright-chromium.log 2>&1 || true
    backend/scripts/chromium.sh >/dev/null ||
        missing "a Chromium that runs headless" "apt-get install chromium fonts-liberation"
}

require_alertmanager() {
    command -v prometheus-alertmanager >/dev/null && return
    apt_install "Prometheus Alertmanager for the tests" prometheus-alertmanager
    command -v prometheus-alertmanager >/dev/null ||
        missing "Prometheus Alertmanager" "apt-get install prometheus-alertmanager"
    # The package starts a service, which the tests have no use for.
    as_root systemctl disable --now prometheus-alertmanager >/dev/null 2>&1 || true
}

require_python
require_node
require_command git git
require_command flock util-linux
[ "$(id -u)" != 0 ] || require_command setpriv util-linux
offer_pango
if [ "${1:-build}" = test ]; then
    require_chromium
    require_alertmanager
fi
