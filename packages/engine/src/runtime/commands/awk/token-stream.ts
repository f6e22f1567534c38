/** The tokens of a program of awk, one after the other. */
import { unexpected, type Token } from './tokens.js';

/** How deep expressions and statements may be nested. */
const maxDepth = 500;

export abstract class TokenStream {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Parses what may contain itself. */
  protected nested<Result>(parse: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw unexpected(this.token.line);
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  protected get token(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', isApart: false, line: 0 };
  }

  protected next(): Token {
    const token = this.token;
    if (token.kind === 'end') throw unexpected(token.line);
    this.at += 1;
    return token;
  }

  protected is(text: string): boolean {
    return (this.token.kind === 'operator' || this.token.kind === 'keyword') && this.token.text === text;
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) throw unexpected(this.token.line);
  }

  protected isEnd(): boolean {
    return this.token.kind === 'end' || this.token.kind === 'newline' || this.is(';') || this.is('}');
  }

  protected skipLines(): void {
    while (this.token.kind === 'newline') this.at += 1;
  }

  protected skip(): void {
    while (this.token.kind === 'newline' || this.is(';')) this.at += 1;
  }
}
