/** The rules that rename one sort of names, and which of them were of use. */
import { LadingError } from '../diagnostics/index.js';
import type { Renames } from '../document/index.js';

interface RenamingRule {
  readonly pattern: string;
  readonly expression: RegExp;
  readonly replacement: string;
}

export class Renaming {
  readonly #rules: readonly RenamingRule[];
  readonly #used = new Set<RenamingRule>();

  /**
   * @param place the place of the rules, for errors
   * @param what what is renamed: `schema`
   * @throws CONFIG_STRUCTURE for a rule with more than one `*` on a side, or with one in the new name only
   */
  constructor(
    renames: Renames = {},
    private readonly place: string,
    private readonly what: string,
  ) {
    this.#rules = Object.entries(renames).map(([pattern, replacement]) => {
      const [before, after] = [stars(pattern), stars(replacement)];
      if (before > 1 || after > before)
        throw this.#error(
          `The rename of "${pattern}" to "${replacement}" has ${before > 1 ? 'more than one "*"' : 'a "*" without a counterpart'}`,
          'Write one "*" at most, and in the new name only if the present one has it',
        );
      const escaped = pattern.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replace('*', '(.*)');
      return { pattern, expression: new RegExp(`^${escaped}$`, 's'), replacement };
    });
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Returns the new name of what has these names, or undefined if no rule matches. */
  newName(...names: readonly string[]): string | undefined {
    for (const rule of this.#rules) {
      for (const name of names) {
        const match = rule.expression.exec(name);
        if (match === null) continue;
        this.#used.add(rule);
        // A function, since "$" has no meaning in a name.
        return rule.replacement.replace('*', () => match[1] ?? '');
      }
    }
    return undefined;
  }

  /** @throws CONFIG_STRUCTURE if a rule was never of use */
  assertAllUsed(): void {
    const unused = this.#rules.find((rule) => !this.#used.has(rule));
    if (unused === undefined) return;
    throw this.#error(
      `"${unused.pattern}" is the name of no ${this.what} of any version, or an earlier rule renames it`,
      'Correct or remove it. Case matters',
    );
  }

  #error(subject: string, remedy: string): LadingError {
    return new LadingError({ code: 'CONFIG_STRUCTURE', subject, place: this.place, remedy });
  }
}

function stars(text: string): number {
  return text.split('*').length - 1;
}

/** The error for two names that become the same. */
export function collision(
  what: string,
  [first, second]: readonly [string, string],
  name: string,
  document: string,
): LadingError {
  return new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The ${what} "${first}" and "${second}" both become "${name}"`,
    place: document,
    remedy: 'Give one of them another name in "names" of the configuration',
  });
}
