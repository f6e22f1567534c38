/** Encodes parameters in every style of OpenAPI, as JSON, or as another media type. */
import { jsonText, styleSeparators, type Encoding, type StyleEncoding } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import { checkPart } from './check-body.js';
import type { FormParts } from './content.js';
import {
  checkItems,
  escapeAt,
  hasNull,
  joinedItems,
  plainParameter,
  scalarText,
  type ParameterEncoder,
  type ParameterPlace,
} from './parameters.js';

/** The encoder of operations with parameters that `plainParameter` does not cover. */
export const styles: ParameterEncoder = (encoding, name, value, place, template) => {
  if (place === 'querystring') return withoutName(name, styles(encoding, name, value, 'form'));
  if (typeof encoding === 'object' && 'style' in encoding) return styled(encoding, name, value, place);
  // The whole query is sent without its name.
  if (place === 'form' && isForm(encoding) && isObject(value)) return `${escapeAt(place)(name)}=${formText(value)}`;
  const text = contentText(encoding, value, name);
  if (encoding === 'plain' && template !== undefined)
    return withoutSeparator(plainParameter(encoding, name, value, place), name, template);
  if (text === undefined) return joinedItems(encoding, name, value, place);
  return plainParameter('plain', name, place === 'header' ? toAscii(text) : text, place);
};

/** Returns the text of a parameter that is the whole query, whose name is only a label. */
function withoutName(name: string, text: string): string {
  const start = `${encodeURIComponent(name)}=`;
  return text.startsWith(start) ? text.slice(start.length) : text;
}

/** Returns the pairs of a form. Arrays repeat their name and objects are JSON, unless their encodings say otherwise. */
export function formText(values: object, parts: FormParts = {}): string {
  return Object.entries(values)
    .filter(([name, item]) => item !== undefined && (item !== null || hasNull(parts[name]?.encoding)))
    .map(([name, item]) => {
      const { encoding = defaultEncoding(item) } = parts[name] ?? {};
      return styles(encoding, name, item, 'form');
    })
    .filter((text) => text !== '')
    .join('&');
}

function isForm(encoding: Encoding): boolean {
  return typeof encoding === 'object' && 'mediaType' in encoding && /form-urlencoded/i.test(encoding.mediaType);
}

function defaultEncoding(value: unknown): Encoding {
  if (Array.isArray(value)) return value.some(isObject) ? 'json' : 'repeated';
  return isObject(value) ? 'json' : 'plain';
}

/**
 * Escapes what separates a value from the one before it in its segment: servers look for the last separator, and the extension in
 * `{name}.{extension}` has none.
 */
function withoutSeparator(text: string, name: string, template: string): string {
  const [, separator] = /\}([^{}/]+)$/.exec(template.slice(0, template.indexOf(`{${name}}`))) ?? [];
  return text.replace(/%[\dA-F]{2}|./g, (part) =>
    separator?.includes(part) === true ? `%${part.charCodeAt(0).toString(16).toUpperCase()}` : part,
  );
}

function styled(
  { style, explode: isExploded, allowReserved }: StyleEncoding,
  name: string,
  value: unknown,
  place: ParameterPlace,
) {
  // The specification gives arrays no form in `deepObject`.
  const explode = isExploded ?? style === 'deepObject';
  checkPart(value, placeOf(name));
  const allowed = allowReserved === true ? reserved[place] : undefined;
  // What separates the parts is not otherwise escaped.
  const separating = explode ? style === 'label' && '.' : allowed !== undefined && isObject(value) && ',';
  const escape = (text: string) => {
    const escaped =
      allowed === undefined ? escapeAt(place)(text) : encodeURIComponent(text).replace(allowed, decodeURIComponent);
    return separating ? escaped.replaceAll(separating, separating === '.' ? '%2E' : '%2C') : escaped;
  };
  const textOf = (item: unknown) => escape(isObject(item) ? jsonText(item, name) : scalarText(item, name));
  const [prefix, exploded, joined] = styleSeparators[style];
  // Swagger 2.0 has the styles of queries in paths and headers, too, where nothing names the value.
  const isPlain = place === 'path' || place === 'header';
  const usual = explode && !(isPlain && exploded === '&') ? exploded : joined;
  const separator = explode && place === 'cookie' ? '; ' : place === 'header' ? decodeURIComponent(usual) : usual;
  const named = style === 'matrix' || !(isPlain || style === 'simple' || style === 'label');
  const assigned = (text: string) =>
    named ? escape(name) + (style === 'matrix' && text === '' ? '' : '=') + text : text;
  if (style === 'deepObject' && isObject(value) && !Array.isArray(value))
    return deep(escape(name), value, textOf, name).join('&');
  if (!isObject(value)) return prefix + assigned(textOf(value));
  const parts = partsOf(value, textOf, name);
  if (parts.length === 0) return '';
  if (place === 'header' || (named && !explode)) checkItems(textsOf(value), name, decodeURIComponent(joined), place);
  if (place === 'header' && parts.some(([text, more]) => explode && more !== undefined && text.includes('=')))
    throw new InputError('VALUE_INVALID', `The properties of the parameter ${name} must have no name with "=".`);
  if (!explode) return prefix + assigned(parts.flat().join(separator));
  const texts = parts.map(([text, more]) => (more === undefined ? assigned(text) : `${text}=${more}`));
  return prefix + texts.join(separator);
}

