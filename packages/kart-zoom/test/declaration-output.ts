import { posix } from "node:path";
import { parseSync, type Program } from "oxc-parser";

type Statement = Program["body"][number];

/** What a name means in declarations, in a form that formatting leaves no trace in; several where declarations merge. */
export type Meaning = readonly string[];

/** The exports of declaration files, followed through each other: the compiler's side of the comparison. */
export class DeclarationOutput {
  readonly #files: ReadonlyMap<string, string>;
  readonly #known = new Map<string, Map<string, Meaning>>();
  #rounds = 0;
  readonly #programs = new Map<string, Program>();

  /** @param files paths without `.d.ts`, and their texts */
  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  exportsOf(path: string, seen: ReadonlySet<string> = new Set()): Map<string, Meaning> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const rounds = this.#rounds;
    const found = this.#exportsOf(path, seen);
    // What was cut short by a circle is good for this question alone.
    if (rounds === this.#rounds) this.#known.set(path, found);
    return found;
  }

  #exportsOf(path: string, seen: ReadonlySet<string>): Map<string, Meaning> {
    const found = new Map<string, Meaning>();
    const program = this.#program(path);
    if (seen.has(path)) this.#rounds++;
    if (program === undefined || seen.has(path)) return found;
    const within = new Set([...seen, path]);
    const stars: string[] = [];
    const add = (name: string, meaning: Meaning) => found.set(name, [...(found.get(name) ?? []), ...meaning]);
    for (const statement of program.body) {
      switch (statement.type) {
        case "ExportNamedDeclaration":
          if (statement.declaration !== null)
            for (const [name, meaning] of meanings(statement.declaration)) add(name, [meaning]);
          for (const { local, exported } of statement.specifiers)
            add(nameOf(exported), this.#specifier(path, nameOf(local), statement.source?.value, within));
          break;
        case "ExportDefaultDeclaration": {
          const { declaration } = statement;
          if (declaration.type === "Identifier") add("default", this.#local(path, declaration.name, within));
          else for (const [, meaning] of meanings(declaration as Statement)) add("default", [meaning]);
          break;
        }
        case "ExportAllDeclaration":
          if (statement.exported === null) stars.push(statement.source.value);
          else add(nameOf(statement.exported), ["namespace"]);
          break;
        default:
      }
    }
    for (const specifier of stars) {
      const target = this.#target(path, specifier);
      if (target === undefined) continue;
      for (const [name, meaning] of this.exportsOf(target, within))
        if (name !== "default" && !found.has(name)) found.set(name, meaning);
    }
    return found;
  }

  #specifier(path: string, name: string, specifier: string | undefined, seen: ReadonlySet<string>): Meaning {
    if (specifier === undefined) return this.#local(path, name, seen);
    const target = this.#target(path, specifier);
    return target === undefined
      ? ["elsewhere"]
      : (this.exportsOf(target, new Set([...seen].filter((one) => one !== target))).get(name) ?? []);
  }

  #local(path: string, name: string, seen: ReadonlySet<string>): Meaning {
    const body = this.#program(path)?.body ?? [];
    const own = body.flatMap((statement) =>
      meanings(
        statement.type === "ExportNamedDeclaration" && statement.declaration !== null
          ? (statement.declaration as Statement)
          : statement,
      )
        .filter(([declared]) => declared === name)
        .map(([, meaning]) => meaning),
    );
    if (own.length > 0) return own;
    for (const statement of body) {
      if (statement.type !== "ImportDeclaration") continue;
      for (const specifier of statement.specifiers) {
        if (specifier.local.name !== name) continue;
        if (specifier.type === "ImportNamespaceSpecifier") return ["namespace"];
        const imported = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
        return this.#specifier(path, imported, statement.source.value, seen);
      }
    }
    return [];
  }

  #target(path: string, specifier: string): string | undefined {
    if (!specifier.startsWith(".")) return undefined;
    const stem = posix.join(posix.dirname(path), specifier).replace(/\.[cm]?[jt]sx?$/, "");
    return [stem, `${stem}/index`].find((one) => this.#files.has(one));
  }

  #program(path: string): Program | undefined {
    const known = this.#programs.get(path);
    const text = this.#files.get(path);
    if (known !== undefined || text === undefined) return known;
    const program = parse(text);
    this.#programs.set(path, program);
    return program;
  }
}

