/** The exports of a server package of engines that other generated code uses. */
import { packageName, type CodeSymbol, type Naming } from '../../code/index.js';
import { serverDialectNamed } from './server-dialect-named.js';

export interface ServerApi {
  /** The name of the package. */
  readonly package: string;
  readonly contract: CodeSymbol;
  /** The type of all handlers. */
  readonly handlers: CodeSymbol;
  /** The function that creates a server. */
  readonly create: CodeSymbol;
}

export function serverApi(naming: Naming, version: string): ServerApi {
  const owner = packageName(naming, 'server', version);
  const engine = { package: owner, path: `gen/${serverDialectNamed('engine').module}.ts` };
  return {
    package: owner,
    contract: { name: 'contract', home: { package: owner, path: 'gen/contract.ts' }, value: true },
    handlers: { name: 'Handlers', home: engine },
    create: { name: 'createServer', home: engine, value: true },
  };
}
