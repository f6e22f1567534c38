/** Clients of any API, on the Fetch standard. */
import { fetchRuntimePackage, literal, originOf, preferredContent } from '../../../emitter/index.js';
import type { ClientRuntime } from '../client-runtime.js';
import { connectionDeclarations } from './connection.js';
import { bodyChoicesOf, bodyTypeOf } from './media-types.js';
import { operationCode } from './operation.js';
import { readingOf } from './reading.js';
import { exampleSettings, readmeFacts, readmeTemplate } from './readme-template.js';
import { exact, runtime, runtimeReexports } from './runtime.js';
import { schemeDeclarations, schemeNames } from './security.js';

export const fetchRuntime: ClientRuntime = {
  unsupported: {
    'body-of-get':
      'is sent in Node, Deno and Bun only, since the Fetch standard forbids it: elsewhere, pass a function that can as the option fetch',
    'forbidden-method':
      'is not sent, since the Fetch standard forbids it: send the request yourself, as the contract describes it',
  },
  package: fetchRuntimePackage,
  callTable: runtime('CallTable'),
  callOptions: runtime('CallOptions'),
  noInput: runtime('NoInput'),
  exact,
  reexports: runtimeReexports,
  members: [],
  reservedNames: ['Client', 'ClientSettings', 'Credentials', 'createCaller', 'createClient', 'groups'],
  locations: ['path', 'query', 'headers', 'cookies', 'querystring'],
  modules: ['caller', 'client', 'security'],
  symbols: schemeNames,
  connection: { module: 'client', about: (version) => `The client of API version ${version}` },
  api: { connection: 'Client', connect: 'createClient' },
  example: ({ servers }) => ({
    connect: 'createClient',
    variable: 'client',
    isAsync: false,
    hasAuth: true,
    ...(originOf(servers) === undefined && { settings: exampleSettings }),
  }),
  connectionDeclarations,
  sharedDeclarations: schemeDeclarations,
  reading: readingOf,
  operation: operationCode,
  bodyType: ({ body }, type) => bodyTypeOf(preferredContent(body?.content), type),
  bodyChoices: bodyChoicesOf,
  acceptOptions: (mediaTypes) => `${runtime('AcceptOptions')}<${mediaTypes.map((one) => literal(one)).join(' | ')}>`,
  errorOf: () => 'ApiError',
  readme: { template: readmeTemplate, client: 'client', facts: readmeFacts },
};