/** What each declaration of a text says. */
export function meaningsIn(text: string): Meaning {
  return parse(text).body.flatMap((statement) => {
    if (statement.type === "ExportAllDeclaration") return ["namespace"];
    const isExport = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declared = isExport ? statement.declaration : statement;
    return declared === null ? [] : meanings(declared as Statement).map(([, meaning]) => meaning);
  });
}

function parse(text: string): Program {
  const { program, errors } = parseSync("a.d.ts", text, { lang: "dts", astType: "ts" });
  if (errors.length > 0)
    throw new Error(`${errors[0]?.message ?? ""}\n${errors[0]?.codeframe ?? ""}\n${text.slice(0, 2000)}`);
  return program;
}

/** The names a statement declares, each with what it says of it. */
function meanings(statement: Statement): [name: string, meaning: string][] {
  switch (statement.type) {
    case "VariableDeclaration":
      return statement.declarations.map((one) => [
        (one.id as { name: string }).name,
        canonical({ kind: statement.kind, type: one.id.typeAnnotation ?? null, init: one.init }),
      ]);
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return [[statement.id?.name ?? "default", canonical(statement)]];
    case "TSModuleDeclaration":
      return [
        [statement.id.type === "Identifier" ? statement.id.name : JSON.stringify(statement.id), canonical(statement)],
      ];
    case "TSImportEqualsDeclaration":
      return [[statement.id.name, canonical(statement)]];
    default:
      return [];
  }
}

function nameOf(name: { type: string; name?: string; value?: unknown }): string {
  return name.name ?? String(name.value);
}

/** The tree without places, without how literals are written, and without what only one of two equal forms has. */
function canonical(node: unknown): string {
  return JSON.stringify(stripped(node));
}

const LEFT_OUT = new Set(["start", "end", "range", "raw", "declare", "decorators", "loc", "definite"]);

function stripped(node: unknown, key = ""): unknown {
  if (Array.isArray(node)) {
    const items = node.filter((item) => !isHidden(item)).map((item) => stripped(item));
    if (key !== "body" && key !== "members") return items;
    // The compiler moves accessors and parameter properties; overloads keep their order.
    const texts = items.map((item) => JSON.stringify(item));
    return texts.toSorted();
  }
  if (typeof node !== "object" || node === null) return typeof node === "bigint" ? `${node}n` : node;
  const { type } = node as { type?: string };
  const object = node as Record<string, unknown>;
  if (type === "TSParenthesizedType") return stripped(object["typeAnnotation"]);
  if (type === "ExportNamedDeclaration" && object["declaration"] !== null) return stripped(object["declaration"]);
  // `import("./a").B` is how the compiler names a type that is not imported there.
  if (type === "TSImportType" && object["qualifier"] !== null)
    return stripped({ type: "TSTypeReference", typeName: object["qualifier"], typeArguments: object["typeArguments"] });
  if (type === "TSTypeReference" || type === "TSTypeQuery") {
    const name = type === "TSTypeReference" ? object["typeName"] : object["exprName"];
    const argumentsOf = object["typeArguments"] ?? null;
    return { type, name: lastName(name), typeArguments: stripped(argumentsOf) };
  }
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !LEFT_OUT.has(name) && !(name === "id" && type !== "TSEnumMember"))
      .map(([name, value]) => [name, stripped(value, name)]),
  );
}

/** Hovers leave the module off that the compiler puts before a name. */
function lastName(name: unknown): unknown {
  const node = name as { type: string; right?: { name: string }; name?: string; qualifier?: unknown };
  if (node.type === "TSImportType") return node.qualifier === null ? "import" : lastName(node.qualifier);
  return node.type === "TSQualifiedName" ? node.right?.name : (node.name ?? node.type);
}

function isHidden(node: unknown): boolean {
  const { accessibility, key, kind } = (node ?? {}) as {
    accessibility?: string;
    key?: { type: string };
    kind?: string;
  };
  return (accessibility === "private" && kind !== "constructor") || key?.type === "PrivateIdentifier";
}
