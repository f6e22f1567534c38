/** Clients of an engine: they find it, and check which versions it serves. */
import { clientRuntime } from '../../../code/index.js';
import type { ClientRuntime } from '../client-runtime.js';
import { engineDeclarations } from './connection.js';
import { errorsOf, operationCode } from './operation.js';
import { readingOf } from './reading.js';
import { readmeTemplate } from './readme-template.js';
import { errorOf, exact, runtime, runtimeReexports } from './runtime.js';

export const engineRuntime: ClientRuntime = {
  package: clientRuntime,
  callTable: runtime('CallTable'),
  callOptions: runtime('CallOptions'),
  noInput: runtime('NoInput'),
  exact,
  reexports: runtimeReexports,
  members: ['address', 'close'],
  reservedNames: ['Engine', 'connect', 'engineAt', 'groups', 'address', 'call', 'close', 'then', 'version'],
  locations: ['path', 'query', 'headers'],
  modules: ['engine'],
  symbols: () => [],
  connection: { module: 'engine', about: (version) => `The engine of API version ${version}` },
  api: { connection: 'Engine', connect: 'engineAt' },
  example: () => ({ connect: 'connect', variable: 'engine', isAsync: true }),
  connectionDeclarations: engineDeclarations,
  sharedDeclarations: () => [],
  reading: readingOf,
  operation: operationCode,
  bodyType: (_operation, type) => type,
  errorOf,
  readme: {
    client: 'engine',
    template: readmeTemplate,
    facts: (api) => {
      const errors = new Set(api.operations.flatMap(errorsOf).filter((name) => name !== 'EngineError'));
      const names = [...errors].sort().map((name) => `\`${name}\``);
      return { errors: names.length === 0 ? 'none is documented here' : names.join(', ') };
    },
  },
};
