/** The emitter of server packages. */
import { defineEmitter, type ReadmePassages } from '../../emitter/index.js';
import { emitServer, type EmittedServer } from './emit-server.js';
import { handlerOf } from './handler-names.js';
import { manifestOf } from './manifest.js';
import { serverApi } from './server-api.js';
import { serverDialectNamed } from './server-dialect-named.js';
import type { ServerDialectName } from './server-dialect.js';

export interface ServerOptions {
  /** The dialect of the servers. @default 'standard' */
  readonly dialect?: ServerDialectName;
  /** Passages of the README. */
  readonly readmes?: ReadmePassages;
}

/** The entry points of a version, which later versions extend. */
interface RetainedServer {
  readonly emitted: EmittedServer;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedServer;
}

export const server = defineEmitter<ServerOptions, RetainedServer>()({
  name: 'server',
  needs: ['types', 'contract'],
  validates: ({ dialect = 'standard' }) => serverDialectNamed(dialect).validates,
  unsupported: ({ dialect = 'standard' }) => serverDialectNamed(dialect).unsupported,
  emit: ({ api, naming, base, needs: { types, contract }, options: { dialect: name = 'standard', readmes = {} } }) => {
    const dialect = serverDialectNamed(name);
    const emitted = emitServer(api, naming, { types: types.plain, contract }, dialect, base && [base.retained.emitted]);
    const bases = [...(base ? [base.retained.exact] : []), emitted];
    const exact = emitServer(api, { ...naming, exact: true }, { types: types.exact, contract }, dialect, bases);
    return {
      modules: [...emitted.modules, ...exact.modules],
      manifest: manifestOf(emitted.context, naming, readmes),
      symbols: { handler: handlerOf(emitted), ...serverApi(naming, api, name) },
      retained: { emitted, exact },
    };
  },
});
