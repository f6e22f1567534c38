/** Evaluates arithmetic expressions such as `i + 1`, with 64 bits. */

/** The variables of an expression. */
export interface ArithmeticScope {
  value(name: string): string | undefined;
  assign(name: string, value: string): void;
}

/** From the operators that bind least to those that bind most; `**` and those of one operand bind more. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const assignments: ReadonlySet<string> = new Set('= += -= *= /= %= &= ^= |= <<= >>='.split(' '));
const tokenExpression =
  /\s*(\d[\w#@]*|[A-Za-z_]\w*(?:\[[^\]]*\])?|\*\*|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%&^|<>=!]=|[-+*/%&^|<>=!~?:,()]|$)/y;
const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_';

/** @throws Error for an expression that is invalid, divides by zero, or whose variables refer to each other in a circle */
export function evaluate(text: string, scope: ArithmeticScope, depth = 0): bigint {
  if (depth > 20) throw new Error('expression recursion loop detected');
  return new Evaluation(text, scope, depth).run();
}

class Evaluation {
  readonly #text: string;
  readonly #scope: ArithmeticScope;
  readonly #depth: number;
  #token = '';
  #end = 0;
  /** Whether the part is read without an effect: it is not the one that counts. */
  #isSkipped = false;

  constructor(text: string, scope: ArithmeticScope, depth: number) {
    this.#text = text;
    this.#scope = scope;
    this.#depth = depth;
    this.#next();
  }

  run(): bigint {
    const value = this.#token === '' ? 0n : this.#list();
    return this.#token === '' ? value : fail();
  }

  /** Returns the token, and goes on to the next one. */
  #next(): string {
    const token = this.#token;
    tokenExpression.lastIndex = this.#end;
    this.#token = tokenExpression.exec(this.#text)?.[1] ?? fail();
    this.#end = tokenExpression.lastIndex;
    return token;
  }

  /** Reads `++` and `--` as two signs, where they follow a value or precede one. */
  #split(): void {
    if (this.#token !== '++' && this.#token !== '--') return;
    this.#token = this.#token.charAt(0);
    this.#end -= 1;
  }

  #expect(token: string): void {
    if (this.#next() !== token) fail();
  }

  #list(): bigint {
    let value = this.#choice();
    while (this.#token === ',') {
      this.#next();
      value = this.#choice();
    }
    return value;
  }

  #choice(): bigint {
    const test = this.#binary(0);
    if (this.#token !== '?') return test;
    this.#next();
    const first = this.#skipping(test === 0n, () => this.#list());
    if (this.#next() !== ':') throw new Error('malformed ?: operator');
    const second = this.#skipping(test !== 0n, () => this.#choice());
    return test === 0n ? second : first;
  }

  #skipping<Result>(isSkipped: boolean, action: () => Result): Result {
    const before = this.#isSkipped;
    this.#isSkipped ||= isSkipped;
    try {
      return action();
    } finally {
      this.#isSkipped = before;
    }
  }

  #binary(level: number): bigint {
    const operators = levels[level];
    if (operators === undefined) return this.#power();
    let left = this.#binary(level + 1);
    for (;;) {
      this.#split();
      if (!operators.includes(this.#token)) return left;
      const operator = this.#next();
      if (operator === '&&' || operator === '||') {
        const isDecided = (left !== 0n) === (operator === '||');
        const right = this.#skipping(isDecided, () => this.#binary(level + 1));
        left = BigInt(isDecided ? operator === '||' : right !== 0n);
      } else left = this.#calculate(operator, left, this.#binary(level + 1));
    }
  }

  #power(): bigint {
    const base = this.#operand();
    if (this.#token !== '**') return base;
    this.#next();
    return this.#calculate('**', base, this.#power());
  }

  #operand(): bigint {
    const token = this.#next();
    switch (token) {
      case '(': {
        const value = this.#list();
        this.#expect(')');
        return value;
      }
      case '!':
        return BigInt(this.#operand() === 0n);
      case '~':
        return ~this.#operand();
      case '+':
        return this.#operand();
      case '-':
        return BigInt.asIntN(64, -this.#operand());
      case '++':
      case '--': {
        const sign = token.charAt(0);
        if (!isName(this.#token)) return this.#operand();
        const name = this.#next();
        return this.#assign(name, this.#calculate(sign, this.#value(name), 1n));
      }
      default:
        return isName(token) ? this.#variable(token) : numberOf(token);
    }
  }

  #variable(name: string): bigint {
    if (assignments.has(this.#token)) {
      const operator = this.#next().slice(0, -1);
      const before = operator === '' ? 0n : this.#value(name);
      const right = this.#choice();
      return this.#assign(name, operator === '' ? right : this.#calculate(operator, before, right));
    }
    if (this.#token !== '++' && this.#token !== '--') return this.#value(name);
    const sign = this.#next().charAt(0);
    const before = this.#value(name);
    this.#assign(name, this.#calculate(sign, before, 1n));
    return before;
  }

  #value(name: string): bigint {
    return this.#isSkipped ? 0n : evaluate(this.#scope.value(name) ?? '', this.#scope, this.#depth + 1);
  }

  #assign(name: string, value: bigint): bigint {
    if (!this.#isSkipped) this.#scope.assign(name, String(value));
    return value;
  }

  #calculate(operator: string, left: bigint, right: bigint): bigint {
    if (this.#isSkipped) return 0n;
    return BigInt.asIntN(64, calculate(operator, left, right));
  }
}

function isName(token: string): boolean {
  return /^[A-Za-z_]/.test(token);
}

/** Reads `10`, `012`, `0xa` and `2#1010`. */
function numberOf(token: string): bigint {
  const [, hexadecimal, octal, base, rest = token] =
    /^(?:0[xX]([\da-fA-F]+)|0([0-7]+)|(\d+)#([\w@]+)|0|[1-9]\d*)$/.exec(token) ?? fail();
  const radix = hexadecimal !== undefined ? 16n : octal !== undefined ? 8n : BigInt(base ?? 10);
  if (radix < 2n || radix > 64n) throw new Error('invalid arithmetic base');
  let value = 0n;
  for (const letter of hexadecimal?.toLowerCase() ?? octal ?? (radix <= 36n ? rest.toLowerCase() : rest)) {
    const digit = BigInt(digits.indexOf(letter));
    if (digit >= radix) fail();
    value = BigInt.asIntN(64, value * radix + digit);
  }
  return value;
}

function calculate(operator: string, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return power(left, right);
    case '/':
    case '%':
      if (right === 0n) throw new Error('divide by zero');
      return operator === '/' ? left / right : left % right;
    case '<<':
      return left << (right & 63n);
    case '>>':
      return left >> (right & 63n);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '==':
      return BigInt(left === right);
    case '!=':
      return BigInt(left !== right);
    case '<':
      return BigInt(left < right);
    case '<=':
      return BigInt(left <= right);
    case '>':
      return BigInt(left > right);
    default:
      return BigInt(left >= right);
  }
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) throw new Error('exponent less than 0');
  let [result, factor] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(64, result * factor);
    factor = BigInt.asIntN(64, factor * factor);
  }
  return result;
}

function fail(): never {
  throw new Error('arithmetic syntax error');
}
