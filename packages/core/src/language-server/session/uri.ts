/** The URI of an absolute path, of this system or of Windows (`C:\a`, `\\server\share`), as language servers write it. */
export function fileUri(path: string): string {
  const slashed = /^(?:[A-Za-z]:[/\\]|\\\\)/.test(path) ? path.replaceAll("\\", "/") : path;
  const [, host = "", rest = slashed] = /^\/\/([^/]+)(\/.*)$/.exec(slashed) ?? [];
  const encoded = rest.split("/").map(encodeURIComponent).join("/");
  return `file://${host}${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}

/** The absolute path behind a `file:` URI; undefined for any other, such as a library that lies inside the server's program. */
export function filePath(uri: string): string | undefined {
  const [, host, encoded] = /^file:\/\/([^/]*)(\/.*)$/.exec(uri) ?? [];
  if (encoded === undefined) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (host !== "" && host !== "localhost") return `\\\\${host}${path.replaceAll("/", "\\")}`;
  // Drive letters come in either case, and our own paths have them upper.
  const drive = /^\/([A-Za-z]):(.*)$/.exec(path);
  return drive === null ? path : `${(drive[1] as string).toUpperCase()}:${(drive[2] as string).replaceAll("/", "\\")}`;
}
