/** Sets a header of a request. */
import { InputError } from '../error/index.js';

/** @throws InputError for what HTTP forbids or removes; the error of the platform contains the value, perhaps a secret */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
    if (headers.get(name) === value) return;
  } catch {
    // The same error.
  }
  throw new InputError(
    'HEADER_INJECTION',
    `The header ${JSON.stringify(name)} has a character that HTTP forbids or removes.`,
  );
}
