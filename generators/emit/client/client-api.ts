/** The exports of a client package that other generated code uses. */
import { packageName, type CodeSymbol, type Naming } from '../../code/index.js';

export interface ClientApi {
  /** The name of the package. */
  readonly package: string;
  /** The interface of a connection. */
  readonly connection: CodeSymbol;
  /** The function that creates a connection to a known target. */
  readonly connect: CodeSymbol;
}

export function clientApi(naming: Naming, version: string): ClientApi {
  const home = { package: packageName(naming, 'client', version), path: 'gen/engine.ts' };
  return {
    package: home.package,
    connection: { name: 'Engine', home },
    connect: { name: 'engineAt', home, value: true },
  };
}
