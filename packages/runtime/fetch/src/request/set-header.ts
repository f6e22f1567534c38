/** Sets a header of a request. */
import { InputError } from '../error/index.js';

/** @throws InputError for a character that HTTP forbids; the error of the platform contains the value, perhaps a secret */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new InputError('HEADER_INJECTION', `The header ${JSON.stringify(name)} has a character that HTTP forbids.`);
  }
}
