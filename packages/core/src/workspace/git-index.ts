/** What a repository's index tracks. */
export interface IndexEntry {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  /** Another repository stands there, with an index of its own. */
  readonly isSubmodule: boolean;
}

/**
 * The entries of a git index, versions 2 to 4, by gitformat-index(5). Read here and not by git, since it is asked before every
 * search: a process would take longer than most of them.
 *
 * Undefined for what is none, and for one of two parts (`core.splitIndex`), of which the other stands elsewhere.
 */
export function indexEntries(index: Uint8Array): IndexEntry[] | undefined {
  const bytes = Buffer.from(index.buffer, index.byteOffset, index.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  // Nothing in it tells which hash the repository uses: what fits to the end is it.
  for (const hashBytes of [20, 32]) {
    const entries = entriesWith(bytes, hashBytes);
    if (entries !== undefined) return entries;
  }
  return undefined;
}

/** `DIRC`, the version and the number of entries. */
const HEADER_BYTES = 12;

/** Times, device, inode, mode, owner and size of a file stand before its hash. */
const STAT_BYTES = 40;
const MODE_AT = 24;

const IS_EXTENDED = 0x4000;

const KIND = 0o170000;
const SUBMODULE = 0o160000;
/** Of a sparse index: nothing below it is on the disk. */
const FOLDER = 0o040000;

function entriesWith(bytes: Buffer, hashBytes: number): IndexEntry[] | undefined {
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let name: Buffer = Buffer.alloc(0);
  let at = HEADER_BYTES;
  for (let number = 0; number < count; number++) {
    const flagsAt = at + STAT_BYTES + hashBytes;
    if (flagsAt + 2 > bytes.length) return undefined;
    let nameAt = flagsAt + ((bytes.readUInt16BE(flagsAt) & IS_EXTENDED) === 0 ? 2 : 4);
    let kept = 0;
    if (version === 4) {
      const cut = variableWidth(bytes, nameAt);
      kept = name.length - cut.value;
      nameAt = cut.end;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end === -1 || kept < 0) return undefined;
    const rest = bytes.subarray(nameAt, end);
    name = kept === 0 ? rest : Buffer.concat([name.subarray(0, kept), rest]);
    const kind = bytes.readUInt32BE(at + MODE_AT) & KIND;
    const path = name.toString("utf8");
    // What is in conflict has an entry for each side.
    if (kind !== FOLDER && entries.at(-1)?.path !== path) entries.push({ path, isSubmodule: kind === SUBMODULE });
    // Of the older versions each entry is filled up with NULs to a multiple of eight bytes, at least one.
    at = version === 4 ? end + 1 : at + (Math.floor((end - at) / 8) + 1) * 8;
  }
  return isWhole(bytes, at, bytes.length - hashBytes) ? entries : undefined;
}

/** The number of bytes that the path loses at its end, as git writes offsets: seven bits a byte, the highest first. */
function variableWidth(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let end = start;
  let byte = bytes[end++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[end++] ?? 0;
    value = (value + 1) * 0x80 + (byte & 0x7f);
  }
  return { value, end };
}

/** Whether extensions stand between the entries and the checksum, none of which leads to another file. */
function isWhole(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at + 8 <= end) {
    if (bytes.toString("latin1", at, at + 4) === "link") return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
