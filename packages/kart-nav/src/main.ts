#!/usr/bin/env -S bun --config=/dev/null --no-env-file
import { runCommandLine } from "@kart/core/mcp/command-line";
import { navServer } from "./server.ts";

void runCommandLine(navServer);
