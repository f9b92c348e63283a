import type { Questions } from "../questions.ts";

/** Whether another file may declare more of what a module exports: `declare module "./a" { interface A {} }`. */
export async function isAddedTo({ session, signal }: Questions, file: string, name: string): Promise<boolean> {
  const ambient = await session.candidates.scannedAs("hasAmbient", signal);
  if (ambient.size === 0) return false;
  const holding = await session.candidates.holding(new Set([name]), signal);
  return holding.some((one) => one !== file && ambient.has(one)) || ambient.has(file);
}
