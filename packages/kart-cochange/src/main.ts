#!/usr/bin/env bun
import { runCommandLine } from "@kart/core/mcp/command-line";
import { cochangeServer } from "./server.ts";

void runCommandLine(cochangeServer);
