/** Code as plain data, which emitters return. The printer lays it out after the names of imports are decided. */

/** A string is printed unchanged except for its mentions; a tree is broken into lines if it does not fit on one. */
export type Code = string | CodeTree;

export type CodeTree = ValueTree | TypeTree | StatementTree;

/** A type, as a string or a tree. */
export type TypeCode = string | TypeTree;

/** The trees of values. */
export type ValueTree = ObjectTree | ListTree | CallTree | ChainTree | CastTree | CommentedTree;

/** The trees of types. */
export type TypeTree = UnionTree | IntersectionTree | GenericTree | ArrayTree | TupleTree | ObjectTypeTree;

/** The trees of whole statements. */
export type StatementTree = AssignmentTree | ConstantTree | FunctionTree;

export interface ObjectTree {
  readonly kind: 'object';
  /** An entry that is a string, such as a shorthand or a spread, is printed unchanged. */
  readonly entries: readonly (CodeEntry | string)[];
  /** Whether it is always printed on several lines. */
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

/** Calls of members of what calls return: `z.string().optional()`. */
export interface ChainTree {
  readonly kind: 'chain';
  /** The first name. */
  readonly head: string;
  /** Members, with their dots, and arguments; the last ones are arguments. */
  readonly links: readonly (string | readonly Code[])[];
}

export interface CastTree {
  readonly kind: 'cast';
  readonly code: Code;
  readonly operator: 'as' | 'satisfies';
  readonly type: TypeCode;
}

/** An array element or the value of an entry, with a comment before the element or the key of the entry. */
export interface CommentedTree {
  readonly kind: 'commented';
  /** The text of the comment, as `commentBlock` takes it. */
  readonly comment: string;
  readonly code: Code;
}

export interface UnionTree {
  readonly kind: 'union';
  readonly members: readonly TypeCode[];
}

export interface IntersectionTree {
  readonly kind: 'intersection';
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

export interface TupleTree {
  readonly kind: 'tuple';
  readonly items: readonly TypeCode[];
  /** The number of items that are always present. */
  readonly required: number;
  /** The type of further items. */
  readonly rest?: TypeCode;
}

export interface ObjectTypeTree {
  readonly kind: 'object-type';
  /** The members. Each key is in its printed form, with `readonly`, `?` or the brackets of an index signature. */
  readonly members: readonly TypeEntry[];
  /** Whether it is always printed on several lines. */
  readonly open?: true;
}

/** A key in its printed form, and the type of its values. */
export type TypeEntry = readonly [key: string, type: TypeCode];

/** A statement: the text before a value, the value, and the text after it. */
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
  /** The text of the comment, as `commentBlock` takes it. */
  readonly comment?: string;
}

/** A function whose only statement is `return`. */
export interface FunctionTree {
  readonly kind: 'function';
  readonly name: string;
  /** The parameters. Each name is in its printed form, with `?` if it is optional. */
  readonly parameters: readonly TypeEntry[];
  readonly returnType: TypeCode;
  readonly returned: Code;
  /** The text of the comment, as `commentBlock` takes it. */
  readonly comment?: string;
}

/** A key in its printed form, and its value. */
export type CodeEntry = readonly [key: string, value: Code];

export function isTree(code: Code | undefined): code is CodeTree {
  return typeof code === 'object';
}
