#!/bin/sh
# `outlive.sh COMMAND…`: runs a command in its place, as far as streams go, and lives on when that has ended.
exec 3<&0
"$@" <&3 &
exec 3<&- <&- >&-
sleep 1000
