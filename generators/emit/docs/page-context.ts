/** The data from which all pages of a version are generated. */
import type {
  Api,
  CallNames,
  CommandUse,
  EnumType,
  HandlerNames,
  Naming,
  Operation,
  Schema,
  Type,
} from '../../emitter/index.js';
import type { Differences } from './differences.js';
import type { Examples } from './example/examples.js';
import type { AnchorIndex } from './anchor-index.js';

export interface PageContext {
  readonly api: Api;
  readonly anchors: AnchorIndex;
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Returns the operations of a group, in the order of the document. */
  readonly operations: (group: string) => readonly Operation[];
  readonly examples: Examples;
  /** The differences from the extended version. */
  readonly differences: Differences;
  readonly spelling: Spelling;
  /** The options of each `curl` command that is shown; may be empty. */
  readonly curl: string;
  /** The commands of a command line that call an operation, by its id. */
  readonly commands: ReadonlyMap<string, readonly CommandUse[]>;
}

/** The names of operations in the client and server packages of the version; absent if there is no such package. */
export interface Spelling extends Pick<Naming, 'scope' | 'pattern'> {
  readonly client?: (operation: Operation) => CallNames | undefined;
  readonly server?: (operation: Operation) => HandlerNames | undefined;
}

/** Returns the enum in a type: the type itself, that of its entries, or that of the schema to which it refers. */
export function enumIn(type: Type, schemas: PageContext['schemas']): EnumType | undefined {
  switch (type.kind) {
    case 'enum':
      return type;
    case 'array':
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
