/** The structures that are printed without ts-morph: interfaces and type aliases with only these properties. */
import type { Code, Statement, TypeCode } from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';

interface StructureDocs {
  readonly docs?: readonly string[];
}

export interface PlainInterface extends StructureDocs {
  readonly kind: typeof StructureKind.Interface;
  readonly name: string;
  readonly isExported?: boolean;
  readonly extends?: readonly TypeCode[];
  readonly indexSignatures?: readonly PlainIndex[];
  readonly properties?: readonly PlainProperty[];
  readonly methods?: readonly PlainMethod[];
}

export interface PlainTypeAlias extends StructureDocs {
  readonly kind: typeof StructureKind.TypeAlias;
  readonly name: string;
  readonly isExported?: boolean;
  readonly type: TypeCode;
}

export interface PlainProperty extends StructureDocs {
  readonly name: string;
  readonly type?: TypeCode;
  readonly hasQuestionToken?: boolean;
  readonly isReadonly?: boolean;
}

export interface PlainMethod extends StructureDocs {
  readonly name: string;
  readonly hasQuestionToken?: boolean;
  readonly parameters?: readonly PlainParameter[];
  readonly returnType?: TypeCode;
}

interface PlainParameter {
  readonly name: string;
  readonly type: TypeCode;
  readonly hasQuestionToken?: boolean;
}

export interface PlainIndex extends StructureDocs {
  readonly keyName: string;
  readonly keyType: string;
  readonly returnType: TypeCode;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isCode: Check = (value) => typeof value === 'string' || isTreeLike(value);
const isAnything: Check = () => true;
const docs = listOf(isText);

const property = objectOf(
  { name: isText },
  { kind: isAnything, docs, type: isCode, hasQuestionToken: isFlag, isReadonly: isFlag },
);
const parameter = objectOf({ name: isText, type: isCode }, { kind: isAnything, hasQuestionToken: isFlag });
const method = objectOf(
  { name: isText },
  { kind: isAnything, docs, hasQuestionToken: isFlag, parameters: listOf(parameter), returnType: isCode },
);
const index = objectOf({ keyName: isText, keyType: isText, returnType: isCode }, { kind: isAnything, docs });
const declared = { kind: isAnything, docs, isExported: isFlag };
const interfaceCheck = objectOf(
  { name: isText },
  {
    ...declared,
    extends: listOf(isCode),
    indexSignatures: listOf(index),
    properties: listOf(property),
    methods: listOf(method),
  },
);
const typeAliasCheck = objectOf({ name: isText, type: isCode }, declared);

export function isPlainInterface(statement: Statement): statement is Statement & PlainInterface {
  return isStructure(statement) && statement.kind === StructureKind.Interface && interfaceCheck(statement);
}

export function isPlainTypeAlias(statement: Statement): statement is Statement & PlainTypeAlias {
  return isStructure(statement) && statement.kind === StructureKind.TypeAlias && typeAliasCheck(statement);
}

/** Tells whether a statement is a structure and not code. */
export function isStructure(statement: Statement): statement is Exclude<Statement, Code> {
  return typeof statement === 'object' && typeof statement.kind === 'number';
}

function isTreeLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Returns a check for objects with these properties and no others. */
function objectOf(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>>): Check {
  const all = { ...required, ...optional };
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const key in required) if (!Object.hasOwn(value, key)) return false;
    for (const key in value) {
      const entry = (value as Readonly<Record<string, unknown>>)[key];
      if (entry !== undefined && !(Object.hasOwn(all, key) && all[key]?.(entry) === true)) return false;
    }
    return true;
  };
}
