/** Fills the parameters of a path, so that no value can lead to another path. */
import { WireError } from './wire-error.js';

export interface FillPathOptions {
  /** Whether values may have several segments, as the names of images do. */
  slashes?: boolean;
}

/**
 * `/containers/{id}/json` and `{ id: 'web' }` give `/containers/web/json`; each value is percent-encoded.
 * @throws WireError PATH_INJECTION for a value that is no text, is empty, has a control character, a segment `.` or
 * `..`, or a slash (with `slashes`, an empty segment)
 */
export function fillPath(
  template: string,
  values: Readonly<Record<string, unknown>>,
  options: FillPathOptions = {},
): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value !== 'string') throw refusal(name, 'must be a text');
    if (value === '') throw refusal(name, 'must not be empty');
    if (/[\x00-\x1f\x7f-\x9f]/.test(value)) throw refusal(name, 'must not have control characters');
    if (options.slashes !== true) {
      if (value.includes('/')) throw refusal(name, 'must not have a slash');
      return segment(name, value);
    }
    return value
      .split('/')
      .map((part) => segment(name, part))
      .join('/');
  });
}

function segment(name: string, text: string): string {
  if (text === '') throw refusal(name, 'must not begin or end with a slash, nor have two side by side');
  if (text === '.' || text === '..') throw refusal(name, 'must not have a segment "." or ".."');
  try {
    return encodeURIComponent(text);
  } catch {
    throw refusal(name, 'must not have half a surrogate pair');
  }
}

function refusal(name: string, reason: string): WireError {
  return new WireError('PATH_INJECTION', `path parameter ${name} ${reason}`);
}
