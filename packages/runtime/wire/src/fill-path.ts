/** Inserts the parameters into a path. No value can change the path beyond its segment. */
import { encodeValue, type Encoding } from './encoding.js';
import { WireError } from './wire-error.js';

export interface FillPathOptions {
  /** Whether values may have several segments, as the names of images have. */
  readonly slashes?: boolean;
  /** The encodings that are not `plain`. */
  readonly pathEncodings?: Readonly<Record<string, Encoding>>;
}

/**
 * Returns `/containers/web/json` for `/containers/{id}/json` and `{ id: 'web' }`. Each value is percent-encoded.
 *
 * @throws WireError PATH_INJECTION for a value that is empty, has a control character, a segment `.` or `..`, or a slash
 * (with `slashes`, an empty segment); the errors of `encodeValue`, VALUE_INVALID among them for a missing value
 */
export function fillPath(
  template: string,
  values: Readonly<Record<string, unknown>>,
  options: FillPathOptions = {},
): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = encodeValue(options.pathEncodings?.[name] ?? 'plain', given, `path parameter ${name}`).join(',');
    if (value === '') throw pathError(name, 'must not be empty');
    if (/[\x00-\x1f\x7f-\x9f]/.test(value)) throw pathError(name, 'must not have control characters');
    if (options.slashes !== true) {
      if (value.includes('/')) throw pathError(name, 'must not have a slash');
      return encodeSegment(name, value);
    }
    return value
      .split('/')
      .map((part) => encodeSegment(name, part))
      .join('/');
  });
}

function encodeSegment(name: string, text: string): string {
  if (text === '') throw pathError(name, 'must not have an empty segment');
  if (text === '.' || text === '..') throw pathError(name, 'must not have a segment "." or ".."');
  try {
    return encodeURIComponent(text);
  } catch {
    throw pathError(name, 'must not have half a surrogate pair');
  }
}

function pathError(name: string, reason: string): WireError {
  return new WireError('PATH_INJECTION', `path parameter ${name} ${reason}`);
}
