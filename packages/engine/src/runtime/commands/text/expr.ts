/** The command `expr`. */
import { CommandError } from '../command.js';
import type { TextCommand } from './bytes.js';
import { posixExpression } from './regular-expression.js';

const levels: readonly (readonly string[])[] = [
  ['|'],
  ['&'],
  ['<', '<=', '=', '==', '!=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
  [':'],
];

/** How deep parentheses may be nested. */
const maxDepth = 500;

export const expr: TextCommand = async (streams, words) => {
  const rest = [...words];
  if (rest.length === 0) throw new CommandError('too few arguments', 2);
  let depth = 0;
  const result = await streams.attempt(() => {
    const whole = level(0);
    if (rest.length > 0) throw new CommandError('syntax error');
    return whole;
  }, 2);
  if (result === undefined) return;
  await streams.print(`${result}\n`);
  streams.code = isTrue(result) ? 0 : 1;

  function level(index: number): string {
    const operators = levels[index];
    if (operators === undefined) return value();
    let left = level(index + 1);
    while (rest[0] !== undefined && operators.includes(rest[0])) {
      const operator = rest.shift() ?? '';
      left = calculate(operator, left, level(index + 1));
    }
    return left;
  }

  function value(): string {
    const word = rest.shift();
    if (word === undefined) throw new CommandError('syntax error');
    if (word === '(') {
      depth += 1;
      if (depth > maxDepth) throw new CommandError('syntax error');
      const inner = level(0);
      if (rest.shift() !== ')') throw new CommandError('syntax error');
      depth -= 1;
      return inner;
    }
    if (rest.length === 0 || levels.flat().includes(rest[0] ?? '')) return word;
    switch (word) {
      case 'quote':
        return rest.shift() ?? '';
      case 'length':
        return String(value().length);
      case 'index': {
        const [text, letters] = [value(), value()];
        return String([...text].findIndex((letter) => letters.includes(letter)) + 1);
      }
      case 'substr': {
        const [text, start, length] = [value(), number(value()), number(value())];
        return start < 1n || length < 1n ? '' : text.slice(Number(start) - 1, Number(start + length) - 1);
      }
      case 'match':
        return match(value(), value());
      default:
        return word;
    }
  }
};

function isTrue(text: string): boolean {
  return text !== '' && !/^-?0+$/.test(text);
}

function number(text: string): bigint {
  if (!/^-?\d{1,100}$/.test(text)) throw new CommandError('non-numeric argument');
  return BigInt.asIntN(64, BigInt(text));
}

function match(text: string, pattern: string): string {
  const hasGroup = /\\\(/.test(pattern);
  const found = posixExpression(`^${pattern.replace(/^\^/, '')}`, false).find(text);
  return hasGroup ? (found?.[1] ?? '') : String(found?.[0]?.length ?? 0);
}

function calculate(operator: string, left: string, right: string): string {
  if (operator === '|') return isTrue(left) ? left : isTrue(right) ? right : '0';
  if (operator === '&') return isTrue(left) && isTrue(right) ? left : '0';
  if (operator === ':') return match(left, right);
  if (/^[<=>!]/.test(operator)) {
    const isNumeric = /^-?\d+$/.test(left) && /^-?\d+$/.test(right);
    const [one, other] = isNumeric ? [number(left), number(right)] : [left, right];
    const results: Readonly<Record<string, boolean>> = {
      '<': one < other,
      '<=': one <= other,
      '=': one === other,
      '==': one === other,
      '!=': one !== other,
      '>': one > other,
      '>=': one >= other,
    };
    return results[operator] === true ? '1' : '0';
  }
  const [one, other] = [number(left), number(right)];
  if (operator === '+') return String(BigInt.asIntN(64, one + other));
  if (operator === '-') return String(BigInt.asIntN(64, one - other));
  if (operator === '*') return String(BigInt.asIntN(64, one * other));
  if (other === 0n) throw new CommandError('division by zero');
  return String(operator === '/' ? one / other : one % other);
}
