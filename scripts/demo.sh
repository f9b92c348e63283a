#!/usr/bin/env bash
# Installs what is missing, then shows the servers at work.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

exec bun "$root/scripts/demo.ts" "$@"
