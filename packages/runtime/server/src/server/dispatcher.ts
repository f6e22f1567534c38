/** Dispatches calls to handlers, through a conversion if the client has another API version than the handlers. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { NotImplemented } from '../error/index.js';
import type { Call } from './call.js';
import { runConverted } from './run-converted.js';
import { handlerOf, type HandlerTable } from './handler-table.js';
import type { ServerOptions } from './options.js';
import { builtInHandler } from './ping.js';
import type { Route } from './route.js';
import { VersionCheck } from './version-check.js';

export class Dispatcher {
  readonly #contract: Contract;
  readonly #handlers: HandlerTable;
  readonly #options: Pick<ServerOptions, 'fallback' | 'checkVersions'>;
  readonly #versionCheck: VersionCheck | undefined;

  constructor(contract: Contract, handlers: HandlerTable, options: Pick<ServerOptions, 'fallback' | 'checkVersions'>) {
    this.#contract = contract;
    this.#handlers = handlers;
    this.#options = options;
    if (options.checkVersions === true) {
      this.#versionCheck = new VersionCheck(contract, (operation, call) => this.#handle(operation, call));
    }
  }

  dispatch({ operation, routeConversion }: Route, call: Call): unknown {
    return routeConversion === undefined
      ? this.#run(operation, call)
      : runConverted(routeConversion, call, this.#contract, (target, inner) => this.#run(target, inner));
  }

  /** Tells whether an operation is handled by `options.fallback`. */
  usesFallback(operation: OperationContract): boolean {
    return this.#options.fallback !== undefined && handlerOf(operation, this.#handlers) === undefined;
  }

  #run(operation: OperationContract, call: Call): unknown {
    return this.#versionCheck?.run(operation, call) ?? this.#handle(operation, call);
  }

  #handle(operation: OperationContract, call: Call): unknown {
    const ownHandler = handlerOf(operation, this.#handlers);
    const handler = ownHandler ?? this.#options.fallback ?? builtInHandler(operation, this.#handlers);
    if (handler === undefined) throw new NotImplemented(`${operation.id} is not implemented`);
    return handler(call);
  }
}
