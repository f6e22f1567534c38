/** The hooks of each operation, composed of all hooks of a server. */
import type { BodylessCall, Call } from './call.js';
import type { HookReply, Hooks, OperationHooks } from './hooks.js';
import { RawResponse, Reply } from '../reply/index.js';

/** The hooks of one operation; each calls the hooks of all levels. */
export type ComposedHooks = OperationHooks;

export class HookTable {
  readonly #all: readonly Hooks[];
  readonly #byOperation = new Map<string, ComposedHooks>();
  /** Those of requests without an operation. */
  readonly withoutOperation: Pick<OperationHooks, 'end'>;

  /** @throws Error for hooks of an operation that no served version has */
  constructor(hooks: Hooks | readonly Hooks[], isOperation: (id: string) => boolean) {
    this.#all = [hooks].flat();
    for (const id of this.#all.flatMap(({ operations = {} }) => Object.keys(operations))) {
      if (!isOperation(id))
        throw new Error(`hooks.operations.${id}: no served version has this operation; check its spelling`);
    }
    this.withoutOperation = endOf(this.#all);
  }

  of(operation: string): ComposedHooks {
    let hooks = this.#byOperation.get(operation);
    if (hooks === undefined) this.#byOperation.set(operation, (hooks = compose(this.#hooksOf(operation))));
    return hooks;
  }

  #hooksOf(operation: string): readonly OperationHooks[] {
    return this.#all.flatMap((hooks) => {
      const { operations = {} } = hooks;
      const own = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      return own === undefined ? [hooks] : [hooks, own];
    });
  }
}

/** Hooks are called as methods of their objects. */
function compose(all: readonly OperationHooks[]): ComposedHooks {
  const beforeBody = all.filter((hooks) => hooks.beforeBody !== undefined);
  const before = all.filter((hooks) => hooks.before !== undefined);
  const around = all.filter((hooks) => hooks.around !== undefined);
  const after = all.filter((hooks) => hooks.after !== undefined);
  return {
    ...(beforeBody.length > 0 && {
      beforeBody: (call: BodylessCall) => firstReply(beforeBody, (hooks) => hooks.beforeBody?.(call)),
    }),
    ...(before.length > 0 && { before: (call: Call) => firstReply(before, (hooks) => hooks.before?.(call)) }),
    ...(around.length > 0 && { around: nested(around) }),
    ...(after.length > 0 && {
      after: (call: Call, outcome: Parameters<NonNullable<Hooks['after']>>[1]) =>
        inOrder(after, (hooks) => hooks.after?.(call, outcome)),
    }),
    ...endOf(all),
  };
}

function endOf(all: readonly OperationHooks[]): Pick<OperationHooks, 'end'> {
  const hooksWithEnd = all.filter((hooks) => hooks.end !== undefined);
  if (hooksWithEnd.length === 0) return {};
  return { end: (request, ending) => hooksWithEnd.forEach((hooks) => hooks.end?.(request, ending)) };
}

/** Calls hooks in order until one replies. Without promises, it returns none. */
function firstReply(
  all: readonly OperationHooks[],
  call: (hooks: OperationHooks) => unknown,
  start = 0,
): HookReply | Promise<HookReply> {
  for (let index = start; index < all.length; index += 1) {
    const result = call(all[index] as OperationHooks);
    if (isThenable(result)) {
      return result.then((value) => (isReply(value) ? value : firstReply(all, call, index + 1)));
    }
    if (isReply(result)) return result;
  }
  return undefined;
}

/** Calls all hooks in order. Without promises, it returns none. */
function inOrder(
  all: readonly OperationHooks[],
  call: (hooks: OperationHooks) => unknown,
  start = 0,
): void | Promise<void> {
  for (let index = start; index < all.length; index += 1) {
    const result = call(all[index] as OperationHooks);
    if (isThenable(result)) return result.then(() => inOrder(all, call, index + 1));
  }
}

/** The first hook runs the second as its handler, and so on. */
function nested(all: readonly OperationHooks[]): NonNullable<OperationHooks['around']> {
  return (call, run) => {
    const runFrom = (index: number, current: Call): unknown => {
      const hooks = all[index];
      return hooks?.around === undefined
        ? run(current)
        : hooks.around(current, (next = current) => runFrom(index + 1, next));
    };
    return runFrom(0, call);
  };
}

/** Tells whether a hook responds in place of the handler. */
export function isReply(value: unknown): value is Reply<number, unknown> | RawResponse {
  return value instanceof Reply || value instanceof RawResponse;
}

/** Tells whether a value is a promise of any library. */
export function isThenable(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
