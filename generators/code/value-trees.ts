/** Functions that build the trees of values and of statements. */
import { entryKey, literal } from './identifier.js';
import type {
  AssignmentTree,
  CallTree,
  CastTree,
  Code,
  CommentedTree,
  ConstantTree,
  CodeEntry,
  FunctionTree,
  ListTree,
  ObjectTree,
  TypeCode,
} from './tree.js';

/** Returns an object literal. @param open one entry on each line, even if all fit on one */
export function object(entries: readonly (CodeEntry | string)[], open?: 'open'): ObjectTree {
  return { kind: 'object', entries, ...(open !== undefined && { open: true }) };
}

export function list(items: readonly Code[]): ListTree {
  return { kind: 'list', items };
}

export function call(name: string, ...passed: readonly Code[]): CallTree {
  return { kind: 'call', name, passed };
}

/** Returns `code as type`. */
export function cast(code: Code, operator: CastTree['operator'], type: TypeCode): CastTree {
  return { kind: 'cast', code, operator, type };
}

/** Adds a comment before an array element or the key of an entry, unless the comment is empty. */
export function commented(comment: string, code: Code): CommentedTree | Code {
  return comment === '' ? code : { kind: 'commented', comment, code };
}

/** Returns a statement: `before`, then the code, then `after` on its last line. */
export function statement(before: string, code: Code, after: string): AssignmentTree {
  return { kind: 'assignment', before, code, after };
}

/** Returns `export const name: type = value;`. */
export function constant(parts: Omit<ConstantTree, 'kind'>): ConstantTree {
  return { kind: 'constant', ...parts };
}

/** Returns `export function name(parameters): returnType { return returned; }`. */
export function returning(parts: Omit<FunctionTree, 'kind'>): FunctionTree {
  return { kind: 'function', ...parts };
}

/** A JSON value. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** Returns the literal of a JSON value. */
export function data(value: Data): Code {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return list(value.map(data));
  return object(Object.entries(value).map(([key, entry]) => [entryKey(key), data(entry)]));
}

export function isList(value: object): value is readonly Data[] {
  return Array.isArray(value);
}
