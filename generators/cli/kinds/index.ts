/** The kinds of packages that are built in, by name; loaded when they are wanted. */
import type { Kind } from './kind.js';

const loaders: Readonly<Record<string, () => Promise<Kind>>> = {
  types: async () => (await import('./types.js')).types,
  contract: async () => (await import('./contract.js')).contract,
  client: async () => (await import('./client.js')).client,
  server: async () => (await import('./server.js')).server,
  docs: async () => (await import('./docs.js')).docs,
  overlay: async () => (await import('./overlay.js')).overlay,
};

/** What may stand for an emitter in a configuration besides one of one's own. */
export const builtInKinds: readonly string[] = Object.keys(loaders);

/** Nothing when none of this name is built in. */
export async function builtIn(name: string): Promise<Kind | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
}
