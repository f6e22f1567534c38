/** The operations of the bundled document, in the form that servers with JSON schemas need. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ readonly id: string, readonly method: string, readonly path: string, readonly query: object | undefined,
 *   readonly params: object | undefined, readonly body: object | undefined, readonly responses: Record<string, object> }} Operation
 */

/** @param {string} file */
export function readDocument(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The component schemas, which all others refer to. @param {any} document */
export function schemas(document) {
  return { $id: 'document', components: moved({ schemas: document.components.schemas }) };
}

/** @param {any} document @returns {Operation[]} */
export function operations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(/** @type {Record<string, any>} */ (item))
      .filter(([, operation]) => typeof operation === 'object' && 'operationId' in operation)
      .map(([method, operation]) => {
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
        const body = operation.requestBody?.content['application/json']?.schema;
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          query: object(parameters, 'query'),
          params: object(parameters, 'path'),
          body: body && moved(body),
          responses: Object.fromEntries(
            Object.entries(operation.responses)
              .map(([status, response]) => [status, response.content?.['application/json']?.schema])
              .filter(([, schema]) => schema !== undefined)
              .map(([status, schema]) => [status, moved(schema)]),
          ),
        };
      }),
  );
}

/** @param {any[]} parameters @param {string} place */
function object(parameters, place) {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, moved(schema)])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Rewrites references within the document to references to the added schema `document`. @param {any} value @returns {any} */
function moved(value) {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'description' && key !== 'examples' && key !== 'example')
      .map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string' ? member.replace(/^#/, 'document#') : moved(member),
      ]),
  );
}
