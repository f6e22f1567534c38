/** Dispatches calls to handlers, through a conversion if the client has another API version than the handlers. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { NotImplemented } from '../error/index.js';
import type { Dialect, RunOperation } from '../dialect/dialect.js';
import { handlerOf, type Call, type HandlerTable } from './call.js';
import type { ConvertedRequests } from './converted-requests.js';
import { exactCall } from './exact-call.js';
import { runConverted } from './run-converted.js';
import type { SharedOptions } from './options.js';
import type { Route } from './route.js';

export class Dispatcher {
  readonly #contract: Contract;
  readonly #handlers: HandlerTable;
  readonly #dialect: Dialect;
  readonly #fallback: SharedOptions['fallback'];
  readonly #isExact: boolean;
  readonly #guard: RunOperation | undefined;
  readonly #requests: ConvertedRequests;

  constructor(
    contract: Contract,
    handlers: HandlerTable,
    dialect: Dialect,
    {
      fallback,
      exact = false,
      requests,
    }: Pick<SharedOptions, 'fallback' | 'exact'> & { readonly requests: ConvertedRequests },
  ) {
    this.#requests = requests;
    this.#contract = contract;
    this.#handlers = handlers;
    this.#dialect = dialect;
    this.#fallback = fallback;
    this.#isExact = exact;
    this.#guard = dialect.guardOf(contract, (operation, call) => this.#handle(operation, call));
  }

  dispatch({ operation, routeConversion }: Route, call: Call): unknown {
    return routeConversion === undefined
      ? this.#run(operation, call)
      : runConverted(routeConversion, call, this.#contract, {
          isExact: this.#isExact,
          requests: this.#requests,
          run: (target, inner) => this.#run(target, inner),
        });
  }

  /** Tells whether an operation is handled by `options.fallback`. */
  usesFallback(operation: OperationContract): boolean {
    return this.#fallback !== undefined && handlerOf(this.#handled(operation), this.#handlers) === undefined;
  }

  /** Returns the operation of the version of the handlers: its group and method may have another name than in that of the client. */
  #handled(operation: OperationContract): OperationContract {
    const { operations } = this.#contract;
    return Object.hasOwn(operations, operation.id) ? (operations[operation.id] ?? operation) : operation;
  }

  #run(operation: OperationContract, call: Call): unknown {
    return this.#guard?.(operation, call) ?? this.#handle(operation, call);
  }

  #handle(operation: OperationContract, call: Call): unknown {
    const ownHandler = handlerOf(this.#handled(operation), this.#handlers);
    const handler = ownHandler ?? this.#fallback ?? this.#dialect.builtInHandler(operation, this.#handlers);
    if (handler === undefined) throw new NotImplemented(`${operation.id} is not implemented`);
    return handler(this.#isExact ? exactCall(operation, call) : call);
  }
}
