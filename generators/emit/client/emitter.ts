/** The emitter of client packages. */
import { defineEmitter } from '../../emitter/index.js';
import { callOf } from './call-names.js';
import { clientApi, clientRuntimeNamed } from './client-api.js';
import type { ClientRuntimeName } from './client-runtime.js';
import { emitClient, type EmittedClient } from './emit-client.js';
import { manifestOf } from './manifest.js';

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
