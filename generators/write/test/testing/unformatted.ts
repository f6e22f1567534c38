/** Code printed without layout, as input for prettier, to compare its layout with ours. */
import { commentBlock, inlineType, isTree, type Code, type Statement, type TypeCode } from '../../../code/index.js';

export function unformatted(statement: Statement): string {
  if (typeof statement === 'string' || typeof statement.kind === 'string') return unformattedValue(statement as Code);
  const { kind: _kind, ...structure } = statement;
  return unformattedStructure(structure as Structure);
}

function unformattedValue(code: Code): string {
  if (!isTree(code)) return code;
  switch (code.kind) {
    case 'object': {
      const entries = code.entries.map((entry) => (typeof entry === 'string' ? entry : unformattedEntry(entry)));
      return `{${code.open === true ? '\n' : ' '}${entries.join(', ')} }`;
    }
    case 'list':
      return `[${code.items.map(unformattedValue).join(', ')}]`;
    case 'call':
      return `${code.name}(${code.passed.map(unformattedValue).join(', ')})`;
    case 'chain':
      return [
        code.head,
        ...code.links.map((link) => (typeof link === 'string' ? link : `(${link.map(unformattedValue).join(', ')})`)),
      ].join('');
    case 'cast':
      return `${unformattedValue(code.code)} ${code.operator} ${inlineType(code.type)}`;
    case 'commented':
      return `\n${commentBlock(code.comment)}${unformattedValue(code.code)}`;
    case 'constant': {
      const type = code.type === undefined ? '' : `: ${inlineType(code.type)}`;
      return `${commentBlock(code.comment ?? '')}export const ${code.name}${type} = ${unformattedValue(code.value)};`;
    }
    case 'function': {
      const parameters = code.parameters.map(([name, type]) => `${name}: ${inlineType(type)}`).join(', ');
      const signature = `export function ${code.name}(${parameters}): ${inlineType(code.returnType)}`;
      return `${commentBlock(code.comment ?? '')}${signature} { return ${unformattedValue(code.returned)}; }`;
    }
    case 'assignment':
      return `${code.before}${unformattedValue(code.code)}${code.after}`;
    default:
      return inlineType(code);
  }
}

function unformattedEntry([key, value]: readonly [string, Code]): string {
  return isTree(value) && value.kind === 'commented'
    ? `\n${commentBlock(value.comment)}${key}: ${unformattedValue(value.code)}`
    : `${key}: ${unformattedValue(value)}`;
}

interface Named {
  readonly name: string;
  readonly type?: TypeCode;
  readonly hasQuestionToken?: boolean;
  readonly isReadonly?: boolean;
  readonly docs?: readonly string[];
}

interface Structure extends Named {
  readonly extends?: readonly TypeCode[];
  readonly properties?: readonly Named[];
  readonly methods?: readonly (Named & { readonly parameters: readonly Named[]; readonly returnType: TypeCode })[];
}

function unformattedStructure({
  name,
  type,
  docs,
  extends: bases = [],
  properties = [],
  methods = [],
}: Structure): string {
  if (type !== undefined) return `${unformattedDocs(docs)}export type ${name} = ${inlineType(type)};`;
  const heritage = bases.length === 0 ? '' : ` extends ${bases.map(inlineType).join(', ')}`;
  const members = [
    ...properties.map((property) => `${unformattedDocs(property.docs)}${unformattedMember(property)};`),
    ...methods.map(
      (method) =>
        `${unformattedDocs(method.docs)}${method.name}(${method.parameters.map(unformattedMember).join(', ')}): ${inlineType(method.returnType)};`,
    ),
  ];
  return `${unformattedDocs(docs)}export interface ${name}${heritage} {\n${members.join('\n')}\n}`;
}

function unformattedMember({ name, type = 'unknown', hasQuestionToken, isReadonly }: Named): string {
  return `${isReadonly === true ? 'readonly ' : ''}${name}${hasQuestionToken === true ? '?' : ''}: ${inlineType(type)}`;
}

function unformattedDocs(docs: readonly string[] = []): string {
  return docs.map((text) => commentBlock(text.trimStart())).join('');
}
