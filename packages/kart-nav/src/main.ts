#!/usr/bin/env bun
import { runCommandLine } from "@kart/core/mcp/command-line";
import { navServer } from "./server.ts";

void runCommandLine(navServer);
