/** Declarations as ts-morph structures, in which a type may be a tree. */
import type {
  IndexSignatureDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  StatementStructures,
  StructureKind as Kind,
  TypeAliasDeclarationStructure,
  WriterFunction,
} from 'ts-morph';
import type { Code, TypeTree } from './tree.js';

/** A statement of a module: a structure, a tree, or a string that is printed unchanged. */
export type Statement = StatementStructures | InterfaceStructure | TypeAliasStructure | Code;

export interface InterfaceStructure extends Omit<InterfaceDeclarationStructure, 'extends' | MemberLists> {
  extends?: (string | TypeTree)[];
  properties?: OptionalKind<PropertyStructure>[];
  methods?: OptionalKind<MethodStructure>[];
  indexSignatures?: OptionalKind<IndexStructure>[];
}

type MemberLists = 'properties' | 'methods' | 'indexSignatures';

export interface TypeAliasStructure extends Omit<TypeAliasDeclarationStructure, 'type'> {
  type: TypeAliasDeclarationStructure['type'] | TypeTree;
}

export interface PropertyStructure extends Omit<PropertySignatureStructure, 'type'> {
  type?: TextOrTree;
}

export interface MethodStructure extends Omit<MethodSignatureStructure, 'parameters' | 'returnType'> {
  parameters?: OptionalKind<ParameterStructure>[];
  returnType?: TextOrTree;
}

export interface ParameterStructure extends Omit<ParameterDeclarationStructure, 'type'> {
  type?: TextOrTree;
}

export interface IndexStructure extends Omit<IndexSignatureDeclarationStructure, 'returnType'> {
  returnType?: TextOrTree;
}

type TextOrTree = string | WriterFunction | TypeTree;

// Copied from ts-morph: the package has ten megabytes, and most runs need only these numbers of it.
export const StructureKind = {
  IndexSignature: 18 as Kind.IndexSignature,
  Interface: 19 as Kind.Interface,
  MethodSignature: 28 as Kind.MethodSignature,
  PropertySignature: 33 as Kind.PropertySignature,
  TypeAlias: 38 as Kind.TypeAlias,
} as const;
