/** Parses the expressions of awk. */
import type { Expression, Target } from './syntax.js';
import { TokenStream } from './token-stream.js';
import { unexpected } from './tokens.js';

const comparisons = ['<', '<=', '==', '!=', '>', '>='];
const assignments = ['=', '+=', '-=', '*=', '/=', '%=', '^='];

export abstract class ExpressionParser extends TokenStream {
  /** Whether `>` is no operator here, since it is that of `print`. */
  protected isInPrint = false;
  /** Whether `in` is no operator here, since it is that of `for`. */
  protected isInHead = false;

  protected list(): readonly Expression[] {
    const list = [this.expression()];
    while (this.take(',')) {
      this.skipLines();
      list.push(this.expression());
    }
    return list;
  }

  /** Parses in parentheses, where all operators count again. */
  protected inside<Result>(parse: () => Result): Result {
    const [isInPrint, isInHead] = [this.isInPrint, this.isInHead];
    [this.isInPrint, this.isInHead] = [false, false];
    const result = parse();
    [this.isInPrint, this.isInHead] = [isInPrint, isInHead];
    return result;
  }

  protected parenthesized(): Expression {
    this.expect('(');
    const value = this.inside(() => this.expression());
    this.expect(')');
    return value;
  }

  protected keys(): readonly Expression[] {
    this.expect('[');
    const keys = this.inside(() => this.list());
    this.expect(']');
    return keys;
  }

  protected expression(): Expression {
    return this.nested(() => {
      const left = this.#condition();
      const { text, kind } = this.token;
      if (kind !== 'operator' || !assignments.includes(text) || !isTarget(left)) return left;
      this.at += 1;
      this.skipLines();
      return { type: 'assign', operator: text, target: left, value: this.expression() };
    });
  }

  #condition(): Expression {
    const test = this.#either();
    if (!this.take('?')) return test;
    this.skipLines();
    const yes = this.expression();
    this.skipLines();
    this.expect(':');
    this.skipLines();
    return { type: 'condition', test, yes, no: this.expression() };
  }

  #either(): Expression {
    let left = this.#both();
    while (this.take('||')) {
      this.skipLines();
      left = { type: 'binary', operator: '||', left, right: this.#both() };
    }
    return left;
  }

  #both(): Expression {
    let left = this.#membership();
    while (this.take('&&')) {
      this.skipLines();
      left = { type: 'binary', operator: '&&', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): Expression {
    let left = this.#matching();
    while (this.is('in') && !this.isInHead) {
      this.at += 1;
      const name = this.next();
      if (name.kind !== 'name') throw unexpected(name.line);
      left = { type: 'in', keys: left.type === 'group' ? left.list : [left], name: name.text };
    }
    return left;
  }

  #matching(): Expression {
    let left = this.#comparison();
    while (this.is('~') || this.is('!~')) {
      const isNegated = this.next().text === '!~';
      left = { type: 'match', isNegated, text: left, pattern: this.#comparison() };
    }
    return left;
  }

  #comparison(): Expression {
    let left = this.concatenation();
    for (;;) {
      const { kind, text } = this.token;
      if (kind === 'operator' && comparisons.includes(text) && !(text === '>' && this.isInPrint)) {
        this.at += 1;
        left = { type: 'binary', operator: text, left, right: this.concatenation() };
      } else if (text === '|' && kind === 'operator' && this.tokens[this.at + 1]?.text === 'getline') {
        this.at += 2;
        left = { type: 'getline', source: { kind: 'command', name: left }, ...this.#optionalTarget() };
      } else return left;
    }
  }

  protected concatenation(): Expression {
    let left = this.#sum();
    while (this.#startsValue()) left = { type: 'binary', operator: ' ', left, right: this.#sum() };
    return left;
  }

  /** Whether a value begins here, which is then joined to the one before it. */
  #startsValue(): boolean {
    const { kind, text } = this.token;
    if (kind === 'operator') return ['$', '!', '(', '-', '+', '++', '--'].includes(text) && text !== '!';
    return ['number', 'string', 'regex', 'name', 'call', 'builtin'].includes(kind);
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.is('+') || this.is('-')) {
      const operator = this.next().text;
      left = { type: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    while (this.is('*') || this.is('/') || this.is('%')) {
      const operator = this.next().text;
      left = { type: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    const { kind, text } = this.token;
    if (kind === 'operator' && (text === '!' || text === '-' || text === '+')) {
      this.at += 1;
      return { type: 'unary', operator: text, value: this.nested(() => this.#unary()) };
    }
    return this.#power();
  }

  #power(): Expression {
    const left = this.#postfix();
    if (!this.take('^')) return left;
    // The operator associates to the right, and its exponent may have a sign.
    return { type: 'binary', operator: '^', left, right: this.nested(() => this.#unary()) };
  }

  #postfix(): Expression {
    const value = this.#primary();
    if (isTarget(value) && (this.is('++') || this.is('--')))
      return { type: 'step', by: this.next().text === '++' ? 1 : -1, isPrefix: false, target: value };
    return value;
  }

  #primary(): Expression {
    const token = this.next();
    const { kind, text, line } = token;
    if (kind === 'number') return { type: 'number', value: numberOf(text) };
    if (kind === 'string') return { type: 'string', value: text };
    if (kind === 'regex') return { type: 'regex', source: text };
    if (kind === 'name')
      return this.is('[') ? { type: 'element', name: text, keys: this.keys() } : { type: 'name', name: text };
    if (kind === 'call' || kind === 'builtin') {
      const args = kind === 'call' || this.is('(') ? this.#arguments() : [];
      return { type: kind, name: text, args, line };
    }
    if (text === 'getline') {
      const target = this.#optionalTarget();
      if (!this.take('<')) return { type: 'getline', ...target };
      return { type: 'getline', source: { kind: 'file', name: this.#postfix() }, ...target };
    }
    if (text === '(') {
      this.skipLines();
      const list = this.inside(() => this.list());
      this.skipLines();
      this.expect(')');
      return { type: 'group', list };
    }
    if (text === '$') {
      const isStep = this.is('++') || this.is('--');
      const isSigned = isStep || this.is('-') || this.is('+') || this.is('!');
      const index = this.nested(() => (isSigned ? this.#unary() : this.#primary()));
      return { type: 'field', index };
    }
    if (text === '++' || text === '--') {
      const target = this.nested(() => this.#primary());
      if (!isTarget(target)) throw unexpected(line);
      return { type: 'step', by: text === '++' ? 1 : -1, isPrefix: true, target };
    }
    throw unexpected(line);
  }

  #arguments(): readonly Expression[] {
    this.expect('(');
    this.skipLines();
    if (this.take(')')) return [];
    const args = this.inside(() => this.list());
    this.skipLines();
    this.expect(')');
    return args;
  }

  #optionalTarget(): { readonly target?: Target } {
    const { kind, text } = this.token;
    if (kind !== 'name' && !(kind === 'operator' && text === '$')) return {};
    const target = this.#primary();
    return isTarget(target) ? { target } : {};
  }
}

function isTarget(expression: Expression): expression is Target {
  return expression.type === 'name' || expression.type === 'element' || expression.type === 'field';
}

/** Reads a number of a program, which may be octal or hexadecimal. */
function numberOf(text: string): number {
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
}
