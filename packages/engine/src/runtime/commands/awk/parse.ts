/** Parses a program of awk. */
import { CommandError } from '../command.js';
import type { Expression, Pattern, Program, Rule, Statement, Target, UserFunction } from './syntax.js';
import { tokensOf, unexpected, type Token } from './tokens.js';

/** @throws CommandError `cmd. line:1: Unexpected token` */
export function parse(text: string): Program {
  return new Parser(tokensOf(text)).program();
}

const comparisons = ['<', '<=', '==', '!=', '>', '>='];
const assignments = ['=', '+=', '-=', '*=', '/=', '%=', '^='];

/** How deep expressions and statements may be nested. */
const maxDepth = 500;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** Whether `>` and `in` are no operators here: in the list of `print`, and in the head of `for`. */
  #isInPrint = false;
  #isInHead = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  program(): Program {
    const rules: Rule[] = [];
    const functions = new Map<string, UserFunction>();
    const called: Token[] = [];
    for (const [index, token] of this.#tokens.entries())
      if (token.kind === 'call' && this.#tokens[index - 1]?.text !== 'function') called.push(token);
    for (this.#skip(); this.#token.kind !== 'end'; this.#skip()) {
      if (!this.#take('function')) {
        rules.push(this.#rule());
        continue;
      }
      const name = this.#next().text;
      this.#expect('(');
      const parameters: string[] = [];
      while (!this.#take(')')) {
        if (parameters.length > 0) this.#expect(',');
        this.#skipLines();
        const token = this.#next();
        if (token.kind !== 'name') throw unexpected(token.line);
        parameters.push(token.text);
      }
      this.#skipLines();
      functions.set(name, { parameters, body: this.#block() });
    }
    const unknown = called.find(({ text }) => !functions.has(text));
    if (unknown !== undefined) throw new CommandError(`cmd. line:${unknown.line}: Call to undefined function`);
    return { rules, functions };
  }

  #rule(): Rule {
    let pattern: Pattern = { type: 'always' };
    if (this.#take('BEGIN')) pattern = { type: 'BEGIN' };
    else if (this.#take('END')) pattern = { type: 'END' };
    else if (this.#token.text !== '{' || this.#token.kind !== 'operator') {
      const from = this.#expression();
      if (this.#take(',')) {
        this.#skipLines();
        pattern = { type: 'range', from, to: this.#expression() };
      } else pattern = { type: 'test', test: from };
    }
    if (this.#is('{')) return { pattern, action: this.#block() };
    if (pattern.type === 'BEGIN' || pattern.type === 'END') throw unexpected(this.#token.line);
    return { pattern };
  }

  #block(): Statement {
    this.#expect('{');
    const body: Statement[] = [];
    for (this.#skip(); !this.#take('}'); this.#skip()) body.push(this.#statement());
    return { type: 'block', body };
  }

  #statement(): Statement {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw unexpected(this.#token.line);
    const statement = this.#anyStatement();
    this.#depth -= 1;
    return statement;
  }

  #anyStatement(): Statement {
    if (this.#is('{')) return this.#block();
    if (this.#take(';')) return { type: 'block', body: [] };
    if (this.#take('if')) {
      const test = this.#parenthesized();
      this.#skipLines();
      const yes = this.#statement();
      const at = this.#at;
      this.#skip();
      if (this.#take('else')) {
        this.#skipLines();
        return { type: 'if', test, yes, no: this.#statement() };
      }
      this.#at = at;
      return { type: 'if', test, yes };
    }
    if (this.#take('while')) {
      const test = this.#parenthesized();
      if (this.#take(';')) return { type: 'while', test, body: { type: 'block', body: [] }, isAfter: false };
      this.#skipLines();
      return { type: 'while', test, body: this.#statement(), isAfter: false };
    }
    if (this.#take('do')) {
      this.#skipLines();
      const body = this.#statement();
      this.#skip();
      this.#expect('while');
      return this.#ended({ type: 'while', test: this.#parenthesized(), body, isAfter: true });
    }
    if (this.#take('for')) return this.#for();
    return this.#ended(this.#simple());
  }

  #for(): Statement {
    this.#expect('(');
    const [key, word, name, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (key?.kind === 'name' && word?.text === 'in' && name?.kind === 'name' && close?.text === ')') {
      this.#at += 4;
      this.#skipLines();
      return { type: 'each', key: key.text, name: name.text, body: this.#statement() };
    }
    this.#isInHead = true;
    const start = this.#is(';') ? undefined : this.#simple();
    this.#expect(';');
    this.#skipLines();
    const test = this.#is(';') ? undefined : this.#expression();
    this.#expect(';');
    this.#skipLines();
    const step = this.#is(')') ? undefined : this.#simple();
    this.#expect(')');
    this.#isInHead = false;
    const parts = { ...(start && { start }), ...(test && { test }), ...(step && { step }) };
    if (this.#take(';')) return { type: 'for', ...parts, body: { type: 'block', body: [] } };
    this.#skipLines();
    return { type: 'for', ...parts, body: this.#statement() };
  }

  #simple(): Statement {
    const { kind, text, line } = this.#token;
    if (kind === 'keyword') {
      if (text === 'print' || text === 'printf') return this.#print();
      if (text === 'break' || text === 'continue' || text === 'next' || text === 'nextfile') {
        this.#at += 1;
        return { type: 'leave', how: text };
      }
      if (text === 'exit' || text === 'return') {
        this.#at += 1;
        return this.#isEnd() ? { type: text } : { type: text, value: this.#expression() };
      }
      if (text === 'delete') {
        this.#at += 1;
        const name = this.#next();
        if (name.kind !== 'name') throw unexpected(line);
        return this.#is('[')
          ? { type: 'delete', name: name.text, keys: this.#keys() }
          : { type: 'delete', name: name.text };
      }
      if (text !== 'getline') throw unexpected(line);
    }
    return { type: 'expression', value: this.#expression() };
  }

  #print(): Statement {
    const isFormatted = this.#next().text === 'printf';
    const outer = this.#isInPrint;
    this.#isInPrint = true;
    let args: readonly Expression[] = [];
    if (!this.#isEnd() && !this.#isRedirection()) {
      args = this.#list();
      const [first] = args;
      // The list of all arguments may stand in parentheses.
      if (args.length === 1 && first?.type === 'group') args = first.list;
    }
    let to: Extract<Statement, { type: 'print' }>['to'];
    if (this.#isRedirection()) {
      const kind = this.#next().text as '>' | '>>' | '|';
      to = { kind, name: this.#concatenation() };
    }
    this.#isInPrint = outer;
    return { type: 'print', isFormatted, args, ...(to && { to }) };
  }

  #isRedirection(): boolean {
    return this.#is('>') || this.#is('>>') || this.#is('|');
  }

  #list(): readonly Expression[] {
    const list = [this.#expression()];
    while (this.#take(',')) {
      this.#skipLines();
      list.push(this.#expression());
    }
    return list;
  }

  /** Parses in parentheses, where all operators count again. */
  #inside<Result>(parse: () => Result): Result {
    const [isInPrint, isInHead] = [this.#isInPrint, this.#isInHead];
    [this.#isInPrint, this.#isInHead] = [false, false];
    const result = parse();
    [this.#isInPrint, this.#isInHead] = [isInPrint, isInHead];
    return result;
  }

  #parenthesized(): Expression {
    this.#expect('(');
    const value = this.#inside(() => this.#expression());
    this.#expect(')');
    return value;
  }

  #keys(): readonly Expression[] {
    this.#expect('[');
    const keys = this.#inside(() => this.#list());
    this.#expect(']');
    return keys;
  }

  #expression(): Expression {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw unexpected(this.#token.line);
    const left = this.#condition();
    this.#depth -= 1;
    const { text, kind } = this.#token;
    if (kind !== 'operator' || !assignments.includes(text) || !isTarget(left)) return left;
    this.#at += 1;
    this.#skipLines();
    return { type: 'assign', operator: text, target: left, value: this.#expression() };
  }

  #condition(): Expression {
    const test = this.#either();
    if (!this.#take('?')) return test;
    this.#skipLines();
    const yes = this.#expression();
    this.#skipLines();
    this.#expect(':');
    this.#skipLines();
    return { type: 'condition', test, yes, no: this.#expression() };
  }

  #either(): Expression {
    let left = this.#both();
    while (this.#take('||')) {
      this.#skipLines();
      left = { type: 'binary', operator: '||', left, right: this.#both() };
    }
    return left;
  }

  #both(): Expression {
    let left = this.#membership();
    while (this.#take('&&')) {
      this.#skipLines();
      left = { type: 'binary', operator: '&&', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): Expression {
    let left = this.#matching();
    while (this.#is('in') && !this.#isInHead) {
      this.#at += 1;
      const name = this.#next();
      if (name.kind !== 'name') throw unexpected(name.line);
      left = { type: 'in', keys: left.type === 'group' ? left.list : [left], name: name.text };
    }
    return left;
  }

  #matching(): Expression {
    let left = this.#comparison();
    while (this.#is('~') || this.#is('!~')) {
      const isNegated = this.#next().text === '!~';
      left = { type: 'match', isNegated, text: left, pattern: this.#comparison() };
    }
    return left;
  }

  #comparison(): Expression {
    let left = this.#concatenation();
    for (;;) {
      const { kind, text } = this.#token;
      if (kind === 'operator' && comparisons.includes(text) && !(text === '>' && this.#isInPrint)) {
        this.#at += 1;
        left = { type: 'binary', operator: text, left, right: this.#concatenation() };
      } else if (text === '|' && kind === 'operator' && this.#tokens[this.#at + 1]?.text === 'getline') {
        this.#at += 2;
        left = { type: 'getline', source: { kind: 'command', name: left }, ...this.#optionalTarget() };
      } else return left;
    }
  }

  #concatenation(): Expression {
    let left = this.#sum();
    while (this.#startsValue()) left = { type: 'binary', operator: ' ', left, right: this.#sum() };
    return left;
  }

  /** Whether a value begins here, which is then joined to the one before it. */
  #startsValue(): boolean {
    const { kind, text } = this.#token;
    if (kind === 'operator') return ['$', '!', '(', '-', '+', '++', '--'].includes(text) && text !== '!';
    return ['number', 'string', 'regex', 'name', 'call', 'builtin'].includes(kind);
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.#is('+') || this.#is('-')) {
      const operator = this.#next().text;
      left = { type: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    while (this.#is('*') || this.#is('/') || this.#is('%')) {
      const operator = this.#next().text;
      left = { type: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    const { kind, text } = this.#token;
    if (kind === 'operator' && (text === '!' || text === '-' || text === '+')) {
      this.#at += 1;
      return { type: 'unary', operator: text, value: this.#unary() };
    }
    return this.#power();
  }

  #power(): Expression {
    const left = this.#postfix();
    if (!this.#take('^')) return left;
    // The operator associates to the right, and its exponent may have a sign.
    return { type: 'binary', operator: '^', left, right: this.#unary() };
  }

  #postfix(): Expression {
    const value = this.#primary();
    if (isTarget(value) && (this.#is('++') || this.#is('--')))
      return { type: 'step', by: this.#next().text === '++' ? 1 : -1, isPrefix: false, target: value };
    return value;
  }

  #primary(): Expression {
    const token = this.#next();
    const { kind, text, line } = token;
    if (kind === 'number') return { type: 'number', value: numberOf(text) };
    if (kind === 'string') return { type: 'string', value: text };
    if (kind === 'regex') return { type: 'regex', source: text };
    if (kind === 'name')
      return this.#is('[') ? { type: 'element', name: text, keys: this.#keys() } : { type: 'name', name: text };
    if (kind === 'call' || kind === 'builtin') {
      const args = kind === 'call' || this.#is('(') ? this.#arguments() : [];
      return { type: kind, name: text, args, line };
    }
    if (text === 'getline') {
      const target = this.#optionalTarget();
      if (!this.#take('<')) return { type: 'getline', ...target };
      return { type: 'getline', source: { kind: 'file', name: this.#postfix() }, ...target };
    }
    if (text === '(') {
      this.#skipLines();
      const list = this.#inside(() => this.#list());
      this.#skipLines();
      this.#expect(')');
      return { type: 'group', list };
    }
    if (text === '$') {
      const isStep = this.#is('++') || this.#is('--');
      const index = isStep || this.#is('-') || this.#is('+') || this.#is('!') ? this.#unary() : this.#primary();
      return { type: 'field', index };
    }
    if (text === '++' || text === '--') {
      const target = this.#primary();
      if (!isTarget(target)) throw unexpected(line);
      return { type: 'step', by: text === '++' ? 1 : -1, isPrefix: true, target };
    }
    throw unexpected(line);
  }

  #arguments(): readonly Expression[] {
    this.#expect('(');
    this.#skipLines();
    if (this.#take(')')) return [];
    const args = this.#inside(() => this.#list());
    this.#skipLines();
    this.#expect(')');
    return args;
  }

  #optionalTarget(): { readonly target?: Target } {
    const { kind, text } = this.#token;
    if (kind !== 'name' && !(kind === 'operator' && text === '$')) return {};
    const target = this.#primary();
    return isTarget(target) ? { target } : {};
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', isApart: false, line: 0 };
  }

  #next(): Token {
    const token = this.#token;
    if (token.kind === 'end') throw unexpected(token.line);
    this.#at += 1;
    return token;
  }

  #is(text: string): boolean {
    return (this.#token.kind === 'operator' || this.#token.kind === 'keyword') && this.#token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw unexpected(this.#token.line);
  }

  #isEnd(): boolean {
    return this.#token.kind === 'end' || this.#token.kind === 'newline' || this.#is(';') || this.#is('}');
  }

  #ended(statement: Statement): Statement {
    if (!this.#isEnd() && !this.#is('else')) throw unexpected(this.#token.line);
    if (this.#is(';') || this.#token.kind === 'newline') this.#at += 1;
    return statement;
  }

  #skipLines(): void {
    while (this.#token.kind === 'newline') this.#at += 1;
  }

  #skip(): void {
    while (this.#token.kind === 'newline' || this.#is(';')) this.#at += 1;
  }
}

function isTarget(expression: Expression): expression is Target {
  return expression.type === 'name' || expression.type === 'element' || expression.type === 'field';
}

/** Reads a number of a program, which may be octal or hexadecimal. */
function numberOf(text: string): number {
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
}
