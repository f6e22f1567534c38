/** An operation → the constant that says how it is called and how its answer is read. */
import {
  commentBlock,
  commentText,
  entryKey,
  literal,
  mention,
  withoutMentions,
  type CodeSymbol,
  type Declaration,
} from '../../code/index.js';
import type { Operation, Parameter } from '../../ir/index.js';
import { readingOf, type Rooms } from './answer.js';
import { inputOf } from './input.js';
import { errorOf, runtime } from './runtime.js';

const WIDTH = 120;

/** @param same the same operation of another entry: a constant of other types then, the same thing at run time */
export function operationDeclaration(operation: Operation, rooms: Rooms, same?: CodeSymbol): Declaration {
  const symbol = rooms.names.operation(operation);
  const { id, method, path, body } = operation;
  const input = inputOf(operation, rooms);
  const { decoder, result } = readingOf(operation, rooms);
  const mediaType = mediaTypeOf(body?.content.map((content) => content.mediaType) ?? []);
  const entries: readonly (readonly [string, string])[] = [
    ['id', literal(id)],
    ['method', literal(method)],
    ['path', literal(path)],
    ...encodings('query', operation, 'query'),
    ...encodings('headers', operation, 'header'),
    ...(mediaType === undefined ? [] : [['body', literal(mediaType)] as const]),
    ...(input.nested.length === 0 ? [] : [['nested', `[${input.nested.map(literal).join(', ')}]`] as const]),
    ['answer', decoder],
  ];
  const lines = entries.map(([key, value]) => `${key}: ${value},`);
  const about = commentBlock(commentText(`\`${method} ${path}\``).replaceAll('\n', ' '));
  const types = [input.text, result, errorsOf(operation).map(runtime).join(' | ')];
  const text = constant(`export const ${symbol.name}: ${runtime('Operation')}<`, types, same ?? lines);
  return { symbols: [symbol], statements: [`${about}${text}`] };
}

/** The errors that the contract names, each once. */
export function errorsOf({ answers }: Operation): readonly ReturnType<typeof errorOf>[] {
  const failures = answers.filter(({ status }) => /^[45]/.test(status) || status === 'default');
  const names = new Set(failures.map(({ status }) => errorOf(status)));
  return names.size === 0 ? ['EngineError'] : [...names];
}

/** An archive is called one where the contract lets choose. */
function mediaTypeOf(mediaTypes: readonly string[]): string | undefined {
  return mediaTypes.find((mediaType) => mediaType === 'application/x-tar') ?? mediaTypes[0];
}

function encodings(
  key: 'query' | 'headers',
  { parameters }: Operation,
  place: Parameter['in'],
): readonly (readonly [string, string])[] {
  const found = new Map(
    parameters.filter((parameter) => parameter.in === place).map(({ name, encoding }) => [name, encoding] as const),
  );
  if (found.size === 0) return [];
  const entries = [...found].map(([name, encoding]) => `${entryKey(name)}: ${literal(encoding)}`);
  const line = `{ ${entries.join(', ')} }`;
  const fits = `  ${key}: ${line},`.length <= WIDTH;
  return [[key, fits ? line : `{\n${entries.map((entry) => `    ${entry},\n`).join('')}  }`]];
}

/** A constant with its type, on one line where that fits, else one argument a line: the form that prettier gives it. */
function constant(before: string, types: readonly string[], value: readonly string[] | CodeSymbol): string {
  const line = `${before}${types.join(', ')}> =`;
  const width = withoutMentions(line, ({ name }) => name).length;
  if ('home' in value) {
    const retyped = `${mention(value)} as never;`;
    // Imported by another name, since the module has its own: four letters longer.
    if (width + `base${value.name} as never;`.length + 1 <= WIDTH) return `${line} ${retyped}`;
    if (width <= WIDTH && !types.some((type) => type.includes('<'))) return `${line}\n  ${retyped}`;
    return `${before}\n${types.map((type) => `  ${type}`).join(',\n')}\n> = ${retyped}`;
  }
  const object = (indent: string) => {
    const indented = value.map((text) => `${indent}  ${text.replaceAll('\n', `\n${indent}`)}\n`);
    return `{\n${indented.join('')}${indent}};`;
  };
  if (width + 2 <= WIDTH) return `${line} ${object('')}`;
  if (width <= WIDTH) return `${line}\n  ${object('  ')}`;
  return `${before}\n${types.map((type) => `  ${type}`).join(',\n')}\n> = ${object('')}`;
}
