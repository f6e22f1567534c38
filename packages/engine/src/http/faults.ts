/** Faults that a test adds: operations fail although nothing is wrong with the request. */
import { HttpError, ServerError, type Call, type Handlers } from '@lading/server-v1.44';

export interface Fault {
  /** The operation, such as `ContainerStart`. `ImagePull` is `ImageCreate`. */
  readonly operation: string;
  /** The message of the error, or the error. */
  readonly fail: string | Error;
  /**
   * Fails in a stream, such as the progress of a pull: after a number of messages, or after a number of finished layers
   * (`'2 layers'`). Without it, the operation fails before it begins.
   */
  readonly after?: number | `${number} layers` | '1 layer';
  /** How many times it fails. @default Infinity */
  readonly times?: number;
}

interface ActiveFault extends Fault {
  left: number;
}

export class Faults {
  readonly #faults = new Set<ActiveFault>();

  /** Adds a fault. @returns a function that removes it */
  add(fault: Fault): () => void {
    const active = { ...fault, left: fault.times ?? Infinity };
    this.#faults.add(active);
    return () => void this.#faults.delete(active);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** Fails the operations of handlers. */
  apply(handlers: Handlers): Handlers {
    const groups = Object.entries(handlers).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations as Record<string, (call: Call) => unknown>).map(([verb, handler]) => [
          verb,
          (call: Call) => this.#run(call, handler),
        ]),
      ),
    ]);
    return Object.fromEntries(groups) as Handlers;
  }

  #run(call: Call, handler: (call: Call) => unknown): unknown {
    if (this.#faults.size === 0) return handler(call);
    const fault = [...this.#faults].find(({ operation }) => isOf(operation, call.operation));
    if (fault === undefined) return handler(call);
    if (fault.after === undefined) throw this.#use(fault);
    const result = handler(call);
    return isIterable(result) ? this.#interrupt(result, fault) : result;
  }

  async *#interrupt(items: AsyncIterable<unknown>, fault: ActiveFault): AsyncGenerator<unknown> {
    const countsLayers = typeof fault.after === 'string';
    const limit = typeof fault.after === 'string' ? Number.parseInt(fault.after, 10) : (fault.after ?? 0);
    let count = 0;
    if (count >= limit) throw this.#use(fault);
    for await (const item of items) {
      yield item;
      if (!countsLayers || (item as { readonly status?: unknown }).status === 'Pull complete') count += 1;
      if (count >= limit) throw this.#use(fault);
    }
  }

  #use(fault: ActiveFault): Error {
    fault.left -= 1;
    if (fault.left <= 0) this.#faults.delete(fault);
    const { fail } = fault;
    if (typeof fail === 'string') return new ServerError(fail);
    return fail instanceof HttpError ? fail : new ServerError(fail.message);
  }
}

function isOf(wanted: string, operation: string): boolean {
  const name = wanted.toLowerCase() === 'imagepull' ? 'ImageCreate' : wanted;
  return name.toLowerCase() === operation.toLowerCase();
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
