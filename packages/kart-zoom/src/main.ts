#!/usr/bin/env -S bun --config=/dev/null --no-env-file
import { runCommandLine } from "@kart/core/mcp/command-line";
import { zoomServer } from "./server.ts";

void runCommandLine(zoomServer);
