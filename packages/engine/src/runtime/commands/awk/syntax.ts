/** The syntax tree of a program of awk. */

export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  /** A regular expression; alone, it is matched with the record. */
  | { readonly type: 'regex'; readonly source: string }
  | Target
  | { readonly type: 'group'; readonly list: readonly Expression[] }
  | { readonly type: 'unary'; readonly operator: '!' | '-' | '+'; readonly value: Expression }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'condition'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: 'assign'; readonly operator: string; readonly target: Target; readonly value: Expression }
  | { readonly type: 'step'; readonly by: 1 | -1; readonly isPrefix: boolean; readonly target: Target }
  | { readonly type: 'in'; readonly keys: readonly Expression[]; readonly name: string }
  | { readonly type: 'match'; readonly isNegated: boolean; readonly text: Expression; readonly pattern: Expression }
  | { readonly type: 'builtin'; readonly name: string; readonly args: readonly Expression[]; readonly line: number }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly line: number }
  | {
      readonly type: 'getline';
      readonly target?: Target;
      readonly source?: { readonly kind: 'file' | 'command'; readonly name: Expression };
    };

export type Target =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'element'; readonly name: string; readonly keys: readonly Expression[] }
  | { readonly type: 'field'; readonly index: Expression };

export type Statement =
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'expression'; readonly value: Expression }
  | {
      readonly type: 'print';
      readonly isFormatted: boolean;
      readonly args: readonly Expression[];
      readonly to?: { readonly kind: '>' | '>>' | '|'; readonly name: Expression };
    }
  | { readonly type: 'if'; readonly test: Expression; readonly yes: Statement; readonly no?: Statement }
  | { readonly type: 'while'; readonly test: Expression; readonly body: Statement; readonly isAfter: boolean }
  | {
      readonly type: 'for';
      readonly start?: Statement;
      readonly test?: Expression;
      readonly step?: Statement;
      readonly body: Statement;
    }
  | { readonly type: 'each'; readonly key: string; readonly name: string; readonly body: Statement }
  | { readonly type: 'delete'; readonly name: string; readonly keys?: readonly Expression[] }
  | { readonly type: 'leave'; readonly how: 'break' | 'continue' | 'next' | 'nextfile' }
  | { readonly type: 'exit' | 'return'; readonly value?: Expression };

export type Pattern =
  | { readonly type: 'always' | 'BEGIN' | 'END' }
  | { readonly type: 'test'; readonly test: Expression }
  | { readonly type: 'range'; readonly from: Expression; readonly to: Expression };

export interface AwkRule {
  readonly pattern: Pattern;
  /** Without one, the record is printed. */
  readonly action?: Statement;
}

export interface UserFunction {
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface AwkProgram {
  readonly rules: readonly AwkRule[];
  readonly functions: ReadonlyMap<string, UserFunction>;
}
