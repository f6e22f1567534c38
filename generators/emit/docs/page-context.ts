/** What every page of a version is made with. */
import type { Api, EnumType, Operation, Schema, Type } from '../../ir/index.js';
import type { Differences } from './differences.js';
import type { Examples } from './example/examples.js';
import type { AnchorIndex } from './anchor-index.js';

export interface PageContext {
  readonly api: Api;
  readonly spots: AnchorIndex;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly examples: Examples;
  /** What differs from the version that this one extends. */
  readonly differences: Differences;
  readonly spelling: Spelling;
  /** Options of each `curl` command that is shown, or nothing. */
  readonly curl: string;
}

/** How the packages beside this one spell an operation; absent where there is no such package. */
export interface Spelling {
  /** `@lading` */
  readonly scope: string;
  readonly client?: (operation: Operation) => CalledAs | undefined;
  readonly server?: (operation: Operation) => HandledAs | undefined;
}

/** `client.<noun>.<verb>({ … })` */
export interface CalledAs {
  readonly noun: string;
  readonly verb: string;
  /** Places of parameters that stand in an object of their own, since names collide. */
  readonly nested: readonly ('path' | 'query' | 'headers')[];
}

export interface HandledAs {
  readonly noun: string;
  readonly verb: string;
  /** The type of what the handler gives. */
  readonly result: string;
}

/** The enumeration in a type: itself, what its entries are, or what the shape is that it names. */
export function enumIn(type: Type, schemas: PageContext['schemas']): EnumType | undefined {
  switch (type.kind) {
    case 'enum':
      return type;
    case 'list':
      return enumIn(type.items, schemas);
    case 'map':
      return enumIn(type.values, schemas);
    case 'reference': {
      const target = schemas.get(type.name)?.type;
      return target?.kind === 'enum' ? target : undefined;
    }
    default:
      return undefined;
  }
}
