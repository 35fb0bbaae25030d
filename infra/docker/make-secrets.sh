#!/bin/bash
# Creates missing passwords and tokens. Each goes into a file that is mounted only by the containers that read it.
set -euo pipefail
umask 022

# The names of keys that earlier versions took from the environment. Their values are not passed here.
if [ -n "${MOVED_TO_FILES:-}" ]; then
  for key in $MOVED_TO_FILES; do
    echo "$key in .env (or the shell) is not used: write its value to a file, set ${key}_FILE to the file's path, and remove $key" >&2
  done
  exit 1
fi

random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

# make FILE VALUE: never replaces a file and never leaves an incomplete one.
make() {
  [ -s "$1" ] && return
  printf '%s\n' "$2" > "$1.new"
  mv "$1.new" "$1"
  echo "created $1"
}

# copy FILE COPY: replaces the copy if it differs. For containers that must not see the other files of the folder.
copy() {
  cmp -s "$1" "$2" && return
  cp "$1" "$2.new"
  mv "$2.new" "$2"
  echo "copied $1"
}

make /secrets/postgres/superuser "$(random)"
make /secrets/postgres/grid "$(random)"
make /secrets/grid/database-url "postgres://grid:$(cat /secrets/postgres/grid)@postgres:5432/almagest"
make /secrets/grid/admin-token "$(random)"
copy /secrets/grid/admin-token /secrets/operator/admin-token
make /secrets/postgres/literature "$(random)"
make /secrets/literature/database-url "postgres://literature:$(cat /secrets/postgres/literature)@postgres:5432/almagest"
make /secrets/literature/api-token "$(random)"
make /secrets/redis/config "requirepass $(random)"
redis_url="redis://:$(sed -n 's/^requirepass //p' /secrets/redis/config)@redis:6379"
make /secrets/grid/redis-url "$redis_url"
make /secrets/literature/redis-url "$redis_url"
