/** Asks the implementation, and takes only an answer that tells success. */
import type { Ask, RequestMessage } from '@lading/runtime-overlay';

/** The body of the answer; undefined when there is none, or the implementation refuses. */
export async function askFor(
  ask: Ask,
  operation: string,
  input?: Partial<Omit<RequestMessage, 'operation'>>,
): Promise<unknown> {
  const response = await ask(operation, input);
  return response.status < 400 ? response.body : undefined;
}
