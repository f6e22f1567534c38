/** Clients of an engine: they find it, and check which versions it serves. */
import { clientRuntime, call, generic, list, literal, mention, union, type Operation } from '../../../emitter/index.js';
import type { ClientRuntime } from '../client-runtime.js';
import { engineDeclarations } from './connection.js';
import { readingOf } from './reading.js';
import { readmeTemplate } from './readme-template.js';
import { errorOf, exact, runtime, runtimeReexports } from './runtime.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { Input } from '../input.js';

export const engineRuntime: ClientRuntime = {
  unsupported: {
    cookie: 'is not sent: set the header Cookie yourself',
    'whole-query': 'is not sent: send the request yourself, as the contract describes it',
    'parameter-style': 'makes a call that has it fail: send the request yourself, as the contract describes it',
    'path-array': 'must be one string, not an array: join the items with commas',
    'parameter-media-type': 'makes a call that has it fail: send the request yourself, as the contract describes it',
    form: 'is sent as it is: pass the bytes of the form, not an object',
    'value-body': 'is sent as it is: pass the bytes of the body',
    'several-successes': 'is not told by the result: read the status with onResponse',
    'event-stream': 'is returned as bytes: parse the events yourself',
    'item-stream': 'is returned as bytes: split the items yourself',
    security: 'is not applied: send the credentials yourself, for example with headers',
    'operation-servers': 'is not used: connect to it for this operation',
  },
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

/** The constant of an operation: the operation of the contract with a decoder. */
function operationCode(
  operation: Operation,
  input: Input,
  context: ClientEmitContext,
): ReturnType<ClientRuntime['operation']> {
  const { decoder, result } = readingOf(operation, context);
  const errors = union(errorsOf(operation).map(runtime));
  // Marked as pure, so that bundlers can remove unused operations.
  const value = call(
    `/* @__PURE__ */ ${runtime('withDecoder')}`,
    mention(context.contract.operation(operation)),
    decoder,
    ...(input.nested.length === 0 ? [] : [list(input.nested.map(literal))]),
  );
  return { type: generic(runtime('Operation'), input.text, result, errors), value };
}

/** Returns the errors that the contract documents, each once. */
function errorsOf({ responses }: Operation): readonly ReturnType<typeof errorOf>[] {
  const failures = responses.filter(({ status }) => /^[45]/.test(status) || status === 'default');
  const names = new Set(failures.map(({ status }) => errorOf(status)));
  return names.size === 0 ? ['EngineError'] : [...names];
}
