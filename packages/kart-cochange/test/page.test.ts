import type { Browser, Locator, Page } from "playwright-core";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { reportPage } from "../src/report/page.ts";
import type { Level, LinkedCoupling, Link, Report } from "../src/report/report.ts";
import { run } from "./ask.ts";
import { findBrowser, launch, openPage, type OpenedPage, type PageOptions } from "./browser.ts";
import { GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

const LINKS: readonly Link[] = ["hidden", "unknown", "import", "no-code"];
const DAY = 24 * 60 * 60;

/** Couplings of neighbours in a row of files, each weaker than the one before. */
function couplings(count: number, files: number, link?: (place: number) => Link | undefined): LinkedCoupling[] {
  return Array.from({ length: count }, (_none, place): LinkedCoupling => {
    const found = link === undefined ? LINKS[place % LINKS.length] : link(place);
    const name = (file: number) => `packages/p${file % 12}/src/f${file % files}.ts`;
    return {
      a: name(place),
      b: name(place + 1 + Math.floor(place / files)),
      score: 10 / (place + 1),
      commits: 2 + (place % 50),
      confidence: 1 / (1 + (place % 7)),
      lastChanged: 1_700_000_000 - place * DAY,
      ...(found === undefined ? {} : { link: found }),
    };
  });
}

function level(list: readonly LinkedCoupling[]): Level {
  return { couplings: list, total: list.length };
}

function report(files: readonly LinkedCoupling[], more: Partial<Report> = {}): Report {
  return {
    title: "sample",
    head: "0123456789abcdef0123456789abcdef01234567",
    commitsSeen: 1234,
    imports: { status: "read" },
    notes: [],
    files: level(files),
    folders: level([]),
    ...more,
  };
}

const executable = findBrowser();
if (executable === undefined) {
  // scripts/check.ts repeats this line.
  process.stderr.write(
    "NOT TESTED: the report page, since no Chromium was found. Install chromium, or set KART_BROWSER.\n",
  );
  test("the report page needs a Chromium to be tested", () => undefined);
} else {
  describe("in Chromium, the report page", () => inBrowser(executable));
}

function inBrowser(path: string): void {
  const space = new TempWorkspace();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(path);
  });
  afterAll(async () => {
    await browser.close();
    space[Symbol.dispose]();
  });

  async function open(shown: Report, options?: PageOptions): Promise<OpenedPage> {
    const file = space.path("report.html");
    await Bun.write(file, await reportPage(shown));
    return openPage(browser, file, options);
  }

  test("draws the map of a real history, without the network and without an error", async () => {
    using repository = new GitRepository();
    for (let round = 0; round < 3; round++)
      repository.commit({
        "src/a.ts": `import "./b"; // ${round}`,
        "src/b.ts": `// ${round}`,
        "lib/c.ts": `// ${round}`,
        "docs/d.md": `${round}`,
      });
    const out = space.path("real.html");
    expect(await run(repository, "report", "--out", out)).toMatchObject({ exitCode: 0, stderr: "" });
    await using opened = await openPage(browser, out);
    const { page, problems } = opened;
    expect((await texts(page.locator("#map text"))).sort()).toEqual(["a.ts", "b.ts", "c.ts", "d.md"]);
    expect(await page.locator("#map line").count()).toBe(6);
    expect(await page.locator("#map line.hidden").count()).toBe(2);
    expect(await page.locator("#map line.no-code").count()).toBe(3);
    const boxes = await Promise.all((await page.locator("#map circle").all()).map((circle) => circle.boundingBox()));
    const map = await page.locator("#map").boundingBox();
    for (const box of boxes) expect(isWithin(box, map)).toBe(true);
    expect(await page.locator("#about").textContent()).toBe(
      `3 commits to ${repository.git("rev-parse", "HEAD").slice(0, 10)} · 6 couplings of files, 3 of folders`,
    );
    expect(problems).toEqual([]);
  });

  test("shows hidden couplings first, beside the map and in the table", async () => {
    await using opened = await open(report(couplings(40, 40)));
    const { page } = opened;
    expect(await page.locator("#details h2").textContent()).toBe("Hidden couplings");
    expect(await page.locator("#details li").count()).toBe(10);
    expect(await kinds(page)).toEqual([
      ...Array.from({ length: 10 }, () => "Hidden"),
      ...Array.from({ length: 10 }, () => "Maybe"),
      ...Array.from({ length: 10 }, () => "Import"),
      ...Array.from({ length: 10 }, () => "Not code"),
    ]);
  });

  test("shows a file's neighbours on a click, on the map and beside it, and goes on from them", async () => {
    await using opened = await open(report(couplings(20, 20)));
    const { page, problems } = opened;
    await page.locator(`#map circle[aria-label^="packages/p3/src/f3.ts,"]`).click();
    expect(await page.locator("#details h2").textContent()).toBe("packages/p3/src/f3.ts");
    const neighbors = page.locator("#details li button.name");
    expect(await texts(neighbors)).toEqual(["packages/p2/src/f2.ts", "packages/p4/src/f4.ts"]);
    expect(await page.locator("#map line.on").count()).toBe(2);
    expect(await page.locator("#map circle:not(.off)").count()).toBe(3);
    expect(await page.locator(`#rows button[aria-pressed="true"]`).count()).toBe(2);
    await neighbors.last().click();
    expect(await texts(neighbors)).toEqual(["packages/p3/src/f3.ts", "packages/p5/src/f5.ts"]);
    await page.locator("#rows button.name").first().click();
    expect(await page.locator("#details h2").textContent()).toBe("packages/p0/src/f0.ts");
    // The keyboard's place in the table is kept.
    expect(await page.evaluate("document.activeElement.closest('#rows') !== null")).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("#details h2").textContent()).toBe("Hidden couplings");
    expect(await page.locator("#map circle.off").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("sorts the table by each column, both ways", async () => {
    await using opened = await open(report(couplings(30, 30)));
    const { page } = opened;
    const header = (column: string) => page.locator(`#head [data-column=${column}]`);
    const column = (name: string) => texts(page.locator(`#rows td.${name}`));
    await header("commits").click();
    const falling = (await column("commits")).map(Number);
    expect(falling).toEqual(falling.toSorted((x, y) => y - x));
    expect(await page.locator("th.commits").getAttribute("aria-sort")).toBe("descending");
    await page.keyboard.press("Enter");
    expect((await column("commits")).map(Number)).toEqual(falling.toReversed());
    expect(await page.locator("th.commits").getAttribute("aria-sort")).toBe("ascending");
    await header("a").click();
    const names = await column("a");
    expect(names).toEqual(names.toSorted());
    await header("lastChanged").click();
    const days = await column("lastChanged");
    expect(days).toEqual(days.toSorted().toReversed());
    await header("kind").click();
    expect((await kinds(page))[0]).toBe("Hidden");
  });

  test("filters the table and the map by words and by kind", async () => {
    await using opened = await open(report(couplings(40, 40)));
    const { page } = opened;
    await page.fill("#filter", "P3/ f3.ts");
    await page.locator("#count", { hasText: "2 of 40" }).waitFor();
    expect(await page.locator("#count").textContent()).toBe("2 of 40 couplings");
    expect(await page.locator("#map circle").count()).toBe(3);
    await page.locator("#kinds label", { hasText: "Import" }).click();
    expect(await kinds(page)).toEqual(["Import"]);
    await page.fill("#filter", "nothing like it");
    await page.locator("#rows .empty").waitFor();
    expect(await page.locator("#rows").textContent()).toBe("Nothing fits. Clear the filter, or show all kinds.");
    expect(await page.locator("#map circle").count()).toBe(0);
    await page.fill("#filter", "");
    await page.locator("#count", { hasText: "10 of 40" }).waitFor();
    expect(await kinds(page)).toEqual(Array.from({ length: 10 }, () => "Import"));
  });

  test("switches between files and folders", async () => {
    const folders = couplings(3, 3, () => "hidden").map((one) => ({ ...one, a: one.a.slice(0, 11), b: "." }));
    await using opened = await open(report(couplings(20, 20), { folders: level(folders) }));
    const { page } = opened;
    await page.locator("#map circle").first().click();
    await page.locator("#controls label", { hasText: "Folders" }).click();
    expect(await page.locator("#rows tr").count()).toBe(3);
    expect(await page.locator("#details h2").textContent()).toBe("Hidden couplings");
    expect(await texts(page.locator("#rows td.b"))).toEqual(["(top)", "(top)", "(top)"]);
    await page.locator("#controls label", { hasText: "Files" }).click();
    expect(await page.locator("#rows tr").count()).toBe(20);
  });

  test("zooms by wheel, buttons and keys, and shows more names where there is room", async () => {
    await using opened = await open(report(couplings(140, 140)));
    const { page } = opened;
    const spread = async () => {
      await nextFrame(page);
      const xs = await page.evaluate<number[]>(
        "[...document.querySelectorAll('#map circle')].map((one) => one.cx.baseVal.value)",
      );
      return Math.max(...xs) - Math.min(...xs);
    };
    const whole = await spread();
    await page.locator("#map svg").hover();
    await page.mouse.wheel(0, -300);
    const near = await spread();
    expect(near).toBeGreaterThan(whole * 1.2);
    await page.click("#zoom-fit");
    expect(await spread()).toBeCloseTo(whole, 0);
    await page.click("#zoom-in");
    expect(await spread()).toBeGreaterThan(whole * 1.2);
    await page.locator(`#map circle[tabindex="0"]`).focus();
    await page.keyboard.press("0");
    expect(await spread()).toBeCloseTo(whole, 0);
  });

  test("can be walked by keys alone", async () => {
    await using opened = await open(report(couplings(20, 20)));
    const { page } = opened;
    expect(await page.locator(`#map circle[tabindex="0"]`).count()).toBe(1);
    const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
    await page.locator(`#map circle[tabindex="0"]`).focus();
    const first = await focused();
    const seen = new Set([first]);
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      await page.keyboard.press(key);
      seen.add(await focused());
    }
    expect(seen.size).toBeGreaterThan(2);
    // At once, and not when the map is drawn next.
    const stops = `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true })),
      document.querySelectorAll('#map circle[tabindex="0"]').length`;
    expect(await page.evaluate(stops)).toBe(1);
    expect(await page.locator("#map circle.off").count()).toBeGreaterThan(0);
    await page.keyboard.press("/");
    expect(await page.locator("#map circle.off").count()).toBe(0);
    await page.locator(`#map circle[tabindex="0"]`).focus();
    await page.keyboard.press("Enter");
    expect(await focused()).toStartWith((await page.locator("#details h2").textContent()) ?? "-");
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("filter");
  });

  test("is light and dark, as the system is and as a person chooses", async () => {
    const ground = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await using light = await open(report(couplings(8, 8)), { colorScheme: "light" });
    await using dark = await open(report(couplings(8, 8)), { colorScheme: "dark" });
    const [white, black] = [await ground(light.page), await ground(dark.page)];
    expect([brightness(white) > 200, brightness(black) < 50]).toEqual([true, true]);
    await light.page.click("#theme");
    expect(await light.page.locator("#theme").textContent()).toBe("Theme: light");
    expect(await ground(light.page)).toBe(white);
    await light.page.click("#theme");
    expect(await ground(light.page)).toBe(black);
  });

  test("takes 2,000 couplings of files and of folders", async () => {
    const many = couplings(2000, 700);
    await using opened = await open(report(many, { files: { couplings: many, total: 5498 }, folders: level(many) }));
    const { page, problems } = opened;
    expect(await page.locator("#count").textContent()).toBe("2,000 couplings, the strongest of 5,498");
    expect(await page.locator("#rows tr").count()).toBe(100);
    await page.click("#more");
    expect(await page.locator("#rows tr").count()).toBe(200);
    const started = performance.now();
    await page.selectOption("#drawn", "600");
    await nextFrame(page);
    const milliseconds = performance.now() - started;
    expect(await page.locator("#map line").count()).toBe(600);
    // The largest map; a person waits for it, and a busy machine takes several times as long as an idle one.
    expect(milliseconds).toBeLessThan(5000);
    expect(problems).toEqual([]);
  });

  test("shows odd names as text, and tells them apart", async () => {
    const odd = [
      "</script><img src=x onerror=console.log(1)>",
      "line\nbreak",
      "\u202ertl",
      `"quo'te`,
      " lead",
      "{{REPORT}}",
    ];
    const pairs = odd.map((name, place): LinkedCoupling => ({
      ...(couplings(1, 1)[0] as LinkedCoupling),
      a: `dir/${name}`,
      b: "b.ts",
      score: 10 - place,
    }));
    await using opened = await open(report(pairs, { title: "<b>$&`$'</b>" }));
    const { page, problems } = opened;
    expect(await page.locator("h1").textContent()).toBe("What changes together in <b>$&`$'</b>");
    expect(await texts(page.locator("#rows td.a"))).toEqual([
      `dir/${odd[0]}`,
      "dir/line\\nbreak",
      "dir/\\u{202e}rtl",
      `dir/"quo'te`,
      "dir/ lead",
      "dir/{{REPORT}}",
    ]);
    expect(await page.locator("img").count()).toBe(0);
    await page.locator("#rows td.a button").nth(1).click();
    expect(await page.locator("#details h2").textContent()).toBe("dir/line\\nbreak");
    expect(problems).toEqual([]);
  });

  test("runs no script but its own, even where one got in", async () => {
    const file = space.path("hacked.html");
    const page = await reportPage(report(couplings(4, 4)));
    await Bun.write(file, page.replace("</body>", `<script>document.title = "taken"</script></body>`));
    await using opened = await openPage(browser, file);
    expect(await opened.page.title()).toBe("What changes together in sample");
    expect(opened.problems).toEqual([expect.stringContaining("Content Security Policy")]);
  });

  test("says so where there is nothing to show", async () => {
    await using empty = await open(report([], { head: undefined, commitsSeen: 0 }));
    expect(await empty.page.locator("#about").textContent()).toStartWith("Nothing is committed yet");
    expect(await empty.page.locator("#rows").textContent()).toBe(
      "No two of them changed together in more than one commit yet.",
    );
    expect(await empty.page.locator("#details").textContent()).toContain("No hidden couplings");
    await using bare = await open(
      report(
        couplings(4, 4, () => undefined),
        { imports: { status: "unknown", reason: "No files." }, notes: ["Shallow."] },
      ),
    );
    expect(await bare.page.locator("#details").textContent()).toStartWith("Strongest couplingsNo files. So which");
    expect(await kinds(bare.page)).toEqual(["Coupled", "Coupled", "Coupled", "Coupled"]);
    expect(await bare.page.locator("#notes").textContent()).toBe("Shallow.");
    expect([...empty.problems, ...bare.problems]).toEqual([]);
  });

  test("fits a narrow screen", async () => {
    await using opened = await open(report(couplings(200, 90)), { viewport: { width: 380, height: 800 } });
    const { page } = opened;
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(380);
    expect(await page.locator("#map line").count()).toBe(50);
    await page.locator("#rows button.name").nth(60).click();
    const details = await page.locator("#details").boundingBox();
    expect(details === null || details.y > 800 || details.y + details.height < 0).toBe(false);
  });
}

function texts(locator: Locator): Promise<string[]> {
  return locator.allTextContents();
}

function kinds(page: Page): Promise<string[]> {
  return texts(page.locator("#rows td.kind"));
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate("new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))");
}

type Box = { x: number; y: number; width: number; height: number } | null;

function isWithin(inner: Box, outer: Box): boolean {
  if (inner === null || outer === null) return false;
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The mean of the three numbers of `rgb(…)`. */
function brightness(color: string): number {
  const numbers = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
  return numbers.reduce((sum, one) => sum + one, 0) / 3;
}
