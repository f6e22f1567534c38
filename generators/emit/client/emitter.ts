/** The emitter of client packages. */
import {
  defineEmitter,
  type CallNames,
  type Operation,
  packageName,
  type Naming,
  type ClientSymbols,
} from '../../emitter/index.js';
import type { ClientRuntimeName, ClientRuntime } from './client-runtime.js';
import { emitClient, type EmittedClient } from './emit-client.js';
import { manifestOf } from './manifest.js';
import type { ClientEmitContext } from './client-emit-context.js';
import { inputOf } from './input.js';
import { engineRuntime } from './engine/engine-runtime.js';
import { fetchRuntime } from './fetch/fetch-runtime.js';

export interface ClientOptions {
  /** The runtime that clients stand on. @default 'fetch' */
  readonly runtime?: ClientRuntimeName;
  /** Markdown in the place of the first example of the README. */
  readonly readme?: string;
  /** Markdown in the place of the example with exact integers. */
  readonly exactReadme?: string;
}

const markdownFile = { type: 'string', minLength: 1, format: 'file' };

/** The entry points of a version, which later versions extend. */
interface RetainedClient {
  readonly emitted: EmittedClient;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedClient;
}

export const client = defineEmitter<ClientOptions, RetainedClient>()({
  name: 'client',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "client": { "runtime", "readme", "exactReadme" }.',
    properties: {
      runtime: {
        enum: ['fetch', 'engine'],
        description:
          '"fetch", for any API, or "engine", which finds an engine by sockets and contexts. "fetch" when left out.',
      },
      readme: { ...markdownFile, description: 'A Markdown file in the place of the first example of the README.' },
      exactReadme: { ...markdownFile, description: 'A Markdown file in the place of the example with exact integers.' },
    },
  },
  needs: ['types', 'contract'],
  unsupported: ({ runtime = 'fetch' }) => clientRuntimeNamed(runtime).unsupported,
  emit: ({ api, naming, base, needs: { types, contract }, options }) => {
    const { runtime: name = 'fetch' } = options;
    const runtime = clientRuntimeNamed(name);
    const emitted = emitClient(api, naming, { types: types.plain, contract, runtime }, base && [base.retained.emitted]);
    const bases = [...(base ? [base.retained.exact] : []), emitted];
    const exact = emitClient(api, { ...naming, exact: true }, { types: types.exact, contract, runtime }, bases);
    return {
      modules: [...emitted.modules, ...exact.modules],
      manifest: manifestOf(emitted.context, naming, { use: options.readme, exactUse: options.exactReadme }),
      symbols: { call: callOf(emitted), ...clientApi(naming, api.version, name) },
      retained: { emitted, exact },
    };
  },
});

/** The client of a version as other emitters see it: the names of the call of an operation. */
function callOf({ context }: EmittedClient): (operation: Operation) => CallNames {
  return (operation) => ({
    noun: context.names.member(operation.noun),
    verb: operation.verb,
    nested: inputOf(operation, context).nested,
    locations: context.runtime.locations,
    ...context.runtime.example(context.api),
    ...resultOf(operation, context),
  });
}

function resultOf(operation: Operation, context: ClientEmitContext): Pick<CallNames, 'result' | 'paged'> {
  const { kind, isPaged } = context.runtime.reading(operation, context);
  return {
    ...(kind !== undefined && { result: kind }),
    ...(isPaged && { paged: context.names.operation(operation).name }),
  };
}

/** The exports of a client package that other generated code uses. */
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
function clientRuntimeNamed(name: ClientRuntimeName): ClientRuntime {
  return runtimes[name];
}
