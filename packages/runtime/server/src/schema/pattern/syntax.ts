/** The syntax tree of a regular expression, without groups: nothing is captured. */

export type Syntax =
  | CharacterSyntax
  | AssertionSyntax
  | LookaroundSyntax
  | { readonly kind: 'concatenation'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'alternation'; readonly options: readonly Syntax[] }
  | RepetitionSyntax;

/** One character: a literal, an escape or a class. */
interface CharacterSyntax {
  readonly kind: 'character';
  readonly source: string;
}

export interface AssertionSyntax {
  readonly kind: 'assertion';
  readonly at: '^' | '$' | '\\b' | '\\B';
}

/** `(?=…)`, `(?!…)`, `(?<=…)` or `(?<!…)`. */
export interface LookaroundSyntax {
  readonly kind: 'lookaround';
  readonly of: Syntax;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
}

interface RepetitionSyntax {
  readonly kind: 'repetition';
  readonly of: Syntax;
  readonly min: number;
  /** `Infinity` if there is no maximum. */
  readonly max: number;
}

/** Returns the syntax of the reversed texts. What assertions say of a position does not depend on the direction. */
export function reversed(syntax: Syntax): Syntax {
  switch (syntax.kind) {
    case 'concatenation':
      return { kind: 'concatenation', parts: syntax.parts.map(reversed).reverse() };
    case 'alternation':
      return { kind: 'alternation', options: syntax.options.map(reversed) };
    case 'repetition':
      return { ...syntax, of: reversed(syntax.of) };
    default:
      return syntax;
  }
}
