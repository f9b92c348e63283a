/** Where a text holds another one, each behind the one before; an empty one stands nowhere. UTF-16 offsets. */
export function* occurrences(text: string, wanted: string): Generator<number> {
  if (wanted === "") return;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) yield at;
}
