/** The runtimes by name. */
import type { ClientRuntime, ClientRuntimeName } from './client-runtime.js';
import { engineRuntime } from './engine/engine-runtime.js';
import { fetchRuntime } from './fetch/fetch-runtime.js';

const runtimes: Readonly<Record<ClientRuntimeName, ClientRuntime>> = { fetch: fetchRuntime, engine: engineRuntime };

export function clientRuntimeNamed(name: ClientRuntimeName): ClientRuntime {
  return runtimes[name];
}
