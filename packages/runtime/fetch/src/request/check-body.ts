/** Refuses a body with values that JSON loses: a `Map`, a function, NaN … */
import { checkJson, WireError } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import type { ContentEncoder } from './content.js';

/** Checks a body that is sent as JSON. */
export const checkBody: ContentEncoder = (value, { id }) => {
  checkPart(value, id);
  return undefined;
};

/**
 * Checks a value that is sent as JSON, alone or as a part of a body.
 *
 * @param place what contains the value, such as the operation and the part
 * @throws InputError for what `JSON.stringify` would change or leave out
 */
export function checkPart(value: unknown, place: string): void {
  try {
    checkJson(value, '');
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new InputError(error.code, `${place}: ${error.message.replace(/^(?!\/)/, 'the body').trim()}`);
  }
}
