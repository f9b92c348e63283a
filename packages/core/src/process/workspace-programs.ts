/**
 * Whether programs that the workspace brings may be run: its own TypeScript and oxlint, and the code that its oxlint
 * configuration names. Not where `KART_WORKSPACE_PROGRAMS` is set to anything but `allow`: whoever mistypes `never` means it.
 */
export function mayRunWorkspacePrograms(): boolean {
  const given = process.env["KART_WORKSPACE_PROGRAMS"]?.trim() ?? "";
  return given === "" || given === "allow";
}
