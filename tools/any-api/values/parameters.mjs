/** Values of parameters: what their encodings can carry. */
import { resolved, valueOf, withoutNull } from '@lading/runtime-values';

/** @typedef {import('@lading/runtime-wire').ParameterContract} ParameterContract @typedef {import('@lading/runtime-values').Random} Random */

const attempts = 20;

/**
 * Returns a value, or undefined if the parameter is left out. Without JSON, a parameter is a scalar, or an array or object
 * of scalars; only `deepObject` nests.
 * @param {ParameterContract} parameter @param {string} location @param {Random} random
 */
export function parameterValue({ encoding, schema, required }, location, random) {
  if (required !== true && random.chance(0.3)) return undefined;
  const style = typeof encoding === 'object' && 'style' in encoding ? encoding.style : undefined;
  const isContent =
    encoding === 'json' || encoding === 'base64url-json' || (typeof encoding === 'object' && 'mediaType' in encoding);
  const place = location === 'headers' ? 'header' : isContent ? 'body' : 'url';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const value = valueOf(schema, random, { place });
    const sent = isContent || style === 'deepObject' ? value : flat(value, location);
    if (isCarried(sent, location, style) && (isContent || !isAmbiguous(schema, sent))) return sent;
  }
  return required === true ? flat(valueOf(resolved(schema), random, { place }), location) : undefined;
}

/** Whether a text of a union would be read as a number or a boolean, which has the same form. @returns {boolean} */
function isAmbiguous(schema, value) {
  const bare = withoutNull(schema);
  if (Array.isArray(value)) return bare.kind === 'array' && value.some((item) => isAmbiguous(bare.items, item));
  return bare.kind === 'union' && typeof value === 'string' && /^(-?\d+(\.\d+)?|true|false)$/.test(value);
}

/** Whether the names of a parameter's properties are data, and parameters of their own: those of two cannot be told apart.
 * @param {ParameterContract} parameter */
export function hasFreeNames({ encoding, schema }) {
  const { style, explode } = /** @type {any} */ (encoding);
  const { kind, ...rest } = withoutNull(schema);
  return style === 'form' && explode === true && (kind === 'map' || (kind === 'object' && 'rest' in rest));
}

/** Leaves out what is nested, unless there is nothing else: queries have it as JSON. */
function flat(value, location) {
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.entries(value);
  const scalars = all.filter(([, item]) => typeof item !== 'object');
  const sent = scalars.length === 0 && location === 'query' ? all.filter(([, item]) => item !== null) : scalars;
  return Array.isArray(value) ? sent.map(([, item]) => item) : Object.fromEntries(sent);
}

/** Whether the place has a form for a value: nothing is sent for what is empty, and separators are not escaped everywhere. */
function isCarried(value, location, style) {
  const isObject = typeof value === 'object';
  const texts = textsIn(value);
  const none = (expression) => texts.every((text) => !expression.test(text));
  if (value === null || value === undefined || (texts.length === 0 && location !== 'query')) return false;
  if (location === 'headers') return none(/^(?![!-~]([ -~]*[!-~])?$)/) && (!isObject || none(/[,=]/));
  if (location === 'path') return none(/^\.{0,2}$/) && (style !== 'label' || none(/[.,]/));
  if (style === 'spaceDelimited') return none(/ /);
  if (style === 'pipeDelimited') return none(/\|/);
  return !isObject || none(/^$/);
}

/** @returns {string[]} */
function textsIn(value) {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return value === undefined ? [] : [String(value)];
}
