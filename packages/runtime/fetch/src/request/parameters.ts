/** Encodes parameters: strings, numbers, booleans, and arrays of them. Other values need `styles`. */
import { InputError } from '../error/index.js';
import type { Encoding } from '@lading/runtime-wire';

/** Where a parameter is sent; `form` is the body of a form, and `querystring` the whole query, which needs `styles`. */
export type ParameterPlace = 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'form';

/**
 * Returns the text of a parameter at its place: `a=1&a=2` in a query, `a=1; b=2` in a cookie, else its value. The text is
 * percent-encoded except in headers; it is empty if there is nothing to send. For a parameter of the path, `template` is the path.
 */
export type ParameterEncoder = (
  encoding: Encoding,
  name: string,
  value: unknown,
  place: ParameterPlace,
  template?: string,
) => string;

/** Encodes `plain`, `repeated` and `joined`; `joinedItems` and `styles` also refuse what `joined` would lose. */
export const plainParameter: ParameterEncoder = (encoding, name, value, place) => {
  const escape = escapeAt(place);
  const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((item) =>
    escape(scalarText(item, name)),
  );
  if (place === 'path' || place === 'header') return texts.join(',');
  const all = encoding === 'repeated' ? texts : texts.length > 0 ? [texts.join(',')] : [];
  return all.map((text) => `${escape(name)}=${text}`).join(place === 'cookie' ? '; ' : '&');
};

/** The encoder of operations with `joined` parameters. @throws InputError for items that servers would read otherwise */
export const joinedItems: ParameterEncoder = (encoding, name, value, place) => {
  if (encoding === 'joined' && Array.isArray(value) && place !== 'path')
    checkItems(value.map(String), name, ',', place);
  return plainParameter(encoding, name, value, place);
};

/** Whether null has a form: in parameters with a media type. Without one, it is sent as nothing. */
export function hasNull(encoding: Encoding | undefined): boolean {
  return encoding === 'json' || (typeof encoding === 'object' && 'mediaType' in encoding);
}

/** Returns the function that escapes values at a place. */
export function escapeAt(place: ParameterPlace): (text: string) => string {
  return place === 'header' ? String : encodeURIComponent;
}

/** @throws InputError for a value that has no string form, such as `[object Object]`, `NaN` or the source of a function */
export function scalarText(value: unknown, name: string): string {
  if (/^(?!st)[fosu]/.test(typeof value) || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new InputError('VALUE_INVALID', `The parameter ${name} must be a string, a finite number or a boolean.`);
  }
  return String(value);
}

/**
 * @param separator what separates the items and is not escaped; in a header HTTP also removes white space around values
 * @throws InputError for texts that would be read as others: a single empty one, and one that contains the separator
 */
export function checkItems(texts: readonly string[], name: string, separator: string, place: ParameterPlace): void {
  const isLost = (text: string) =>
    place === 'header'
      ? text.includes(separator) || text.trim() !== text
      : separator !== ',' && (text === '' || text.includes(separator));
  if (!(texts.length === 1 && texts[0] === '') && !texts.some(isLost)) return;
  const message = `The items of the parameter ${name} must be neither empty nor contain ${JSON.stringify(separator)}.`;
  throw new InputError('VALUE_INVALID', message);
}
