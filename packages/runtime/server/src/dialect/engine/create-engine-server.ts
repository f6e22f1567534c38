/** Creates a server that speaks HTTP as engines do. */
import type { Contract } from '@lading/runtime-wire';
import type { ApiServer } from '../../server/api-server.js';
import { createServerOf } from '../../server/create-server-of.js';
import type { HandlerTable } from '../../server/handler-table.js';
import { engineDialect } from './engine-dialect.js';
import type { ServerOptions } from './options.js';

/** @throws Error if a conversion is for other versions, or if a path is not one of engines */
export function createEngineServer(contract: Contract, handlers: HandlerTable, options: ServerOptions = {}): ApiServer {
  return createServerOf(contract, handlers, engineDialect(options), options);
}
