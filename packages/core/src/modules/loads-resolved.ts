import type { ImportEdge } from "./module-graph.ts";

/** Calls that name a file without having what it exports. */
const NAMING = /^(?:require\.resolve|import\.meta\.resolve|new URL)$/;

/** Whether a call names a file without having what it exports. */
export function isNaming(call: string | undefined): boolean {
  return NAMING.test(call ?? "");
}

/** Whether a file asks for the path of another and loads what is computed: that one, as `require(require.resolve("./name"))` does. */
export function mayLoadNamed({ importer, record }: ImportEdge): boolean {
  return isNaming(record.call) && importer.record.computed.some(({ prefix }) => prefix === "");
}
