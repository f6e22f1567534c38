/** Finds who handles a call: a handler of the served version, through a conversion where the client's is another. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { NotImplemented } from '../error/index.js';
import type { Call } from './call.js';
import { converted } from './convert.js';
import { handlerOf, type HandlerTable } from './handler-table.js';
import type { ServerOptions } from './options.js';
import { builtIn } from './ping.js';
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

  dispatch({ operation, converting }: Route, call: Call): unknown {
    return converting === undefined
      ? this.#run(operation, call)
      : converted(converting, call, this.#contract, (target, inner) => this.#run(target, inner));
  }

  /** Whether an operation is left to the handler of all that have none. */
  fallsBack(operation: OperationContract): boolean {
    return this.#options.fallback !== undefined && handlerOf(operation, this.#handlers) === undefined;
  }

  #run(operation: OperationContract, call: Call): unknown {
    return this.#versionCheck?.run(operation, call) ?? this.#handle(operation, call);
  }

  #handle(operation: OperationContract, call: Call): unknown {
    const own = handlerOf(operation, this.#handlers);
    const handler = own ?? this.#options.fallback ?? builtIn(operation, this.#handlers);
    if (handler === undefined) throw new NotImplemented(`${operation.id} is not implemented`);
    return handler(call);
  }
}
