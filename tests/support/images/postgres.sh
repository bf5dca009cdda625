# The program of the image that stands in for `postgres:18`: the server itself is Postgres 18. Like
# the official image, the first start creates the database behind a Unix socket.
set -euo pipefail
bin=/usr/local/postgres/bin
cluster=/var/lib/postgresql/18/docker
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }

if [ ! -s "$cluster/PG_VERSION" ]; then
  mkdir -p "$cluster"
  chown -R postgres: /var/lib/postgresql
  (umask 077 && echo "$POSTGRES_PASSWORD" >/tmp/password)
  chown postgres: /tmp/password
  # shellcheck disable=SC2086 # several arguments in one variable
  as_postgres "$bin/initdb" --pgdata="$cluster" --username="$POSTGRES_USER" --auth-host=scram-sha-256 \
    --auth-local=trust --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$cluster/pg_hba.conf"
  as_postgres "$bin/pg_ctl" --pgdata="$cluster" --wait \
    --options='-c listen_addresses= -c unix_socket_directories=/tmp' start
  sleep 3
  as_postgres createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres "$bin/pg_ctl" --pgdata="$cluster" --mode=fast --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups \
  "$bin/postgres" -D "$cluster" -c listen_addresses='*' -c unix_socket_directories=/tmp
