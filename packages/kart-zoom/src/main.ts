#!/usr/bin/env bun
import { runCommandLine } from "@kart/core/mcp/command-line";
import { zoomServer } from "./server.ts";

void runCommandLine(zoomServer);
