/** The values of an input, and of headers. */
import { InputError } from '../error/index.js';

/** The values of an input by name. */
export type InputValues = Readonly<Record<string, unknown>>;

/** Returns a value by its name, which may be that of a property of `Object.prototype`. */
export function ownValue<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns own properties only: a polluted prototype would add parameters to every call. */
export function ownValues(values: unknown): InputValues {
  return { __proto__: null, ...(values as object | undefined) };
}

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
