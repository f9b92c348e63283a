import { isFailure } from "@kart/core/syntax/parser/parse";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ChangedFile } from "../../change/change-files.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { BindingKind } from "../../planning/scopes/scopes.ts";
import { COMMON_JS_NAMES, isCommonJsAt } from "../module-system.ts";
import { type Collision, collisionAt } from "./collisions.ts";

/**
 * Where the top of a CommonJS module would declare what CommonJS gives it under that name, so that it no longer loads. A function or
 * a `var` may take the place of what nothing in the module uses.
 */
export function takenByCommonJs(files: readonly ChangedFile[], name: string, root: WorkspaceRoot): Collision[] {
  if (!COMMON_JS_NAMES.has(name)) return [];
  return files.flatMap(({ path, before, after }) => {
    const [old, fresh] = [before.parsed, after.parsed];
    if (old === undefined || isFailure(old) || fresh === undefined || isFailure(fresh)) return [];
    if (!isCommonJsAt(root, path, old.parsed)) return [];
    const found = bindingsIn(fresh.parsed).find(
      (one) => one.name === name && one.scope.parent === undefined && LEXICAL.has(one.kind),
    );
    const [declared] = found?.declared ?? [];
    if (declared === undefined) return [];
    const collision = collisionAt(path, after.text, declared.start);
    return [{ ...collision, text: `${collision.text} (CommonJS gives every module one)` }];
  });
}

/** What may stand once in a scope, parameters of the function around included. */
const LEXICAL: ReadonlySet<BindingKind> = new Set(["const", "let", "using", "class"]);
