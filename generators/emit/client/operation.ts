/** An operation → the constant that says how it is called: the operation of the contract with a decoder. */
import { commentBlock, commentText, literal, mention, withoutMentions, type Declaration } from '../../code/index.js';
import type { Operation } from '../../ir/index.js';
import { inputOf } from './input.js';
import { readingOf, type EmitContext } from './reading.js';
import { errorOf, runtime } from './runtime.js';

const WIDTH = 120;

export function operationDeclaration(operation: Operation, context: EmitContext): Declaration {
  const symbol = context.names.operation(operation);
  const { method, path } = operation;
  const input = inputOf(operation, context);
  const { decoder, result } = readingOf(operation, context);
  const about = commentBlock(commentText(`\`${method} ${path}\``).replaceAll('\n', ' '));
  const types = [input.text, result, errorsOf(operation).map(runtime).join(' | ')];
  const passed = [
    mention(context.contract.operation(operation)),
    decoder.replace('/* @__PURE__ */ ', ''),
    ...(input.nested.length === 0 ? [] : [`[${input.nested.map(literal).join(', ')}]`]),
  ];
  const value = `/* @__PURE__ */ ${runtime('withDecoder')}(${passed.join(', ')})`;
  const text = constant(`export const ${symbol.name}: ${runtime('Operation')}<`, types, value);
  return { symbols: [symbol], statements: [`${about}${text}`] };
}

/** The errors that the contract names, each once. */
export function errorsOf({ answers }: Operation): readonly ReturnType<typeof errorOf>[] {
  const failures = answers.filter(({ status }) => /^[45]/.test(status) || status === 'default');
  const names = new Set(failures.map(({ status }) => errorOf(status)));
  return names.size === 0 ? ['EngineError'] : [...names];
}

/** A constant with its type, on one line where that fits, else one argument a line: the form that prettier gives it. */
function constant(before: string, types: readonly string[], value: string): string {
  const width = (text: string) => withoutMentions(text, ({ name }) => name).length;
  const line = `${before}${types.join(', ')}> =`;
  if (width(`${line} ${value};`) <= WIDTH) return `${line} ${value};`;
  if (width(line) <= WIDTH) return `${line}\n  ${value};`;
  return `${before}\n${types.map((type) => `  ${type}`).join(',\n')}\n> = ${value};`;
}
