#!/bin/sh
# Makes the secrets of deploy/compose.yaml in deploy/secrets, each once: what is there stays.
set -eu
cd "$(dirname "$0")"
# Containers read them as another account; the folder keeps everybody else out.
mkdir -p secrets
chmod 700 secrets
random() { od -An -N "$1" -t x1 /dev/urandom | tr -d ' \n'; }
write() { [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; chmod 644 "secrets/$1"; }
write database_password "$(random 24)"
write database_url "postgres://visto_bueno_owner:$(cat secrets/database_password)@database:5432/visto_bueno"
write database_app_url "postgres://visto_bueno_app:$(random 24)@database:5432/visto_bueno"
write database_platform_url "postgres://visto_bueno_platform:$(random 24)@database:5432/visto_bueno"
write app_secrets "$(random 32)"
write smtp_url "smtp://user:password@mail.example:587"
[ -e settings.env ] || cp settings.env.example settings.env
echo "Now write the address of your mail server into deploy/secrets/smtp_url, and your names into deploy/settings.env."
