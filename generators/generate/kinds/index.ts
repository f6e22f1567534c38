/** The built-in package kinds by name, loaded on demand. */
import type { Kind } from './kind.js';

const loaders: Readonly<Record<string, () => Promise<Kind>>> = {
  types: async () => (await import('./types.js')).types,
  contract: async () => (await import('./contract.js')).contract,
  client: async () => (await import('./client.js')).client,
  server: async () => (await import('./server.js')).server,
  docs: async () => (await import('./docs.js')).docs,
  overlay: async () => (await import('./overlay.js')).overlay,
};

/** The names of the built-in emitters. */
export const builtInKinds: readonly string[] = Object.keys(loaders);

/** Returns undefined if there is no built-in kind of this name. */
export async function builtIn(name: string): Promise<Kind | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
}
