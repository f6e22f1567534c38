/** The emitter of server packages. */
import { defineEmitter, type HandlerNames, type Operation } from '../../emitter/index.js';
import { emitServer, type EmittedServer } from './emit-server.js';
import { manifestOf } from './manifest.js';
import { serverApi, serverDialectNamed } from './server-api.js';
import type { ServerDialectName } from './server-dialect.js';

export interface ServerOptions {
  /** The dialect of the servers. @default 'standard' */
  readonly dialect?: ServerDialectName;
  /** Markdown in the place of the first example of the README. */
  readonly readme?: string;
}

/** The entry points of a version, which later versions extend. */
interface RetainedServer {
  readonly emitted: EmittedServer;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedServer;
}

export const server = defineEmitter<ServerOptions, RetainedServer>()({
  name: 'server',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "server": { "dialect", "readme" }.',
    properties: {
      dialect: {
        enum: ['standard', 'engine'],
        description:
          '"standard", for any API, or "engine", which reads and answers requests as engines do. "standard" when left out.',
      },
      readme: {
        type: 'string',
        minLength: 1,
        format: 'file',
        description: 'A Markdown file in the place of the first example of the README.',
      },
    },
  },
  needs: ['types', 'contract'],
  validates: ({ dialect = 'standard' }) => serverDialectNamed(dialect).validates,
  unsupported: ({ dialect = 'standard' }) => serverDialectNamed(dialect).unsupported,
  emit: ({ api, naming, base, needs: { types, contract }, options }) => {
    const { dialect: name = 'standard' } = options;
    const dialect = serverDialectNamed(name);
    const emitted = emitServer(api, naming, { types: types.plain, contract }, dialect, base && [base.retained.emitted]);
    const bases = [...(base ? [base.retained.exact] : []), emitted];
    const exact = emitServer(api, { ...naming, exact: true }, { types: types.exact, contract }, dialect, bases);
    return {
      modules: [...emitted.modules, ...exact.modules],
      manifest: manifestOf(emitted.context, naming, { use: options.readme }),
      symbols: { handler: handlerOf(emitted), ...serverApi(naming, api, name) },
      retained: { emitted, exact },
    };
  },
});

/** The server of a version as other emitters see it: the names of the handler of an operation. */
export function handlerOf({ context: { names } }: EmittedServer): (operation: Operation) => HandlerNames {
  return (operation) => ({
    noun: operation.noun,
    verb: operation.verb,
    result: names.result(operation).name,
  });
}
