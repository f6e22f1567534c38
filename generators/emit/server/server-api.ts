/** The exports of a server package that other generated code uses. */
import {
  modulePath,
  packageName,
  serverEntryPoint,
  type Api,
  type Naming,
  type ServerSymbols,
} from '../../emitter/index.js';
import type { ServerDialectName, ServerDialect } from './server-dialect.js';
import { engineDialect } from './engine/engine-dialect.js';
import { standardDialect } from './standard/standard-dialect.js';

export function serverApi(naming: Naming, api: Api, dialectName: ServerDialectName): Omit<ServerSymbols, 'handler'> {
  const dialect = serverDialectNamed(dialectName);
  const exact: Naming = { ...naming, exact: true };
  const owner = packageName(naming, 'server', api.version);
  const home = { package: owner, path: `gen/${dialect.module}.ts` };
  const library = { package: serverEntryPoint, path: '' };
  const { type, isRequired, identities, declarations } = dialect.options(api, home);
  return {
    package: owner,
    contract: { name: 'contract', home: { package: owner, path: 'gen/contract.ts' }, value: true },
    handlers: { name: 'Handlers', home },
    exactHandlers: {
      name: 'Handlers',
      home: { package: packageName(exact, 'server', api.version), path: modulePath(exact, dialect.module) },
    },
    create: { name: 'createServer', home, value: true },
    // Engines have the options of the runtime.
    options: declarations.length === 0 ? { name: 'ServerOptions', home: library } : { name: type, home },
    isOptionsRequired: isRequired,
    hasIdentities: identities !== undefined,
    runtime: {
      create: { name: dialect.create, home: library, value: true },
      server: { name: dialect.server, home: library },
    },
  };
}

const dialects: Readonly<Record<ServerDialectName, ServerDialect>> = {
  standard: standardDialect,
  engine: engineDialect,
};

/** The dialects by name. */
export function serverDialectNamed(name: ServerDialectName): ServerDialect {
  return dialects[name];
}
