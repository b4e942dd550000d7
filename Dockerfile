# An image with majuscule and its English models; at run time it needs no network.
#
#   docker build -t majuscule .
#   echo "angela merkel met the un" | docker run --rm -i --network none majuscule restore
#   docker run --rm -p 127.0.0.1:8000:8000 majuscule serve --host 0.0.0.0

FROM python:3.12-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE NOTICE.md ./
COPY src src
COPY models models
RUN python -m venv /majuscule \
    && /majuscule/bin/pip install --no-cache-dir ".[serve,zstd]" \
        ./models/en-accurate ./models/en-speech ./models/entities-en-accurate \
    && echo "angela merkel" | /majuscule/bin/majuscule restore | grep -qx "Angela Merkel"

FROM python:3.12-slim
COPY --from=build /majuscule /majuscule
RUN useradd --create-home majuscule
USER majuscule
WORKDIR /home/majuscule
ENV PATH=/majuscule/bin:$PATH
EXPOSE 8000
ENTRYPOINT ["majuscule"]
CMD ["--help"]
