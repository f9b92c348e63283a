import { hasFormerDefaults } from "@kart/core/language-server/projects/former-defaults";
import { installedFile } from "@kart/core/workspace/installed-file";

/**
 * Whether a complaint is that `types` of a tsconfig does not name a package of types, which is there and which the workspace's own
 * TypeScript takes without being told: before version 6 it took all of `@types`. Such a name is no error to who reads that.
 *
 * @param message of the compiler: `Cannot find name 'process'. … Try \`npm i --save-dev @types/node\` and then add 'node' to the types …`
 * @param folder of the file, absolute
 */
export function isForWantOfTypes(message: string, folder: string): boolean {
  if (!message.includes("types field in your tsconfig") || !hasFormerDefaults(folder)) return false;
  return Array.from(message.matchAll(/@types\/[\w-]+/g)).some(
    ([name]) => installedFile(folder, `${name}/package.json`) !== undefined,
  );
}
