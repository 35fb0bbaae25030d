#!/bin/bash
# Creates a role for each service. Each role owns its schema, cannot read the other's, and cannot create more. The jobs
# are in Redis.
set -euo pipefail

psql=(psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB")

"${psql[@]}" <<'SQL'
revoke all on schema public from public;
revoke all on database :"DBNAME" from public;
SQL

for role in grid literature; do
  "${psql[@]}" --set role="$role" --set password="$(cat "/run/secrets/almagest/$role")" <<'SQL'
create role :"role" login password :'password';
grant connect, temporary on database :"DBNAME" to :"role";
create schema :"role" authorization :"role";
SQL
done
