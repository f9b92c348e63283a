/**
 * Where an Angular template may use a member by its name: in what it binds, in its control flow, and as a property or an event of
 * another component. UTF-16 offsets.
 */
export function boundIn(template: string, name: string): number[] {
  if (!template.includes(name)) return [];
  const word = new RegExp(`(?<![\\p{ID_Continue}$-])${RegExp.escape(name)}(?![\\p{ID_Continue}$-])`, "gu");
  const bindings = Array.from(template.matchAll(BINDING), ({ index, 0: text }) => ({ index, text }));
  const found = [...bindings, ...controlFlow(template)].flatMap(({ index, text }) =>
    Array.from(text.matchAll(word), (match) => index + match.index),
  );
  // Without brackets it is given a text; elements of HTML have no dash.
  const attribute = new RegExp(`(?<=\\s)${RegExp.escape(name)}(?=[\\s=>/])`, "gu");
  for (const { index, 0: tag } of template.matchAll(CUSTOM_ELEMENT))
    found.push(...Array.from(tag.matchAll(attribute), (match) => index + match.index));
  return [...new Set(found)].sort((a, b) => a - b);
}

const BINDING = /\{\{[^]*?\}\}|(?:\[\(?|\(|\*|#)[\w.@:%-]+\)?\]?\s*=\s*(?:"[^"]*"|'[^']*')|@let\b[^;]*/g;

/** What stands in the parentheses of blocks: `@for (one of all; track one.id) {`. What is never closed goes on to the end. */
function controlFlow(template: string): { readonly index: number; readonly text: string }[] {
  return Array.from(template.matchAll(BLOCK), ({ index: at, 0: opening }) => {
    const index = at + opening.length;
    const rest = template.slice(index);
    let depth = 1;
    for (const { 0: token, index: end } of rest.matchAll(/"[^"]*"|'[^']*'|[()]/g)) {
      if (token === "(") depth++;
      else if (token === ")" && --depth === 0) return { index, text: rest.slice(0, end) };
    }
    return { index, text: rest };
  });
}

/** https://angular.dev/api/core/@defer and its like. */
const BLOCK = /@(?:if|else\s+if|for|switch|case|defer)\s*\(/g;

const CUSTOM_ELEMENT = /<[a-z]\w*-[^<>\s]*(?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?>/g;
