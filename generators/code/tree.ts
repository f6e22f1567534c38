/** Code as plain data: what an emitter writes. The printer lays it out, once the names of imports are decided. */

/** A string is printed as it is, mentions replaced; a tree breaks where it does not fit on a line. */
export type Code = string | Tree;

export type Tree = ValueTree | TypeTree | StatementTree;

/** A type, as a string or a tree. */
export type TypeCode = string | TypeTree;

/** Trees that stand for values. */
export type ValueTree = ObjectTree | ListTree | CallTree | CastTree | CommentedTree;

/** Trees that stand for types. */
export type TypeTree = UnionTree | GenericTree | ArrayTree | ObjectTypeTree;

/** Trees that are whole statements. */
export type StatementTree = AssignmentTree | ConstantTree | FunctionTree;

export interface ObjectTree {
  readonly kind: 'object';
  /** An entry that is a string is printed as it is: a shorthand, or what is spread. */
  readonly entries: readonly (Entry | string)[];
  /** It stands on several lines whatever its width. */
  readonly open?: true;
}

export interface ListTree {
  readonly kind: 'list';
  readonly items: readonly Code[];
}

export interface CallTree {
  readonly kind: 'call';
  readonly name: string;
  readonly passed: readonly Code[];
}

export interface CastTree {
  readonly kind: 'cast';
  readonly code: Code;
  readonly operator: 'as' | 'satisfies';
  readonly type: TypeCode;
}

/** The item of a list or the value of an entry, with a comment before the item or the entry's key. */
export interface CommentedTree {
  readonly kind: 'commented';
  /** As `commentBlock` takes it. */
  readonly comment: string;
  readonly code: Code;
}

export interface UnionTree {
  readonly kind: 'union';
  readonly members: readonly TypeCode[];
}

export interface GenericTree {
  readonly kind: 'generic';
  readonly name: string;
  readonly types: readonly TypeCode[];
}

export interface ArrayTree {
  readonly kind: 'array';
  readonly item: TypeCode;
}

export interface ObjectTypeTree {
  readonly kind: 'object-type';
  /** The keys as they are spelled, with `readonly`, `?` or the brackets of an index signature. */
  readonly members: readonly TypeEntry[];
  /** It stands on several lines whatever its width. */
  readonly open?: true;
}

/** A key as it is spelled, and the type of its values. */
export type TypeEntry = readonly [key: string, type: TypeCode];

/** A text, the value behind it, and what ends the statement. */
export interface AssignmentTree {
  readonly kind: 'assignment';
  readonly before: string;
  readonly code: Code;
  readonly after: string;
}

export interface ConstantTree {
  readonly kind: 'constant';
  readonly name: string;
  readonly type?: TypeCode;
  readonly value: Code;
  /** As `commentBlock` takes it. */
  readonly comment?: string;
}

/** A function that does nothing but return. */
export interface FunctionTree {
  readonly kind: 'function';
  readonly name: string;
  /** As they are spelled, an optional one with `?`, and their types. */
  readonly parameters: readonly TypeEntry[];
  readonly returnType: TypeCode;
  readonly returned: Code;
  /** As `commentBlock` takes it. */
  readonly comment?: string;
}

/** A key as it is spelled, and its value. */
export type Entry = readonly [key: string, value: Code];

export function isTree(code: Code | undefined): code is Tree {
  return typeof code === 'object';
}
