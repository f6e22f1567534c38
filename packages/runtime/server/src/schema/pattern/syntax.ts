/** The syntax tree of a regular expression, without groups: nothing is captured. */

export type Syntax =
  | CharacterSyntax
  | AssertionSyntax
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

interface RepetitionSyntax {
  readonly kind: 'repetition';
  readonly of: Syntax;
  readonly min: number;
  /** `Infinity` if there is no maximum. */
  readonly max: number;
}
