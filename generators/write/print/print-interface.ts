/**
 * Interfaces and type aliases → their text. Most members cannot be broken into lines, so they are concatenated as text.
 */
import { builders } from 'prettier/doc';
import { commentBlock, type TypeCode, type TypeEntry } from '../../code/index.js';
import { typeAssignmentDoc } from '../../code/layout/assignment-doc.js';
import type { Doc, LayoutContext } from '../../code/layout/context.js';
import { printed } from '../../code/layout/lay-out.js';
import { signatureDoc } from '../../code/layout/signature-doc.js';
import { memberDoc } from '../../code/layout/type-doc.js';
import type { PlainIndex, PlainInterface, PlainMethod, PlainProperty, PlainTypeAlias } from './plain-structure.js';

const { group, hardline, indent, join, line } = builders;

export function printTypeAlias({ name, isExported, docs, type }: PlainTypeAlias, context: LayoutContext): string {
  const left = `type ${context.spell(name)}`;
  const assigned = group([typeAssignmentDoc(left, type, context), ';']);
  return commentsText(docs, '', context) + printed([isExported === true ? 'export ' : '', assigned], context);
}

export function printInterface(structure: PlainInterface, context: LayoutContext): string {
  const { name, isExported, docs, indexSignatures = [], properties = [], methods = [] } = structure;
  const members = [
    ...indexSignatures.map((index) => memberText(index.docs, indexDoc(index, context), context)),
    ...properties.map((property) => memberText(property.docs, propertyDoc(property, context), context)),
    ...methods.map((method) => memberText(method.docs, methodDoc(method, context), context)),
  ];
  const heritage = heritageDoc(` ${context.spell(name)}`, structure.extends ?? [], context);
  const head = `${isExported === true ? 'export ' : ''}interface`;
  const [open, close] = members.length === 0 ? [' {}', ''] : [' {', `\n${members.join('')}}`];
  return `${commentsText(docs, '', context)}${textOf([head, heritage, open], context)}${close}`;
}

/** Prints the bases: a single one on the line of the name; several are broken onto separate lines together. */
function heritageDoc(name: string, bases: readonly TypeCode[], context: LayoutContext): Doc {
  const docs = bases.map((base) => context.type(base, 'annotation'));
  if (docs.length === 0) return name;
  if (docs.length === 1) return [name, ' extends ', ...docs];
  return group([name, indent([line, 'extends', group(indent([line, join([',', line], docs)]))])]);
}

function propertyDoc({ name, type, hasQuestionToken, isReadonly }: PlainProperty, context: LayoutContext): Doc {
  const key = `${isReadonly === true ? 'readonly ' : ''}${context.spell(name)}${hasQuestionToken === true ? '?' : ''}`;
  if (type === undefined) return key;
  return typeof type === 'string' ? `${key}: ${context.spell(type)}` : group(memberDoc(key, type, context));
}

function indexDoc({ keyName, keyType, returnType }: PlainIndex, context: LayoutContext): Doc {
  return memberDoc(`[${keyName}: ${keyType}]`, returnType, context);
}

function methodDoc(method: PlainMethod, context: LayoutContext): Doc {
  const { name, hasQuestionToken, parameters = [], returnType } = method;
  const key = `${context.spell(name)}${hasQuestionToken === true ? '?' : ''}`;
  const entries = parameters.map((one): TypeEntry => [
    `${one.name}${one.hasQuestionToken === true ? '?' : ''}`,
    one.type,
  ]);
  return group([key, signatureDoc(entries, returnType, context)]);
}

const INDENTATION = '  ';

function memberText(docs: readonly string[] | undefined, member: Doc, context: LayoutContext): string {
  const isText = typeof member === 'string' && !member.includes('\n');
  const text = isText ? `\n${INDENTATION}${member};` : printed(indent([hardline, member, ';']), context);
  return `${commentsText(docs, INDENTATION, context)}${text.slice(1)}\n`;
}

function commentsText(docs: readonly string[] = [], indentation: string, { spell }: LayoutContext): string {
  const lines = spell(docs.map((text) => commentBlock(text.trimStart())).join(''));
  return indentation === '' ? lines : lines.replace(/^(?=.)/gm, indentation);
}

function textOf(parts: readonly Doc[], context: LayoutContext): string {
  return parts.every((part) => typeof part === 'string') ? parts.join('') : printed([...parts], context);
}
