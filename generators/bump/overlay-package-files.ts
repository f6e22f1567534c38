/** The initial handwritten files of an overlay package, which do not compile while a conversion hook is missing. */
import { packageFolder, type OutputFile } from '../code/index.js';
import type { BumpPlan } from './plan-bump.js';

/** Returns the files, with paths below the folder of the packages. */
export function overlayPackageFiles({ version, older, newer }: BumpPlan): readonly OutputFile[] {
  const folder = packageFolder('overlay', version);
  const pair = { older: older.version, newer: newer.version };
  return [
    { path: `${folder}/src/index.ts`, text: index(pair) },
    { path: `${folder}/src/older-clients.ts`, text: clients('older', pair.older, pair.newer) },
    { path: `${folder}/src/newer-clients.ts`, text: clients('newer', pair.newer, pair.older) },
    { path: `${folder}/test/identity.test.ts`, text: test },
    { path: `${folder}/tsconfig.test.json`, text: testOptions },
    { path: `${folder}/losses.yaml`, text: losses(pair) },
  ];
}

interface VersionPair {
  readonly older: string;
  readonly newer: string;
}

function index({ older, newer }: VersionPair): string {
  return `/** Conversions between version ${older} and version ${newer}, with hand-written hooks. */
export * from '../gen/index.js';
export { newerClients } from './newer-clients.js';
export { olderClients } from './older-clients.js';
`;
}

// Without conversion hooks: if a rule needs one, the file does not compile until the hook is written.
function clients(which: 'older' | 'newer', client: string, engine: string): string {
  const type = which === 'older' ? 'OlderClientHooks' : 'NewerClientHooks';
  return `/** Serves clients of ${client} by an implementation of ${engine}. */
import type { Conversion } from '@lading/runtime-overlay';
import { ${which}ClientsWith, type ${type} } from '../gen/index.js';

/**
 * Returns the conversion. Hooks may have state, so create one conversion for each implementation.
 *
 * @param hooks hooks that replace the default ones
 */
export function ${which}Clients(hooks: Partial<${type}> = {}): Conversion {
  return ${which}ClientsWith({ ...hooks });
}
`;
}

const test = `/** Conversions can be created in both directions. */
import { expect, it } from 'vitest';
import { newerClients, olderClients } from '../src/index.js';

it('creates conversions for older and newer clients', () => {
  expect(olderClients()).toBeDefined();
  expect(newerClients()).toBeDefined();
});
`;

const testOptions = `{
  "extends": "../../../tsconfig.base.json",
  "compilerOptions": { "noEmit": true, "tsBuildInfoFile": "dist/.typecheck.tsbuildinfo" },
  "include": ["test"]
}
`;

function losses({ older, newer }: VersionPair): string {
  return `# The values that a round trip changes: \`message: request\` from ${older} up to ${newer} and down, \`message: response\` from ${newer} down and up.

[]
`;
}
