/**
 * What a compiler says, without the paths of this machine: links to places keep their words, and a path below the root begins
 * there, one in a package at the package's name.
 *
 * @param root the real path of the workspace root
 */
export function plainPaths(text: string, root: string): string {
  if (!text.includes("/") && !text.includes("\\")) return text;
  const plain = text
    // A path may hold parentheses; the place behind it tells where the link ends.
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\(file:\/\/[^\n]*?#\d+,\d+-\d+,\d+\)/g, "$1")
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\(file:\/\/[^\s)]*\)/g, "$1")
    .replaceAll(/(import\(["'])[^"'\n]*[/\\]node_modules[/\\]/g, "$1");
  const top = /[/\\]$/.test(root) ? root : `${root}/`;
  return top.length > 1 ? plain.replaceAll(top, "") : plain;
}
