/** Parses a program of awk. */
import { CommandError } from '../command.js';
import { ExpressionParser } from './parse-expression.js';
import type { AwkProgram, AwkRule, Expression, Pattern, Statement, UserFunction } from './syntax.js';
import { tokensOf, unexpected, type Token } from './tokens.js';

/** @throws CommandError `cmd. line:1: Unexpected token` */
export function parse(text: string): AwkProgram {
  return new ProgramParser(tokensOf(text)).program();
}

class ProgramParser extends ExpressionParser {
  program(): AwkProgram {
    const rules: AwkRule[] = [];
    const functions = new Map<string, UserFunction>();
    const called: Token[] = [];
    for (const [index, token] of this.tokens.entries())
      if (token.kind === 'call' && this.tokens[index - 1]?.text !== 'function') called.push(token);
    for (this.skip(); this.token.kind !== 'end'; this.skip()) {
      if (!this.take('function')) {
        rules.push(this.#rule());
        continue;
      }
      const name = this.next().text;
      this.expect('(');
      const parameters: string[] = [];
      while (!this.take(')')) {
        if (parameters.length > 0) this.expect(',');
        this.skipLines();
        const token = this.next();
        if (token.kind !== 'name') throw unexpected(token.line);
        parameters.push(token.text);
      }
      this.skipLines();
      functions.set(name, { parameters, body: this.#block() });
    }
    const unknown = called.find(({ text }) => !functions.has(text));
    if (unknown !== undefined) throw new CommandError(`cmd. line:${unknown.line}: Call to undefined function`);
    return { rules, functions };
  }

  #rule(): AwkRule {
    let pattern: Pattern = { type: 'always' };
    if (this.take('BEGIN')) pattern = { type: 'BEGIN' };
    else if (this.take('END')) pattern = { type: 'END' };
    else if (this.token.text !== '{' || this.token.kind !== 'operator') {
      const from = this.expression();
      if (this.take(',')) {
        this.skipLines();
        pattern = { type: 'range', from, to: this.expression() };
      } else pattern = { type: 'test', test: from };
    }
    if (this.is('{')) return { pattern, action: this.#block() };
    if (pattern.type === 'BEGIN' || pattern.type === 'END') throw unexpected(this.token.line);
    return { pattern };
  }

  #block(): Statement {
    this.expect('{');
    const body: Statement[] = [];
    for (this.skip(); !this.take('}'); this.skip()) body.push(this.#statement());
    return { type: 'block', body };
  }

  #statement(): Statement {
    return this.nested(() => this.#anyStatement());
  }

  #anyStatement(): Statement {
    if (this.is('{')) return this.#block();
    if (this.take(';')) return { type: 'block', body: [] };
    if (this.take('if')) {
      const test = this.parenthesized();
      this.skipLines();
      const yes = this.#statement();
      const at = this.at;
      this.skip();
      if (this.take('else')) {
        this.skipLines();
        return { type: 'if', test, yes, no: this.#statement() };
      }
      this.at = at;
      return { type: 'if', test, yes };
    }
    if (this.take('while')) {
      const test = this.parenthesized();
      if (this.take(';')) return { type: 'while', test, body: { type: 'block', body: [] }, isAfter: false };
      this.skipLines();
      return { type: 'while', test, body: this.#statement(), isAfter: false };
    }
    if (this.take('do')) {
      this.skipLines();
      const body = this.#statement();
      this.skip();
      this.expect('while');
      return this.#ended({ type: 'while', test: this.parenthesized(), body, isAfter: true });
    }
    if (this.take('for')) return this.#for();
    return this.#ended(this.#simple());
  }

  #for(): Statement {
    this.expect('(');
    const [key, word, name, close] = this.tokens.slice(this.at, this.at + 4);
    if (key?.kind === 'name' && word?.text === 'in' && name?.kind === 'name' && close?.text === ')') {
      this.at += 4;
      this.skipLines();
      return { type: 'each', key: key.text, name: name.text, body: this.#statement() };
    }
    this.isInHead = true;
    const start = this.is(';') ? undefined : this.#simple();
    this.expect(';');
    this.skipLines();
    const test = this.is(';') ? undefined : this.expression();
    this.expect(';');
    this.skipLines();
    const step = this.is(')') ? undefined : this.#simple();
    this.expect(')');
    this.isInHead = false;
    const parts = { ...(start && { start }), ...(test && { test }), ...(step && { step }) };
    if (this.take(';')) return { type: 'for', ...parts, body: { type: 'block', body: [] } };
    this.skipLines();
    return { type: 'for', ...parts, body: this.#statement() };
  }

  #simple(): Statement {
    const { kind, text, line } = this.token;
    if (kind === 'keyword') {
      if (text === 'print' || text === 'printf') return this.#print();
      if (text === 'break' || text === 'continue' || text === 'next' || text === 'nextfile') {
        this.at += 1;
        return { type: 'leave', how: text };
      }
      if (text === 'exit' || text === 'return') {
        this.at += 1;
        return this.isEnd() ? { type: text } : { type: text, value: this.expression() };
      }
      if (text === 'delete') {
        this.at += 1;
        const name = this.next();
        if (name.kind !== 'name') throw unexpected(line);
        return this.is('[')
          ? { type: 'delete', name: name.text, keys: this.keys() }
          : { type: 'delete', name: name.text };
      }
      if (text !== 'getline') throw unexpected(line);
    }
    return { type: 'expression', value: this.expression() };
  }

  #print(): Statement {
    const isFormatted = this.next().text === 'printf';
    const outer = this.isInPrint;
    this.isInPrint = true;
    let args: readonly Expression[] = [];
    if (!this.isEnd() && !this.#isRedirection()) {
      args = this.list();
      const [first] = args;
      // The list of all arguments may stand in parentheses.
      if (args.length === 1 && first?.type === 'group') args = first.list;
    }
    let to: Extract<Statement, { type: 'print' }>['to'];
    if (this.#isRedirection()) {
      const kind = this.next().text as '>' | '>>' | '|';
      to = { kind, name: this.concatenation() };
    }
    this.isInPrint = outer;
    return { type: 'print', isFormatted, args, ...(to && { to }) };
  }

  #isRedirection(): boolean {
    return this.is('>') || this.is('>>') || this.is('|');
  }

  #ended(statement: Statement): Statement {
    if (!this.isEnd() && !this.is('else')) throw unexpected(this.token.line);
    if (this.is(';') || this.token.kind === 'newline') this.at += 1;
    return statement;
  }
}
