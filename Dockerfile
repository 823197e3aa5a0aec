# Duet in a container, built from Debian's packages and npm's alone: docker build -t duet .
# compose.yaml starts it with PostgreSQL, an object store and Caddy; docs/install.md has the steps.

FROM debian:trixie-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates nodejs npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The package that `npm run pack` makes is what is installed elsewhere too: without sources, tests and build tools.
RUN npm ci --omit=dev --no-audit --no-fund \
 && npm run pack -- /package \
 && npm install --prefix /app --omit=dev --no-audit --no-fund /package/duet-*.tgz \
 # Of Node the program is needed, not the headers that come with it.
 && mv /app/node_modules/node/bin/node /app/node \
 && rm -rf /app/node_modules/node /app/node_modules/.bin /app/package.json /app/package-lock.json

FROM debian:trixie-slim
RUN groupadd --gid 10001 duet \
 && useradd --uid 10001 --gid duet --no-create-home --home-dir /data --shell /usr/sbin/nologin duet \
 && install -d -o duet -g duet -m 0700 /data \
 && printf '#!/bin/sh\nexec /app/node /app/node_modules/duet/bin/duet.mjs "$@"\n' > /usr/local/bin/duet \
 && chmod 0755 /usr/local/bin/duet
COPY --from=build /app /app
USER duet
WORKDIR /data
VOLUME /data
# It listens to other containers: DUET_PUBLIC_URL with https, or DUET_TRUST_PROXY, has to be set beside.
ENV DUET_HOST=0.0.0.0 DUET_DATA_DIR=/data/site NODE_ENV=production
EXPOSE 3180
HEALTHCHECK --interval=10s --timeout=3s --start-period=5m --retries=3 \
  CMD ["/app/node", "-e", "fetch('http://127.0.0.1:3180/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["duet"]
