/** Code written out without any care for lines: what prettier is given, to compare its layout with ours. */
import { commentBlock, inlineType, isTree, type Code, type Statement, type TypeCode } from '../../../code/index.js';

export function unlaid(statement: Statement): string {
  if (typeof statement === 'string' || typeof statement.kind === 'string') return unlaidValue(statement as Code);
  const { kind: _kind, ...structure } = statement;
  return unlaidStructure(structure as Structure);
}

function unlaidValue(code: Code): string {
  if (!isTree(code)) return code;
  switch (code.kind) {
    case 'object': {
      const entries = code.entries.map((entry) => (typeof entry === 'string' ? entry : unlaidEntry(entry)));
      return `{${code.open === true ? '\n' : ' '}${entries.join(', ')} }`;
    }
    case 'list':
      return `[${code.items.map(unlaidValue).join(', ')}]`;
    case 'call':
      return `${code.name}(${code.passed.map(unlaidValue).join(', ')})`;
    case 'cast':
      return `${unlaidValue(code.code)} ${code.operator} ${inlineType(code.type)}`;
    case 'commented':
      return `\n${commentBlock(code.comment)}${unlaidValue(code.code)}`;
    case 'constant': {
      const type = code.type === undefined ? '' : `: ${inlineType(code.type)}`;
      return `${commentBlock(code.comment ?? '')}export const ${code.name}${type} = ${unlaidValue(code.value)};`;
    }
    case 'function': {
      const parameters = code.parameters.map(([name, type]) => `${name}: ${inlineType(type)}`).join(', ');
      const signature = `export function ${code.name}(${parameters}): ${inlineType(code.returnType)}`;
      return `${commentBlock(code.comment ?? '')}${signature} { return ${unlaidValue(code.returned)}; }`;
    }
    case 'assignment':
      return `${code.before}${unlaidValue(code.code)}${code.after}`;
    default:
      return inlineType(code);
  }
}

function unlaidEntry([key, value]: readonly [string, Code]): string {
  return isTree(value) && value.kind === 'commented'
    ? `\n${commentBlock(value.comment)}${key}: ${unlaidValue(value.code)}`
    : `${key}: ${unlaidValue(value)}`;
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

function unlaidStructure({ name, type, docs, extends: bases = [], properties = [], methods = [] }: Structure): string {
  if (type !== undefined) return `${unlaidDocs(docs)}export type ${name} = ${inlineType(type)};`;
  const heritage = bases.length === 0 ? '' : ` extends ${bases.map(inlineType).join(', ')}`;
  const members = [
    ...properties.map((property) => `${unlaidDocs(property.docs)}${unlaidMember(property)};`),
    ...methods.map(
      (method) =>
        `${unlaidDocs(method.docs)}${method.name}(${method.parameters.map(unlaidMember).join(', ')}): ${inlineType(method.returnType)};`,
    ),
  ];
  return `${unlaidDocs(docs)}export interface ${name}${heritage} {\n${members.join('\n')}\n}`;
}

function unlaidMember({ name, type = 'unknown', hasQuestionToken, isReadonly }: Named): string {
  return `${isReadonly === true ? 'readonly ' : ''}${name}${hasQuestionToken === true ? '?' : ''}: ${inlineType(type)}`;
}

function unlaidDocs(docs: readonly string[] = []): string {
  return docs.map((text) => commentBlock(text.trimStart())).join('');
}
