/** What a request must contain to be one of an operation, where several operations have its method and path. */
import { isWithin, type OperationContract, type ParameterContract } from '@lading/runtime-wire';
import { unwrapSchema } from '../../../schema/index.js';
import type { Pair } from '../wire-pairs.js';

export interface RequestConditions {
  /** The number of conditions: an operation with more of them is more specific. */
  readonly count: number;
  /** Returns the number of conditions that a request does not satisfy. */
  readonly unsatisfied: (query: URLSearchParams, headers: Readonly<Record<string, string | undefined>>) => number;
  /** Returns the number of parameters in the query and of cookies that the operation does not declare. */
  readonly undeclared: (query: URLSearchParams, cookies: readonly Pair[]) => number;
}

/** A text that a request must have, and its possible values. */
interface Condition {
  readonly name: string;
  /** Undefined if all values are possible. */
  readonly values: readonly string[] | undefined;
}

/**
 * The conditions of an operation: its required scalar parameters in the query and in headers, with one of their values if
 * they are enumerated; the query in its path; and a body of its media types, or none.
 */
export function requestConditions({ path, parameters = {}, body }: OperationContract): RequestConditions {
  const question = path.indexOf('?');
  const fixed = question < 0 ? [] : [...new URLSearchParams(path.slice(question))];
  const inQuery = [
    ...requiredScalars(parameters.query),
    ...fixed.map(([name, text]): Condition => ({ name, values: text === '' ? undefined : [text] })),
  ];
  const inHeaders = requiredScalars(parameters.headers);
  const mediaTypes =
    body && (body.content === undefined ? (body.mediaTypes ?? ['application/json']) : Object.keys(body.content));
  const isBody = (type: string | undefined) =>
    type === undefined ? body?.required !== true : mediaTypes?.some((range) => isWithin(type, range)) === true;
  return {
    count: inQuery.length + inHeaders.length,
    unsatisfied: (query, headers) => {
      const isMissing = ({ values }: Condition, text: string | undefined) =>
        text === undefined || values?.includes(text) === false;
      const type = headers['content-type'];
      return (
        inQuery.filter((one) => isMissing(one, query.get(one.name) ?? undefined)).length +
        inHeaders.filter((one) => isMissing(one, headers[one.name.toLowerCase()])).length +
        Number(!isBody(type))
      );
    },
    undeclared: (query, cookies) =>
      [...new Set(query.keys())].filter((name) => !isDeclared(name, parameters, fixed)).length +
      [...new Set(cookies.map(({ name }) => name))].filter((name) => !isCookie(name, parameters.cookies)).length,
  };
}

/** Tells whether a name is that of a parameter in the query, of one of its properties, or in the query of the path. */
function isDeclared(
  name: string,
  { query = {}, querystring }: NonNullable<OperationContract['parameters']>,
  fixed: readonly (readonly [string, string])[],
): boolean {
  if (querystring !== undefined || fixed.some(([other]) => other === name)) return true;
  if (Object.hasOwn(query, name) || Object.hasOwn(query, name.replace(/\[.*/s, ''))) return true;
  return Object.values(query).some(({ schema }) => {
    const plain = unwrapSchema(schema);
    if (plain.kind === 'object') return plain.rest !== undefined || Object.hasOwn(plain.fields, name);
    return plain.kind === 'map' || plain.kind === 'union' || plain.kind === 'intersection';
  });
}

/** Tells whether a cookie is a parameter or, of an exploded object, one of its properties. */
function isCookie(name: string, cookies: Readonly<Record<string, ParameterContract>> = {}): boolean {
  return Object.entries(cookies).some(([own, { encoding, schema }]) => {
    const plain = unwrapSchema(schema);
    const isExploded = typeof encoding === 'object' && 'style' in encoding && encoding.explode === true;
    return isExploded && plain.kind === 'object' ? Object.hasOwn(plain.fields, name) : own === name;
  });
}

function requiredScalars(parameters: Readonly<Record<string, ParameterContract>> = {}): readonly Condition[] {
  return Object.entries(parameters).flatMap(([name, { schema, required }]): readonly Condition[] => {
    if (required !== true) return [];
    const plain = unwrapSchema(schema);
    switch (plain.kind) {
      case 'enum':
        return [{ name, values: plain.open ? undefined : plain.values.map(String) }];
      case 'string':
      case 'integer':
      case 'number':
      case 'boolean':
        return [{ name, values: undefined }];
      default:
        return [];
    }
  });
}
