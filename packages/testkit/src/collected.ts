/** Run before every file of tests: what their parsing leaves is collected, as in a server. */
import { collectParserGarbage } from "@kart/core/process/parser-garbage";

collectParserGarbage();
