/** Inserts the parameters into a path template. No value can change the path beyond its place. */
import { InputError } from '../error/index.js';
import { plainParameter } from './parameters.js';
import { ownValue, type InputValues } from './values.js';
import type { SentOperation } from './request-contract.js';

/** @throws InputError for a missing or empty value, and for one that makes a segment `.` or `..` */
export function fillPath(operation: SentOperation, values: InputValues): string {
  const { path, pathEncodings, slashes, styles: encode = plainParameter } = operation;
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    const encoding = ownValue(pathEncodings, name) ?? 'plain';
    const text = value === undefined || value === null ? '' : encode(encoding, name, value, 'path', path);
    if (text === '') throw new InputError('PATH_INJECTION', `The path parameter ${name} must not be empty.`);
    return slashes ? text.replaceAll('%2F', '/') : text;
  });
  // `fetch` resolves such segments, also if they are percent-encoded.
  if (filled !== path && /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(filled)) {
    throw new InputError('PATH_INJECTION', `A path parameter of ${operation.id} must not be "." or "..".`);
  }
  return filled;
}
