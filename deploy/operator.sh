#!/bin/sh
# Command of the operator with the program's settings under systemd, as root:
#   sh deploy/operator.sh first-admin --email … --name …
set -eu
folder=${SETTINGS_FOLDER:-/etc/visto-bueno}
cd "$(dirname "$0")/.."
set -a
NODE_ENV=production
DATA_DIR=/var/lib/visto-bueno
. "$folder/settings.env"
for secret in "$folder"/*; do
  name=$(basename "$secret")
  [ "$name" = settings.env ] || export "$(echo "$name" | tr a-z A-Z)_FILE=$secret"
done
exec node scripts/operator.ts "$@"
