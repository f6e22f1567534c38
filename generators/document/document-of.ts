/** Creates a document from a parsed tree: recognizes its dialect and the version of the API that it describes. */
import { LadingError } from '../diagnostics/index.js';
import type { Dialect, Document } from './document.js';
import { get, isObject, type Json, type JsonObject } from './json.js';

/**
 * Creates a document from a parsed tree.
 *
 * @param name the name of the document in errors
 * @param bundled resolves the references of the tree to other files; by default it has none
 * @throws DOCUMENT_KIND, DOCUMENT_VERSION, DOCUMENT_STRUCTURE
 */
export function documentOf(
  name: string,
  content: Json,
  bundled: (root: JsonObject) => JsonObject = (root) => root,
): Document {
  const dialect = dialectOf(name, content);
  if (!isObject(content)) throw notADocument(name);
  const info = get(content, 'info');
  const version = isObject(info) ? get(info, 'version') : undefined;
  if ((typeof version !== 'string' && typeof version !== 'number') || version === '') {
    throw new LadingError({
      code: 'DOCUMENT_STRUCTURE',
      subject: 'The document does not state the version of the API that it describes',
      place: `${name}#/info/version`,
      remedy: 'Add info.version, a string such as "1.44"',
    });
  }
  // Since 3.1, a document may consist of webhooks or components; many documents of schemas alone are older.
  const schemas = dialect === 'swagger-2.0' ? 'definitions' : 'components';
  const parts = ['paths', ...(/3\.[12]$/.test(dialect) ? ['webhooks'] : []), schemas];
  if (!parts.some((part) => isObject(get(content, part)))) {
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
  if (!isObject(content)) throw notADocument(name);
  const swagger = get(content, 'swagger');
  const openapi = get(content, 'openapi');
  if (swagger === undefined && openapi === undefined) throw notADocument(name);
  const stated = swagger ?? openapi;
  const statedVersion = typeof stated === 'string' ? stated : JSON.stringify(stated);
  if (swagger !== undefined && /^2(\.0)?$/.test(statedVersion)) return 'swagger-2.0';
  if (openapi !== undefined && /^3\.0(\.\d+)?$/.test(statedVersion)) return 'openapi-3.0';
  if (openapi !== undefined && /^3\.1(\.\d+)?$/.test(statedVersion)) return 'openapi-3.1';
  if (openapi !== undefined && /^3\.2(\.\d+)?$/.test(statedVersion)) return 'openapi-3.2';
  throw new LadingError({
    code: 'DOCUMENT_VERSION',
    subject: `${swagger === undefined ? 'OpenAPI' : 'Swagger'} "${statedVersion}" is not supported`,
    place: `${name}#/${swagger === undefined ? 'openapi' : 'swagger'}`,
    remedy: 'Convert the document to Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2',
  });
}

function notADocument(name: string): LadingError {
  return new LadingError({
    code: 'DOCUMENT_KIND',
    subject: 'The file is not an OpenAPI or Swagger document',
    place: name,
    remedy: 'Name a file that starts with "openapi: 3.…" or "swagger: 2.0"',
  });
}
