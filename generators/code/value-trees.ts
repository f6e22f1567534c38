/** Builds the trees of values and of statements. */
import { entryKey, literal } from './identifier.js';
import type {
  AssignmentTree,
  CallTree,
  CastTree,
  Code,
  CommentedTree,
  ConstantTree,
  Entry,
  FunctionTree,
  ListTree,
  ObjectTree,
  TypeCode,
} from './tree.js';

/** @param open one entry a line, also where all would fit */
export function object(entries: readonly (Entry | string)[], open?: 'open'): ObjectTree {
  return { kind: 'object', entries, ...(open !== undefined && { open: true }) };
}

export function list(items: readonly Code[]): ListTree {
  return { kind: 'list', items };
}

export function call(name: string, ...passed: readonly Code[]): CallTree {
  return { kind: 'call', name, passed };
}

/** `code as type` */
export function cast(code: Code, operator: CastTree['operator'], type: TypeCode): CastTree {
  return { kind: 'cast', code, operator, type };
}

/** An item or an entry's value with a comment before the item or the key; without one where there is nothing to say. */
export function commented(comment: string, code: Code): CommentedTree | Code {
  return comment === '' ? code : { kind: 'commented', comment, code };
}

/** A statement: `before`, the code behind it, and `after` on its last line. */
export function statement(before: string, code: Code, after: string): AssignmentTree {
  return { kind: 'assignment', before, code, after };
}

/** `export const name: type = value;` */
export function constant(parts: Omit<ConstantTree, 'kind'>): ConstantTree {
  return { kind: 'constant', ...parts };
}

/** `export function name(parameters): returnType { return returned; }` */
export function returning(parts: Omit<FunctionTree, 'kind'>): FunctionTree {
  return { kind: 'function', ...parts };
}

/** Data as JSON has it. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** Data → the literal that stands for it. */
export function data(value: Data): Code {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return list(value.map(data));
  return object(Object.entries(value).map(([key, entry]) => [entryKey(key), data(entry)]));
}

function isList(value: object): value is readonly Data[] {
  return Array.isArray(value);
}
