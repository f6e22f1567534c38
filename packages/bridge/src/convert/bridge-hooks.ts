/** Code of the owner of a bridge around operations, in the version of the engine. */
import type { Ask, Next, RequestMessage, ResponseMessage } from '@lading/runtime-conversion';

/** Code around operations. What it has seen is encoded again, and the engine gets nothing else. */
export interface BridgeHook {
  /** The IDs of the operations, such as `ContainerCreate`. */
  readonly operations: readonly string[];
  /**
   * Receives a request in the version of the engine, after conversions and before the policy. JSON is parsed, with streams of it as
   * iterables, and numbers that a double does not hold and values more than 64 levels deep as strings, which are values again when they
   * are sent; other bodies are
   * bytes or streams of bytes. It passes on the same or another request, or responds instead. What it throws with
   * `status` and `message` is the response.
   *
   * @param next sends the request, and resolves with the response of the engine
   * @param ask sends another request to the engine, which the policy does not check
   */
  around(request: RequestMessage, next: Next, ask: Ask): Promise<ResponseMessage>;
}

/** Returns the hooks of an operation, the outermost first. */
export function hooksFor(operation: string | undefined, hooks: readonly BridgeHook[]): readonly BridgeHook[] {
  return operation === undefined ? [] : hooks.filter(({ operations }) => operations.includes(operation));
}

export function withHooks(hooks: readonly BridgeHook[], ask: Ask, send: Next): Next {
  return hooks.reduceRight<Next>((next, hook) => (request) => hook.around(request, next, ask), send);
}
