# syntax=docker/dockerfile:1
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/bot
COPY constraints.txt pyproject.toml README.md hatch_build.py ./
COPY bot bot
COPY games games
RUN /opt/bot/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.13-slim
COPY --from=build /opt/bot /opt/bot
RUN useradd --system --uid 10001 --no-create-home bot
USER 10001
ENV PATH=/opt/bot/bin:$PATH PYTHONUNBUFFERED=1 PORT=8080
# One process a container. /healthz, /metrics and the webhook: let only /telegram be reached from outside.
EXPOSE 8080
# 503, and so unhealthy: Redis is away, updates wait for two minutes, or a part of the process has ended; not that
# Telegram is away. The image has no curl; the standard library asks as well.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=4)"]
CMD ["python", "-m", "bot", "run"]