/** @throws InputError for null, without which the other items would move */
function itemsOf(items: readonly unknown[], name: string): readonly unknown[] {
  if (items.every(isSent)) return items;
  throw new InputError('VALUE_INVALID', `The items of the parameter ${name} must not be null.`);
}

/** Returns the items of an array, or the names and values of an object, before they are escaped. */
function textsOf(value: object): readonly string[] {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : Object.entries(value).flat();
  return all.filter(isSent).map((item) => (isObject(item) ? JSON.stringify(item) : String(item)));
}

/** Returns the items of an array, or the pairs of an object. */
function partsOf(
  value: object,
  textOf: (item: unknown) => string,
  name: string,
): readonly (readonly [text: string, more?: string])[] {
  if (Array.isArray(value)) return itemsOf(value, name).map((item) => [textOf(item)]);
  return Object.entries(value).flatMap(([key, item]) => (isSent(item) ? [[textOf(key), textOf(item)] as const] : []));
}

/**
 * Returns `key[name]=value` for each value at any depth; items of an array repeat their name. What is empty within the object is JSON,
 * since it has no pair, and so is an array of one item that would be read as the JSON of an array.
 */
function deep(key: string, value: object, textOf: (item: unknown) => string, name: string): readonly string[] {
  return Object.entries(value).flatMap(([inner, item]: [string, unknown]) => {
    if (!isSent(item)) return [];
    checkName(inner, name);
    const place = `${key}%5B${textOf(inner)}%5D`;
    if (!isObject(item)) return [`${place}=${textOf(item)}`];
    const pairs = Array.isArray(item) ? repeated(place, item, textOf, name) : deep(place, item, textOf, name);
    return pairs.length > 0 ? pairs : [`${place}=${textOf(Array.isArray(item) ? [] : {})}`];
  });
}

function repeated(key: string, value: readonly unknown[], textOf: (item: unknown) => string, name: string) {
  const items = itemsOf(value, name);
  const [first] = items;
  const isAmbiguous =
    items.length === 1 && (Array.isArray(first) || (typeof first === 'string' && first.startsWith('[')));
  return (isAmbiguous ? [items] : items).map((item) => `${key}=${textOf(item)}`);
}

/** @throws InputError for a name that would end at another bracket, or be read as the mark of an item */
function checkName(inner: string, name: string): void {
  if (inner !== '' && !inner.includes(']')) return;
  const message = `The names of properties in the parameter ${name} must be neither empty nor contain "]": ${JSON.stringify(inner)}.`;
  throw new InputError('VALUE_INVALID', message);
}

function isSent(item: unknown): boolean {
  return item !== undefined && item !== null;
}

/** Returns the text of a value that is sent as content: JSON, or a string of another media type. */
function contentText(encoding: Encoding, value: unknown, name: string): string | undefined {
  if (encoding === 'json') return json(value, name);
  if (encoding === 'base64url-json') {
    const binary = String.fromCharCode(...new TextEncoder().encode(json(value, name)));
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_');
  }
  if (typeof encoding === 'string' || 'style' in encoding) return undefined;
  return typeof value === 'string' && !/\bjson$/.test(encoding.mediaType) ? value : json(value, name);
}

/** @throws InputError for what JSON would change or leave out */
function json(value: unknown, name: string): string {
  checkPart(value, placeOf(name));
  return jsonText(value, name);
}

function placeOf(name: string): string {
  return `The parameter ${name}`;
}

/** Escapes JSON to characters that a header may have. */
function toAscii(text: string): string {
  return text.replace(/[\x7f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The reserved characters that `allowReserved` keeps at each place: those that cannot be mistaken for the end of a segment, a query, a
 * parameter or a cookie, nor in a path for what separates items. A header has no percent-encoding.
 */
const reserved: Readonly<Partial<Record<ParameterPlace, RegExp>>> = {
  path: /%(?:24|3A|40)/g,
  query: /%(?:2[4CF]|3[ABF]|40)/g,
  form: /%(?:2[4CF]|3[ABF]|40)/g,
  cookie: /%(?:2[4F]|3[AF]|40)/g,
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
