#!/bin/bash
# The databases of compose.yaml, each with a user of its own. The password of one opens none of the others.
set -euo pipefail
add() {
    psql -v ON_ERROR_STOP=1 -U postgres -v name="$1" -v password="$2" <<'END'
CREATE USER :"name" PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
END
}
add opendid "$OPENDID_DATABASE_PASSWORD"
add gateway "$GATEWAY_DATABASE_PASSWORD"
add synapse "$SYNAPSE_DATABASE_PASSWORD"
