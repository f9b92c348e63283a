import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { Reached } from "../reach/breadth-first.ts";
import type { Dependence } from "../reach/dependence.ts";
import type { SymbolNode } from "../reach/symbol-node.ts";
import type { ZoomServices } from "../services.ts";
import {
  isTimeout,
  nodeData,
  type NodeData,
  nodeFields,
  reachData,
  reachInput,
  reachOutput,
  reachText,
} from "./reach-answer.ts";

interface Callee extends NodeData {
  readonly package?: string | undefined;
  readonly callees: Callee[];
}

const callee: z.ZodType<Callee> = z.object({
  ...nodeFields,
  package: z.string().optional(),
  callees: z.array(z.lazy(() => callee)),
});

export const deps = defineTool({
  name: "kart_deps",
  title: "What a symbol depends on",
  description:
    "What a symbol needs to work: the functions, types and consts it uses, and what those use, across files; declarations in packages are leaves, and so are classes named as types alone. The mirror of kart_impact: ask before moving or copying code.",
  input: z.strictObject(reachInput),
  output: z.object({ ...reachOutput, packages: z.array(z.string()), root: callee }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const {
      workspace: { root },
      services,
      signal,
    } = context;
    const [
      sources,
      server,
      { askedSymbol },
      { breadthFirst, reachedNodes },
      { Dependencies, isTypeAlone },
      { nodeKey },
      { withUnparsed },
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../reach/asked-symbol.ts"),
      import("../reach/breadth-first.ts"),
      import("../reach/dependencies.ts"),
      import("../reach/symbol-node.ts"),
      import("../reach/unparsed.ts"),
    ]);
    const start = await askedSymbol(context, sources, { ...args, namesakes: "parts" });
    const modules = async () => (await services.modules()).graph(signal);
    const dependencies = new Dependencies(server, sources, root, modules, signal);
    const graph = {
      key: nodeKey,
      isLate: isTimeout,
      expand: (nodes: readonly SymbolNode[]) => dependencies.of(nodes),
      isLast: isTypeAlone,
    };
    const walk = await breadthFirst<SymbolNode, Dependence>(start, graph, args.depth, args.limit);
    const all = [...reachedNodes(walk.root)].flatMap(({ node }) => node.package ?? []);
    const packages = [...new Set(all)].sort();
    const { size } = dependencies.library;
    const { untyped, untypedDeeper, outside, components, built, unasked } = dependencies;
    const notes = [
      ...gapNote("NOT FOLLOWED: members of values of unknown type (any)", [...untyped].sort()),
      ...gapNote("NOT FOLLOWED deeper (any)", [...untypedDeeper].sort()),
      ...gapNote("NOT FOLLOWED outside the root", [...outside].sort()),
      ...gapNote("NOT FOLLOWED into components", [...components].sort()),
      ...gapNote("NOT FOLLOWED behind what is built", [...built].sort()),
      ...(unasked === 0 ? [] : [`${count(unasked, "more member")} that may have no type NOT looked into.`]),
      ...(size === 0 ? [] : [`TypeScript's own library left out: ${count(size, "name")}.`]),
    ];
    const isAll = untyped.size + untypedDeeper.size + outside.size + components.size + built.size + unasked === 0;
    const completeness = withUnparsed({ complete: isAll, notes }, [...dependencies.unparsed].sort());
    const data = reachData(walk, args.depth, completeness.complete);
    return {
      structured: { ...data, packages, root: calleeData(walk.root) },
      text: reachText(
        walk,
        args.depth,
        completeness,
        { one: "dependency", many: "dependencies", countsElsewhere: false },
        packageRow(packages),
      ),
    };
  },
});

function packageRow(packages: readonly string[]): string[] {
  return packages.length === 0 ? [] : [`packages (${packages.length}): ${packages.map(escapeName).join(", ")}`];
}

function calleeData(reached: Reached<SymbolNode, Dependence>): Callee {
  const { package: owner } = reached.node;
  const callees = reached.next.map(calleeData);
  return nodeData(reached, { ...(owner !== undefined && { package: owner }), callees });
}
