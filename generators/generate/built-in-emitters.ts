/** The built-in emitters by name, loaded on demand. */
import { join } from '../document/path.js';
import type { ApiEmitter, VersionEmitter } from '../emitter/index.js';
import { readText } from '../read/index.js';
import { generatorFolder } from './repository.js';

/** The emitters that a configuration can name. */
const named: Readonly<Record<string, () => Promise<VersionEmitter>>> = {
  types: async () => (await import('../emit/types/index.js')).types,
  contract: async () => (await import('../emit/contract/index.js')).contract,
  client: async () => (await import('../emit/client/index.js')).client,
  server: async () => (await import('../emit/server/index.js')).server,
  docs: async () => (await import('../emit/docs/index.js')).docs,
  conversion: async () => (await import('../emit/conversions/index.js')).conversion,
};

/** Those that only others need. */
const needed: typeof named = {
  openapi: async () => (await import('../emit/openapi/index.js')).openapi,
};

/** The names of the built-in emitters that a configuration can name. */
export const builtInEmitters: readonly string[] = Object.keys(named);

/** The names of the built-in emitters that others can need. */
export const neededEmitters: readonly string[] = [...Object.keys(named), ...Object.keys(needed)];

/** Returns undefined if a configuration cannot name it. */
export async function builtInEmitter(name: string): Promise<VersionEmitter | undefined> {
  return Object.hasOwn(named, name) ? named[name]?.() : undefined;
}

/** Returns an emitter that others need. */
export async function neededEmitter(name: string): Promise<VersionEmitter> {
  const emitter = await { ...named, ...needed }[name]?.();
  if (emitter === undefined) throw new Error(`no emitter is called "${name}"`);
  return emitter;
}

/** The source of the types of pages, which the package of all references declares too. */
function pageTypes(): string {
  return readText(join(generatorFolder, 'emit', 'docs', 'page.ts'));
}

/** The built-in emitters of packages for all versions. */
const apiEmitters: Readonly<Record<string, () => Promise<ApiEmitter>>> = {
  clients: async () => (await import('../emit/clients/index.js')).clients,
  servers: async () => (await import('../emit/servers/index.js')).servers,
  references: async () => (await import('../emit/docs/index.js')).referencesWith(pageTypes()),
  conversions: async () => (await import('../emit/conversions/index.js')).conversions,
};

/** The names of the built-in emitters of packages for all versions. */
export const builtInApiEmitters: readonly string[] = Object.keys(apiEmitters);

/** Returns a built-in emitter of a package for all versions; undefined if there is none of this name. */
export async function builtInApiEmitter(name: string): Promise<ApiEmitter | undefined> {
  return Object.hasOwn(apiEmitters, name) ? apiEmitters[name]?.() : undefined;
}
