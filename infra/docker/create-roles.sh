#!/bin/bash
# A role for each service; it owns its schemas and sees nothing else of the database.
set -euo pipefail

password=$(cat /run/secrets/almagest/grid)
psql --quiet --set ON_ERROR_STOP=1 --set password="$password" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
revoke all on schema public from public;
revoke all on database :"DBNAME" from public;
create role grid login password :'password';
grant connect, create, temporary on database :"DBNAME" to grid;
SQL
