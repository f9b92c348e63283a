/** The repository that the READMEs of the servers ask about, made anew where it is wanted. Its commit ids are always the same. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PRICE = `/** Cents, tax included. */
export function total(prices: readonly number[], taxRate: number): number {
  const net = prices.reduce((sum, price) => sum + price, 0);
  return Math.round(net * (1 + taxRate));
}
`;

const CART = `import { total } from "./price.ts";

export class Cart {
  readonly #prices: number[] = [];

  add(price: number): void {
    this.#prices.push(price);
  }

  checkout(): number {
    return total(this.#prices, 0.2);
  }
}
`;

const INVOICE = `import { total } from "./price.ts";

export const invoice = (prices: readonly number[]) => \`Total: \${total(prices, 0.2) / 100}\`;
`;

const TSCONFIG = `{
  "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "allowImportingTsExtensions": true },
  "include": ["src"]
}
`;

/** Each commit: its message, and the files it writes. */
const COMMITS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["Add prices", { "tsconfig.json": TSCONFIG, "src/price.ts": PRICE.replace(", tax included", "") }],
  ["Say that tax is in it", { "src/price.ts": PRICE, "docs/prices.md": "# Prices\n" }],
  ["Add the cart", { "src/cart.ts": CART }],
  ["Add invoices", { "src/invoice.ts": INVOICE, "docs/invoices.md": "# Invoices\n" }],
  ["Round to cents", { "src/price.ts": `${PRICE}\n`, "docs/prices.md": "# Prices\n\nIn whole cents.\n" }],
  ["End the file", { "src/price.ts": PRICE, "src/cart.ts": `${CART}\n` }],
  ["End that too", { "src/cart.ts": CART }],
];

export async function makeExampleRepository(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await git(folder, 0, "init", "--quiet", "--initial-branch=main");
  for (const [day, [message, files]] of COMMITS.entries()) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      await git(folder, day, "add", "--", path);
    }
    await git(folder, day, "commit", "--quiet", "-m", message);
  }
}

/** Whoever runs this, and however git is set up there: the same commits. */
async function git(cwd: string, day: number, ...args: string[]): Promise<void> {
  const date = `2026-01-0${day + 1}T12:00:00Z`;
  const child = Bun.spawn(["git", ...args], {
    cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.com",
      GIT_COMMITTER_DATE: date,
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [stderr, status] = await Promise.all([child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`git ${args.join(" ")} ended with status ${status}: ${stderr}`);
}
