#!/usr/bin/env bash
# Makes a throw-away authority and a certificate for localhost in the directory given. Used by benchmarks and tests.
set -euo pipefail
cd "$1"
ec="ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
openssl req -x509 -newkey $ec -keyout ca.key -out ca.pem -days 30 -subj "/CN=Parley test authority" 2>/dev/null
openssl req -newkey $ec -keyout server.key -out server.csr -subj "/CN=localhost" 2>/dev/null
printf 'subjectAltName=DNS:localhost,DNS:*.localhost,DNS:receiver.test,DNS:*.receiver.test,IP:127.0.0.1,IP:127.0.0.2' > san
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 30 -extfile san 2>/dev/null
