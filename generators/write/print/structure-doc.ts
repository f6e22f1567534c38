/** Interfaces and type aliases → documents of prettier's printer; other structures are for ts-morph. */
import { builders } from 'prettier/doc';
import type { TypeCode, TypeEntry } from '../../code/index.js';
import { typeAssignmentDoc } from '../../code/layout/assignment-doc.js';
import { commentDoc, type Doc, type LayoutContext } from '../../code/layout/context.js';
import { signatureDoc } from '../../code/layout/signature-doc.js';
import { memberDoc } from '../../code/layout/type-doc.js';
import type { PlainIndex, PlainInterface, PlainMethod, PlainProperty, PlainTypeAlias } from './plain-structure.js';

const { group, hardline, indent, join, line } = builders;

/** Of an interface's members. */
const INDENTATION = '  ';

export function interfaceDoc(structure: PlainInterface, context: LayoutContext): Doc {
  const { name, isExported, indexSignatures = [], properties = [], methods = [] } = structure;
  const members = [
    ...indexSignatures.map((index) => indexDoc(index, context)),
    ...properties.map((property) => propertyDoc(property, context)),
    ...methods.map((method) => methodDoc(method, context)),
  ];
  return [
    docsDoc(structure.docs, ''),
    `${isExported === true ? 'export ' : ''}interface`,
    heritageDoc(` ${context.spell(name)}`, structure.extends ?? [], context),
    members.length === 0 ? ' {}' : [' {', indent([hardline, join(hardline, members)]), hardline, '}'],
  ];
}

export function typeAliasDoc({ name, isExported, docs, type }: PlainTypeAlias, context: LayoutContext): Doc {
  const left = `type ${context.spell(name)}`;
  const assigned = group([typeAssignmentDoc(left, type, context), ';']);
  return [docsDoc(docs, ''), isExported === true ? 'export ' : '', assigned];
}

/** One interface stays on the line of the name; several are broken off together. */
function heritageDoc(name: string, bases: readonly TypeCode[], context: LayoutContext): Doc {
  const docs = bases.map((base) => context.type(base, 'annotation'));
  if (docs.length === 0) return name;
  if (docs.length === 1) return [name, ' extends ', ...docs];
  return group([name, indent([line, 'extends', group(indent([line, join([',', line], docs)]))])]);
}

function propertyDoc({ name, type, hasQuestionToken, isReadonly, docs }: PlainProperty, context: LayoutContext): Doc {
  const key = `${isReadonly === true ? 'readonly ' : ''}${context.spell(name)}${hasQuestionToken === true ? '?' : ''}`;
  return [docsDoc(docs, INDENTATION), typedDoc(key, type, context), ';'];
}

/** Most types are a word, and nothing that could break. */
function typedDoc(key: string, type: TypeCode | undefined, context: LayoutContext): Doc {
  if (type === undefined) return key;
  if (typeof type === 'string' && !type.includes('\n')) return `${key}: ${context.spell(type)}`;
  return group(memberDoc(key, type, context));
}

function indexDoc({ keyName, keyType, returnType, docs }: PlainIndex, context: LayoutContext): Doc {
  return [docsDoc(docs, INDENTATION), memberDoc(`[${keyName}: ${keyType}]`, returnType, context), ';'];
}

function methodDoc(method: PlainMethod, context: LayoutContext): Doc {
  const { name, hasQuestionToken, parameters = [], returnType, docs } = method;
  const key = `${context.spell(name)}${hasQuestionToken === true ? '?' : ''}`;
  const given = parameters.map((one): TypeEntry => [
    `${one.name}${one.hasQuestionToken === true ? '?' : ''}`,
    one.type,
  ]);
  return [docsDoc(docs, INDENTATION), group([key, signatureDoc(given, returnType, context)]), ';'];
}

function docsDoc(docs: readonly string[] = [], indentation: string): Doc {
  return docs.map((text) => commentDoc(text.trimStart(), indentation));
}
