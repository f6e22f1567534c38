/** The named state sets → one constant, for programs that display or check states. */
import {
  comment,
  commented,
  constant,
  entryKey,
  list,
  literal,
  object,
  objectType,
  propertyKey,
  union,
  wrapped,
  type Code,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
  type StateSet,
} from '../../emitter/index.js';
import { aliasOf } from './schemas.js';

export function stateSetsDeclaration(sets: readonly StateSet[], home: ModuleId): Declaration {
  const symbol: CodeSymbol = { name: 'stateSets', home, value: true };
  const names = union(sets.map(({ name }) => literal(name)));
  return {
    symbols: [symbol, { name: 'StateSetName', home }],
    statements: [
      namedStates,
      aliasOf('StateSetName', names, [`The names of {@link ${symbol.name}}.`]),
      constant({
        name: symbol.name,
        type: objectType(
          sets.map(({ name }) => [`readonly ${propertyKey(name)}`, 'NamedStates']),
          'open',
        ),
        value: object(
          sets.map((set) => [entryKey(set.name), commented(docs(set), members(set))]),
          'open',
        ),
        comment:
          'The named sets of states of the API: the properties that contain a state, its values, and the transitions between them.',
      }),
    ],
  };
}

// Typed explicitly, not `as const`, for which the compiler creates a tuple type of every array in every program.
const namedStates = [
  'interface NamedStates {',
  '  readonly fields: readonly string[];',
  '  readonly values: readonly string[];',
  '  /** Without `from` the resource is created, without `to` it is removed. */',
  '  readonly transitions: readonly { readonly from?: string; readonly to?: string; readonly on?: string }[];',
  '}',
].join('\n');

function docs({ description, rules }: StateSet): string {
  return wrapped(comment([description, ...rules]));
}

function members({ fields, values, transitions }: StateSet): Code {
  return object(
    [
      ['fields', list(fields.map(literal))],
      ['values', list(values.map(({ value }) => literal(value)))],
      ['transitions', list(transitions.map((step) => object(Object.entries(step).map(textEntry))))],
    ],
    'open',
  );
}

function textEntry([key, value]: readonly [string, string]): readonly [string, string] {
  return [key, literal(value)];
}
