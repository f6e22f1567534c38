/** Encodes parameters in every style of OpenAPI, as JSON, or as another media type. */
import { styleSeparators, type Encoding, type StyleEncoding } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import { escapeAt, plainParameter, scalarText, type ParameterEncoder, type ParameterPlace } from './parameters.js';

/** The encoder of operations with parameters that `plainParameter` does not cover. */
export const styles: ParameterEncoder = (encoding, name, value, place) => {
  if (typeof encoding === 'object' && 'style' in encoding) return styled(encoding, name, value, place);
  const text = contentText(encoding, value);
  if (text === undefined) return plainParameter(encoding, name, value, place);
  return plainParameter('plain', name, place === 'header' ? toAscii(text) : text, place);
};

function styled({ style, explode, allowReserved }: StyleEncoding, name: string, value: unknown, place: ParameterPlace) {
  const escapeText = allowReserved ? escapeUnreserved : escapeAt(place);
  // What separates the parts is not otherwise escaped.
  const escape = (text: string) =>
    style === 'label' && explode === true ? escapeText(text).replaceAll('.', '%2E') : escapeText(text);
  const textOf = (item: unknown) => escape(isObject(item) ? JSON.stringify(item) : scalarText(item, name));
  const [prefix, exploded, joined] = styleSeparators[style];
  // Swagger 2.0 has the styles of queries in paths and headers, too, where nothing names the value.
  const isPlain = place === 'path' || place === 'header';
  const usual = explode && !(isPlain && exploded === '&') ? exploded : joined;
  const separator = explode && place === 'cookie' ? '; ' : place === 'header' ? decodeURIComponent(usual) : usual;
  const named = style === 'matrix' || !(isPlain || style === 'simple' || style === 'label');
  const assigned = (text: string) =>
    named ? escape(name) + (style === 'matrix' && text === '' ? '' : '=') + text : text;
  if (style === 'deepObject' && isObject(value)) return deep(escape(name), value, textOf).join('&');
  if (!isObject(value)) return prefix + assigned(textOf(value));
  const parts = partsOf(value, textOf);
  if (parts.length === 0) return '';
  if (!explode && Array.isArray(value) && joined !== ',') checkItems(value, decodeURIComponent(joined), name);
  if (!explode) return prefix + assigned(parts.flat().join(separator));
  const texts = parts.map(([text, more]) => (more === undefined ? assigned(text) : `${text}=${more}`));
  return prefix + texts.join(separator);
}

/** Items that are empty or contain the separator have no form in the styles whose separator is escaped like an item. */
function checkItems(items: readonly unknown[], separator: string, name: string) {
  const texts = items.filter((item) => item !== undefined && item !== null).map(String);
  if (!texts.some((text) => text.includes(separator) || (text === '' && texts.length > 1))) return;
  const message = `The items of the parameter ${name} must be neither empty nor contain ${JSON.stringify(separator)}.`;
  throw new InputError('VALUE_INVALID', message);
}

/** Returns the items of an array, or the pairs of an object. */
function partsOf(
  value: object,
  textOf: (item: unknown) => string,
): readonly (readonly [text: string, more?: string])[] {
  const isSent = (item: unknown) => item !== undefined && item !== null;
  if (Array.isArray(value)) return value.filter(isSent).map((item) => [textOf(item)]);
  return Object.entries(value).flatMap(([key, item]) => (isSent(item) ? [[textOf(key), textOf(item)] as const] : []));
}

/** Returns `name[key]=value` for each value at any depth; items of an array repeat their name. */
function deep(name: string, value: unknown, textOf: (item: unknown) => string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => deep(name, item, textOf));
  if (!isObject(value)) return [`${name}=${textOf(value)}`];
  return Object.entries(value).flatMap(([key, item]) => deep(`${name}%5B${textOf(key)}%5D`, item, textOf));
}

/** Returns the text of a value that is sent as content: JSON, or a string of another media type. */
function contentText(encoding: Encoding, value: unknown): string | undefined {
  if (encoding === 'json') return JSON.stringify(value);
  if (encoding === 'base64url-json') {
    const binary = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)));
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_');
  }
  if (typeof encoding === 'string' || 'style' in encoding) return undefined;
  return typeof value === 'string' && !/\bjson$/.test(encoding.mediaType) ? value : JSON.stringify(value);
}

/** Escapes JSON to characters that a header may have. */
function toAscii(text: string): string {
  return text.replace(/[\x7f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Keeps the reserved characters that cannot be mistaken for the end of the parameter or of the query. */
function escapeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2[4CF]|3[ABF]|40)/g, decodeURIComponent);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
