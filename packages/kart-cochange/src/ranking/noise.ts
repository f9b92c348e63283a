/** Names of files that a package manager writes. */
const LOCK_FILES = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "Cargo.lock",
  "composer.lock",
  "Gemfile.lock",
  "go.sum",
  "poetry.lock",
  "uv.lock",
  "Pipfile.lock",
  "flake.lock",
  "Package.resolved",
  "Podfile.lock",
  "pubspec.lock",
  "mix.lock",
]);

/** Snapshots of tests, minified files, source maps, installed packages, and what generators name as theirs: a program wrote them. */
const GENERATED = [
  /(^|\/)(__snapshots__|__generated__|node_modules)\//,
  /\.(snap|min\.(js|css)|(js|css|mjs|cjs|d\.ts)\.map)$/,
  /([._]generated|\.gen|[._]pb)\.[^/]+$/,
];

const CHANGELOG = /(^|\/)(changelog|changes|history|releases?)(\.(md|mdx|txt|rst))?$|(^|\/)\.changeset\//i;

/** Whether a path is written by a program, so that what it changes with says nothing. */
export function isNoise(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf("/") + 1)) || GENERATED.some((pattern) => pattern.test(path));
}

/** Changelogs change with everything: they count, but little. */
export function isChangelog(path: string): boolean {
  return CHANGELOG.test(path);
}
