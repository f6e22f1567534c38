/** Regular expressions of `match` and `search`, in time linear to the text: I-Regexp (RFC 9485), run by RE2. */
import { RE2JS } from 're2js';
import type { Budget } from './budget.js';

const stepsPerUnit = 5;
/** Longer expressions are compiled slowly, and none of their texts matches. */
const maxLength = 10_000;
/** A target may take its expressions from the document, one for each node. */
const maxCompiled = 100;

/** The expressions of one evaluation of a path. */
export class LinearExpressions {
  readonly #compiled = new Map<string, RE2JS | undefined>();

  constructor(private readonly budget: Budget) {}

  /** Whether the pattern matches the text, or with `isPart` a part of it. An invalid pattern matches nothing. */
  matches(pattern: string, text: string, isPart: boolean): boolean {
    const expression = this.#expression(pattern);
    if (expression === undefined) return false;
    this.budget.spend((text.length * expression.programSize()) / stepsPerUnit);
    return isPart ? expression.matcher(text).find() : expression.matches(text);
  }

  #expression(pattern: string): RE2JS | undefined {
    if (this.#compiled.has(pattern)) return this.#compiled.get(pattern);
    const expression = this.#compile(pattern);
    if (this.#compiled.size >= maxCompiled) this.#compiled.clear();
    this.#compiled.set(pattern, expression);
    return expression;
  }

  #compile(pattern: string): RE2JS | undefined {
    // Repetitions are written out.
    this.budget.spend(100 * Math.min(pattern.length, maxLength));
    if (pattern.length > maxLength) return undefined;
    try {
      return RE2JS.compile(withoutLineEnds(pattern));
    } catch {
      return undefined;
    }
  }
}

/** Replaces the dots: in I-Regexp, they match neither of the two characters that end a line. */
function withoutLineEnds(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./g, (part) => (part === '.' ? '[^\\n\\r]' : part));
}
