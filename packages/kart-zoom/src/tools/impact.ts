import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { Reached } from "../reach/breadth-first.ts";
import type { Dependence } from "../reach/dependence.ts";
import { insteadNote } from "../answers/instead-note.ts";
import type { SymbolNode } from "../reach/symbol-node.ts";
import type { ZoomServices } from "../services.ts";
import {
  isTimeout,
  endsAtDepth,
  listRow,
  nodeData,
  type NodeData,
  nodeFields,
  reachData,
  reachInput,
  reachOutput,
  reachText,
  testsAmong,
} from "./reach-answer.ts";

interface Caller extends NodeData {
  readonly callers: Caller[];
}

const caller: z.ZodType<Caller> = z.object({ ...nodeFields, callers: z.array(z.lazy(() => caller)) });

export const impact = defineTool({
  name: "kart_impact",
  title: "Blast radius",
  description:
    "Before changing a symbol: who depends on it, and who depends on those, through calls, types, JSX, inheritance, overrides and values passed on, in all packages; then the tests to run. Works for functions, types, consts, members and components. Says whether it is complete.",
  input: z.strictObject(reachInput),
  output: z.object({
    ...reachOutput,
    tests: z.array(z.string()),
    /** Uses on values of type any or as a string, which are not among the dependents. */
    unknown: z.array(z.object({ path: z.string(), line: z.int() })).optional(),
    /** What may call or use it from outside, in words. */
    notes: z.array(z.string()).optional(),
    root: caller,
  }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const { workspace, services, signal } = context;
    const [
      sources,
      server,
      { askedSymbol },
      { breadthFirst, reachedNodes },
      { Dependents },
      { nodeKey },
      { completenessOf },
      { unparsedAmong, withUnparsed, wordsOf },
      mocks,
      values,
      { withoutTold },
      outside,
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../reach/asked-symbol.ts"),
      import("../reach/breadth-first.ts"),
      import("../reach/dependents.ts"),
      import("../reach/symbol-node.ts"),
      import("../reach/coverage.ts"),
      import("../reach/unparsed.ts"),
      import("../reach/mocking-tests.ts"),
      import("@kart/core/language-server/uses/unknown-values"),
      import("@kart/core/language-server/uses/keyed-uses"),
      import("../reach/called-from-outside.ts"),
    ]);
    const start = await askedSymbol(context, sources, { ...args, namesakes: "each" });
    const dependents = new Dependents(server, sources, workspace, signal);
    const graph = { key: nodeKey, isLate: isTimeout, expand: (nodes: readonly SymbolNode[]) => dependents.of(nodes) };
    const [walk, mocking, callers, users] = await Promise.all([
      breadthFirst<SymbolNode, Dependence>(start, graph, args.depth, args.limit),
      mocks.mockingTests(workspace, start.path, server, services.modules, signal),
      outside.calledFromOutside(start, services.modules, signal),
      outside.usedFromOutside(start, services.modules, signal),
    ]);
    const said = [...callers, ...users, ...(start.symbol === undefined ? [] : insteadNote(start.symbol))];
    const { files } = reachData(walk, args.depth, true);
    const found = new Set([...files, start.path]);
    // Who was looked into may be used where nothing parses.
    const asked = [...reachedNodes(walk.root)]
      .filter(({ fanOut }) => fanOut !== undefined)
      .map(({ node }) => node.name);
    const unknown = await dependents.unknown();
    const typed = withUnparsed(
      await completenessOf(
        withoutTold(dependents.coverage(), unknown.quoted?.found ?? []),
        found,
        found,
        workspace.root,
        services.modules,
        signal,
        new Set([start.path]),
      ),
      await unparsedAmong(found, wordsOf([start.name, ...asked]), server, sources, workspace.root, signal),
    );
    const completeness = {
      complete: typed.complete && values.areNone(unknown),
      notes: [...typed.notes, ...values.unknownNotes("NOT COUNTED", unknown)],
    };
    const tests = [...new Set([...testsAmong(files), ...mocking])].sort();
    const within = endsAtDepth(walk, args.depth) ? `tests: none within depth ${args.depth}` : "tests: none";
    const none = completeness.complete && !walk.isCut ? within : "tests: none among these";
    return {
      structured: {
        ...reachData(walk, args.depth, completeness.complete),
        tests,
        ...values.unknownField(unknown, args.limit),
        ...(said.length > 0 && { notes: said }),
        root: callerData(walk.root),
      },
      text: reachText(walk, args.depth, completeness, { one: "dependent", many: "dependents", countsElsewhere: true }, [
        ...said,
        ...(files.length > 0 && tests.length === 0 ? [none] : listRow("tests", tests)),
      ]),
    };
  },
});

function callerData(node: Reached<SymbolNode, Dependence>): Caller {
  return nodeData(node, { callers: node.next.map(callerData) });
}
