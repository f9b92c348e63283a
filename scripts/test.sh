#!/usr/bin/env bash
# Installs what is missing, then runs every check. The last line is `N passed, N failed`.
set -euo pipefail

# A setup that fails is a failure too, and the last line says so.
trap 'echo "0 passed, 1 failed"' EXIT
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
trap - EXIT

exec bun "$root/scripts/check.ts"
