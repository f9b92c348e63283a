#!/usr/bin/env bash
# Brings what the repository needs: Bun, then the packages of the lock file. Says nothing where all is there.
# Other scripts source it, so that a Bun installed here is on their PATH.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." >/dev/null && pwd -P)"

setup() {
  command -v bun >/dev/null || use_installed_bun || install_bun
  # Quiet where it works, whole where it does not.
  local log
  if ! log="$(cd "$root" && bun install --frozen-lockfile 2>&1)"; then
    printf '%s\n' "$log" >&2
    fail "bun install failed, see above. Where the lock file does not fit package.json, run: bun install"
  fi
}

# An earlier run may have installed Bun where a new shell does not look.
use_installed_bun() {
  local folder
  for folder in "${BUN_INSTALL:-$HOME/.bun}/bin" "$(npm_folder)"; do
    if [[ -x "$folder/bun" ]]; then
      export PATH="$folder:$PATH"
      return
    fi
  done
  return 1
}

install_bun() {
  local log
  echo "Bun is missing, installing it." >&2
  if command -v npm >/dev/null; then
    if ! log="$(npm install --global --no-fund --no-audit bun 2>&1)"; then
      printf '%s\n' "$log" >&2
      fail "npm could not install Bun into $(npm prefix --global 2>/dev/null). If that folder is not yours to write to, choose
another one, then run this again:
  export npm_config_prefix=\"\$HOME/.local\""
    fi
  elif command -v curl >/dev/null; then
    if ! log="$(curl -fsSL https://bun.sh/install | bash 2>&1)"; then
      printf '%s\n' "$log" >&2
      fail "Bun's installer failed, see above. Install Bun by hand: https://bun.sh/docs/installation"
    fi
  else
    fail "Bun is missing, and neither npm nor curl is here to install it. See https://bun.sh/docs/installation"
  fi
  hash -r
  command -v bun >/dev/null || use_installed_bun || fail "Bun was installed, but not where it is found. Add its folder to PATH."
}

# Where npm puts global programs; empty without npm.
npm_folder() {
  if command -v npm >/dev/null; then echo "$(npm prefix --global 2>/dev/null)/bin"; fi
}

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

setup
