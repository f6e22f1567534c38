/** Recognizes operations whose results have pages: declared ones, and those whose responses declare the header `Link`. */
import { get, isObject, type Json, type JsonObject } from '../document/index.js';
import {
  arrayProperties,
  isJsonContent,
  pageItemType,
  paginationKinds,
  preferredContent,
  typeAt,
  type NamedTypes,
  type Operation,
  type Pagination,
  type Type,
} from '../ir/index.js';
import type { Node, Source } from './source.js';

/**
 * Reads `x-lading-pagination` of an operation: `{kind: cursor, parameter: after, next: /next, items: /data}`, or false for an
 * operation without pages.
 *
 * @throws DOCUMENT_STRUCTURE for an unknown kind, and for a kind without what it needs
 */
function declaredPagination(source: Source, { value, path }: Node): Pagination | false | undefined {
  const declared = get(value, extension);
  if (declared === undefined || declared === false) return declared;
  const at = [...path, extension];
  if (!isObject(declared)) throw source.wrong(at, 'an object, or false');
  const kind = paginationKinds.find((candidate) => candidate === get(declared, 'kind'));
  if (kind === undefined) throw source.wrong([...at, 'kind'], `one of ${paginationKinds.join(', ')}`);
  const needed = { link: [], cursor: ['next'], offset: ['parameter'], page: ['parameter'] }[kind];
  const missing = needed.find((key) => typeof get(declared, key) !== 'string');
  if (missing !== undefined) throw source.wrong([...at, missing], 'a string');
  const first = get(declared, 'first');
  return {
    kind,
    ...textOf(declared, 'items'),
    ...textOf(declared, 'parameter'),
    ...textOf(declared, 'next'),
    ...(typeof first === 'number' && { first }),
  };
}

const extension = 'x-lading-pagination';

function textOf(declared: JsonObject, key: 'items' | 'parameter' | 'next'): Partial<Record<typeof key, string>> {
  const text: Json | undefined = get(declared, key);
  return typeof text === 'string' && text !== '' ? { [key]: text } : {};
}

/**
 * Adds the pagination that the node of an operation declares, or that its response shows.
 *
 * @throws DOCUMENT_STRUCTURE if the operation has no such parameter, property or array of items
 */
export function withPagination(operation: Operation, node: Node, source: Source, schemas: NamedTypes): Operation {
  const declared = declaredPagination(source, node);
  if (declared === false) return operation;
  const wrong = (expected: string) => source.wrong([...node.path, extension], expected);
  const body = pageBody(operation);
  if (declared === undefined) {
    const pagination = body && linkPagination(operation, body, schemas);
    return pagination === undefined ? operation : { ...operation, pagination };
  }
  const { parameter, next } = declared;
  if (body === undefined) throw wrong('an operation with one type of successful JSON response');
  if (pageItemType(body, declared, schemas) === undefined)
    throw wrong('"items" to be the JSON pointer of an array, such as /data');
  if (next !== undefined && typeAt(body, next, schemas) === undefined)
    throw wrong('"next" to be the JSON pointer of a property of the response, such as /next');
  const query = operation.parameters.filter((one) => one.in === 'query');
  if (parameter !== undefined && !query.some(({ name }) => name === parameter))
    throw wrong('"parameter" to be a parameter in the query of the operation');
  return { ...operation, pagination: declared };
}

/** Returns the body of a page: that of the only successful response with content. */
function pageBody({ responses }: Operation): Type | undefined {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  const [response] = successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
  const content = preferredContent(response?.content);
  if (successes.length > 1 || content === undefined || !isJsonContent(content) || content.stream !== undefined)
    return undefined;
  return content.type;
}

/** Recognizes pages by the declared header `Link`: of an array, or of an object with a single array. */
function linkPagination({ method, responses }: Operation, body: Type, schemas: NamedTypes): Pagination | undefined {
  const hasLink = responses.some(
    ({ status, headers }) => /^2/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'link'),
  );
  if (method !== 'GET' || !hasLink) return undefined;
  if (pageItemType(body, { kind: 'link' }, schemas) !== undefined) return { kind: 'link' };
  const [items, ...others] = arrayProperties(body, schemas);
  if (items === undefined || others.length > 0) return undefined;
  return { kind: 'link', items: `/${items.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}
