# Built and run with podman; `bun run check:more` repeats that where podman and a base image are.

FROM oven/bun:1.4.5-slim AS packages
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
RUN bun install --frozen-lockfile --production \
  # The server never reads these: packages of the web app (160 MB), types and source maps (30 MB),
  # all fonts but two, libraries for linking and zod's TypeScript (16 MB).
  && cd node_modules && rm -rf lucide-react react-aria react-stately react-dom react-router \
    react-hook-form react-image-crop country-flag-icons bun-types \
    @headlessui @hookform @radix-ui @codemirror @lezer @internationalized @fontsource-variable @types \
    @tanstack @stripe jotai zod/src \
  && find dejavu-fonts-ttf/ttf -type f ! -name DejaVuSans.ttf ! -name DejaVuSans-Bold.ttf -delete \
  && find . -type f -regex '.*\.\(d\.[cm]?ts\|map\|a\)' -delete

FROM oven/bun:1.4.5-slim AS web
WORKDIR /app
COPY . .
RUN bun install --frozen-lockfile && bun run build

FROM oven/bun:1.4.5-slim
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY . .
COPY --from=web /app/dist ./dist
RUN mkdir /data && chown bun:bun /data
USER bun

# Without DATABASE_URL and CLICKHOUSE_URL it brings its own engines and keeps them in /data.
# A load balancer that asks /readyz has 5 s to notice a stop; the stop itself takes at most 20 s.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DRAIN_SECONDS=5
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s CMD \
  ["bun", "-e", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`); process.exit(ok ? 0 : 1)"]
CMD ["bun", "src/main.ts"]
