#!/usr/bin/env bun
import { runCommandLine } from "@kart/core/mcp/command-line";
import { editServer } from "./server.ts";

void runCommandLine(editServer);
