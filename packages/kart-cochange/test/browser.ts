import { type Browser, chromium, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** The Chromium of this machine, by its path; `KART_BROWSER` names another. */
export function findBrowser(): string | undefined {
  const named = process.env["KART_BROWSER"];
  if (named !== undefined && named !== "") return named;
  return NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;
}

/** One browser without a window for a file of tests. */
export async function launch(executablePath: string): Promise<Browser> {
  // Its sandbox needs rights that a container lacks; the pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page of a file, with all that went wrong in it and all that it asked the network for. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly problems: readonly string[];
}

export interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
}

export async function openPage(browser: Browser, file: string, options: PageOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== Bun.pathToFileURL(file).href) problems.push(`request: ${request.url()}`);
  });
  await page.goto(Bun.pathToFileURL(file).href);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}
