/** What the parts of a client package are emitted from. */
import type { ContractContext, TypesContext, Api } from '../../emitter/index.js';
import type { ClientRuntime } from './client-runtime.js';
import type { ClientNames } from './names.js';

export interface ClientEmitContext {
  readonly api: Api;
  readonly names: ClientNames;
  readonly types: TypesContext;
  readonly contract: ContractContext;
  /** The runtime that the client stands on. */
  readonly runtime: ClientRuntime;
}
