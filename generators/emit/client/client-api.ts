/** The exports of a client package that other generated code uses. */
import { packageName, type CodeSymbol, type Naming } from '../../emitter/index.js';
import { clientRuntimeNamed } from './client-runtime-named.js';
import type { ClientRuntimeName } from './client-runtime.js';

export interface ClientApi {
  /** The name of the package. */
  readonly package: string;
  /** The interface of a connection. */
  readonly connection: CodeSymbol;
  /** The function that creates a connection to a known target. */
  readonly connect: CodeSymbol;
}

export function clientApi(naming: Naming, version: string, name: ClientRuntimeName): ClientApi {
  const { api, connection } = clientRuntimeNamed(name);
  const home = { package: packageName(naming, 'client', version), path: `gen/${connection.module}.ts` };
  return {
    package: home.package,
    connection: { name: api.connection, home },
    connect: { name: api.connect, home, value: true },
  };
}
