# Three images from one file: the console's build, the Hindsight server that compose runs beside
# the app, and (last, so the default) MemoryOps itself. No image carries an embedded Hindsight.

FROM node:22-slim AS console
WORKDIR /console
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
RUN npm run build


FROM python:3.12-slim AS python
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_NO_CACHE=1 \
    UV_PYTHON_DOWNLOADS=never
WORKDIR /app
COPY backend/scripts/bootstrap.txt backend/scripts/
RUN pip install --no-cache-dir --require-hashes -r backend/scripts/bootstrap.txt


# The same lock, embedding model and tokenizer as the embedded server of `make run`, so both give the same similarities.
FROM python AS hindsight
COPY backend/hindsight backend/hindsight
COPY backend/scripts/hindsight_environment.py backend/scripts/
RUN python backend/scripts/hindsight_environment.py --without-postgres /opt/hindsight \
    && useradd --system --uid 10001 --create-home hindsight
USER 10001
ENV PATH=/opt/hindsight/venv/bin:$PATH
EXPOSE 8888
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=6 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8888/health', timeout=4)"]
CMD ["hindsight-api", "--host", "0.0.0.0", "--port", "8888"]


FROM python AS app
# What PDF exports are drawn with; the distribution keeps its libraries compatible.
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.lock requirements-dev.lock pyproject.toml README.md LICENSE ./
RUN uv venv .venv && uv pip sync --require-hashes requirements.lock
COPY backend/memoryops backend/memoryops
RUN uv pip install --no-deps --build-constraints requirements-dev.lock --editable . \
    && useradd --system --uid 10001 --create-home memoryops \
    && install --directory --owner memoryops /data
COPY --from=console /console/dist frontend/dist
USER 10001
ENV PATH=/app/.venv/bin:$PATH \
    MEMORYOPS_HOST=0.0.0.0 \
    MEMORYOPS_DATA_DIR=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["memoryops", "serve"]
