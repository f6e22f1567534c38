/** The input of a call with the generated client: a value for each parameter, and the body. */
import { valueOf } from './value-of.mjs';

/** @type {Readonly<Record<string, string>>} */
const locations = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies', querystring: 'querystring' };

/**
 * @param {import('./value-of.mjs').Type} operation an operation of the IR
 * @param {readonly string[]} nested the locations whose parameters are in an object of their own
 * @param {import('./value-of.mjs').Types} types
 */
export function inputOf({ parameters, body }, nested, types) {
  /** @type {Record<string, any>} */
  const input = {};
  for (const parameter of parameters) {
    const location = locations[parameter.in] ?? 'query';
    const value = valueOf(parameter.type, types, 1);
    if (nested.includes(location)) (input[location] ??= {})[parameter.name] = value;
    else input[parameter.name] = value;
  }
  const content = body && preferred(body.content);
  if (content !== undefined) input['body'] = bodyOf(content, types);
  return input;
}

/** The content that the client sends: JSON before anything else. @param {readonly import('./value-of.mjs').Type[]} contents */
function preferred(contents) {
  return contents.find(({ mediaType }) => /[/+]json\b/i.test(mediaType)) ?? contents[0];
}

/** @param {import('./value-of.mjs').Type} content @param {import('./value-of.mjs').Types} types */
function bodyOf({ mediaType, type }, types) {
  const isStructured = /[/+]json\b|x-www-form-urlencoded|^multipart\//i.test(mediaType);
  if (!isStructured || type.kind === 'bytes') return 'text';
  return valueOf(type, /^multipart\//i.test(mediaType) ? { ...types, bytes: () => new Blob(['bytes']) } : types);
}
