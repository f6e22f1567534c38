/** A parsed tree → a document: recognizes the specification it follows and the version of the API it describes. */
import { LadingError } from '../diagnostics/index.js';
import type { Dialect, Document } from './document.js';
import { get, isObject, type Json, type JsonObject } from './json.js';

/**
 * Makes a document of a parsed tree.
 *
 * @param name what errors call it
 * @param bundled resolves the references of the tree to other files; a tree without any stays as it is
 * @throws DOCUMENT_KIND, DOCUMENT_VERSION, DOCUMENT_STRUCTURE
 */
export function documentOf(
  name: string,
  content: Json,
  bundled: (root: JsonObject) => JsonObject = (root) => root,
): Document {
  const dialect = dialectOf(name, content);
  if (!isObject(content)) throw kind(name);
  const info = get(content, 'info');
  const version = isObject(info) ? get(info, 'version') : undefined;
  if ((typeof version !== 'string' && typeof version !== 'number') || version === '') {
    throw new LadingError({
      code: 'DOCUMENT_STRUCTURE',
      subject: 'The document does not say which version of the API it describes',
      place: `${name}#/info/version`,
      remedy: 'Add info.version, a string such as "1.44"',
    });
  }
  if (!isObject(get(content, 'paths'))) {
    throw new LadingError({
      code: 'DOCUMENT_STRUCTURE',
      subject: 'The document has no paths',
      place: `${name}#/paths`,
      remedy: 'Add the operations under paths',
    });
  }
  return { name, version: String(version), dialect, root: bundled(content) };
}

function dialectOf(name: string, content: Json): Dialect {
  if (!isObject(content)) throw kind(name);
  const swagger = get(content, 'swagger');
  const openapi = get(content, 'openapi');
  if (swagger === undefined && openapi === undefined) throw kind(name);
  const stated = String(swagger ?? openapi);
  if (swagger !== undefined && /^2(\.0)?$/.test(stated)) return 'swagger-2.0';
  if (openapi !== undefined && /^3\.0(\.\d+)?$/.test(stated)) return 'openapi-3.0';
  if (openapi !== undefined && /^3\.1(\.\d+)?$/.test(stated)) return 'openapi-3.1';
  throw new LadingError({
    code: 'DOCUMENT_VERSION',
    subject: `${swagger === undefined ? 'OpenAPI' : 'Swagger'} "${stated}" is not supported`,
    place: `${name}#/${swagger === undefined ? 'openapi' : 'swagger'}`,
    remedy: 'Convert the document to Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1',
  });
}

function kind(name: string): LadingError {
  return new LadingError({
    code: 'DOCUMENT_KIND',
    subject: 'The file is not an OpenAPI or Swagger document',
    place: name,
    remedy: 'Name a file that starts with "openapi: 3.…" or "swagger: 2.0"',
  });
}
