"""The ASGI application, for any server: `uvicorn memoryops.main:app`."""

from memoryops.app import create_app
from memoryops.runtime import build_runtime
from memoryops.settings import Settings

app = create_app(build_runtime(Settings()))
