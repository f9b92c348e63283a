import { basename } from "node:path";
import type { ProjectRoots } from "../workspace/project-roots.ts";

/** Files that the same projects list. Paths are absolute. */
export interface ProjectSet {
  /** Their configurations. */
  readonly projects: readonly string[];
  readonly files: string[];
}

/** Files by the projects that list them; those of none under the empty key. */
export function setsOf(roots: ProjectRoots, files: readonly string[]): Map<string, ProjectSet> {
  const sets = new Map<string, ProjectSet>();
  for (const file of files) {
    const projects = roots.listing(file);
    const key = projects.join("\0");
    const set = sets.get(key);
    if (set === undefined) sets.set(key, { projects, files: [file] });
    else set.files.push(file);
  }
  return sets;
}

/**
 * For each set that leaves no choice of its project, or has one with the name that a server looks for first, that project; with
 * the files of the set.
 */
export function plainProjects(sets: readonly ProjectSet[]): Map<string, readonly string[]> {
  const chosen = new Map<string, readonly string[]>();
  for (const { projects, files } of sets) {
    const project = projects.length === 1 ? projects[0] : projects.find((one) => basename(one) === "tsconfig.json");
    if (project !== undefined) chosen.set(project, files);
  }
  return chosen;
}
