/** Fetches additional information from the implementation. */
import type { Ask, RequestMessage } from '@lading/runtime-conversion';

/** Returns the body of a successful response; undefined if there is none, or if the implementation refuses. */
export async function fetchBody(
  ask: Ask,
  operation: string,
  input?: Partial<Omit<RequestMessage, 'operation'>>,
): Promise<unknown> {
  const response = await ask(operation, input);
  return response.status < 400 ? response.body : undefined;
}
