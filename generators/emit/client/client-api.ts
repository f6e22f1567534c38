/** The exports of a client package that other generated code uses. */
import { packageName, type Naming, type ClientSymbols } from '../../emitter/index.js';
import { clientRuntimeNamed } from './client-runtime-named.js';
import type { ClientRuntimeName } from './client-runtime.js';

export function clientApi(naming: Naming, version: string, name: ClientRuntimeName): Omit<ClientSymbols, 'call'> {
  const { api, connection } = clientRuntimeNamed(name);
  const home = { package: packageName(naming, 'client', version), path: `gen/${connection.module}.ts` };
  return {
    package: home.package,
    connection: { name: api.connection, home },
    connect: { name: api.connect, home, value: true },
  };
}
