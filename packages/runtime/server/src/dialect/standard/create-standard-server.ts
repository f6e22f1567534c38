/** Creates a server that follows the standards. */
import type { Contract } from '@lading/runtime-wire';
import type { ApiServer } from '../../server/api-server.js';
import { createServerOf } from '../../server/create-server-of.js';
import type { HandlerTable } from '../../server/handler-table.js';
import type { StandardOptions } from './options.js';
import { standardDialect } from './standard-dialect.js';

/** @throws Error if a conversion is for other versions */
export function createStandardServer(
  contract: Contract,
  handlers: HandlerTable,
  options: StandardOptions = {},
): ApiServer {
  return createServerOf(contract, handlers, standardDialect(contract, options), options);
}
