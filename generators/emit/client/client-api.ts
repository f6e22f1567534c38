/** The exports of a client package that other generated code uses. */
import { packageName, type Naming, type ClientSymbols } from '../../emitter/index.js';
import type { ClientRuntimeName, ClientRuntime } from './client-runtime.js';
import { engineRuntime } from './engine/engine-runtime.js';
import { fetchRuntime } from './fetch/fetch-runtime.js';

export function clientApi(naming: Naming, version: string, name: ClientRuntimeName): Omit<ClientSymbols, 'call'> {
  const { api, connection } = clientRuntimeNamed(name);
  const home = { package: packageName(naming, 'client', version), path: `gen/${connection.module}.ts` };
  return {
    package: home.package,
    connection: { name: api.connection, home },
    connect: { name: api.connect, home, value: true },
  };
}

const runtimes: Readonly<Record<ClientRuntimeName, ClientRuntime>> = { fetch: fetchRuntime, engine: engineRuntime };

/** The runtimes by name. */
export function clientRuntimeNamed(name: ClientRuntimeName): ClientRuntime {
  return runtimes[name];
}
