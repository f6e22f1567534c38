/** The interfaces of the handwritten hooks, and the conversions that require them: a missing hook does not compile. */
import {
  call,
  camelCase,
  comment,
  entryKey,
  literal,
  generic,
  mention,
  object,
  objectType,
  returning,
  union,
  uniqueName,
  wrapped,
  type Declaration,
  type PropertyStructure,
  type TypeCode,
  StructureKind,
  type ConversionDirection,
  type ConversionRule,
  type ConvertedValue,
  type ConvertRule,
  type HookRule,
} from '../../emitter/index.js';
import type { ConvertedStep } from './emit-conversion.js';
import type { ConversionNames } from './names.js';
import { runtime } from './runtime.js';

/** The conversion for clients of one version on an implementation of the other. */
export interface Bridge {
  readonly which: 'older' | 'newer';
  readonly client: string;
  readonly engine: string;
  readonly hooks: readonly NamedHook[];
}

export interface NamedHook {
  /** The name in the overlay: `unnamed-pets`. */
  readonly name: string;
  /** The name of the property: `unnamedPets`. */
  readonly property: string;
  readonly questions: readonly string[];
  readonly descriptions: readonly string[];
  readonly operations: readonly string[];
  readonly differences: readonly string[];
  /** The functions of a pair, by the messages that they convert; undefined for code around operations. */
  readonly functions?: readonly ConvertFunction[];
}

interface ConvertFunction {
  readonly message: 'request' | 'response';
  /** The direction from the older version to the newer one. */
  readonly isUpgrade: boolean;
  readonly value: ConvertedValue;
}

type AnyHookRule = HookRule | ConvertRule;

/** What is known about the rules that call hooks. */
interface HookFacts {
  /** Returns the operations that a rule acts on. */
  readonly operationsOf: (rule: AnyHookRule) => readonly string[];
  readonly convertedBy: (rule: ConvertRule) => ConvertedValue;
}

/** Returns both conversions with their hooks. */
export function bridgesOf(
  [older, newer]: readonly [string, string],
  rules: readonly ConversionRule[],
  facts: HookFacts,
): readonly [Bridge, Bridge] {
  const hooks = (directions: readonly ConversionDirection[]) => hooksOf(rules, directions, facts);
  return [
    { which: 'older', client: older, engine: newer, hooks: hooks(['request.upgrade', 'response.downgrade']) },
    { which: 'newer', client: newer, engine: older, hooks: hooks(['request.downgrade', 'response.upgrade']) },
  ];
}

function hooksOf(
  rules: readonly ConversionRule[],
  directions: readonly ConversionDirection[],
  { operationsOf, convertedBy }: HookFacts,
): readonly NamedHook[] {
  const wanted = rules.filter(
    (rule): rule is AnyHookRule =>
      (rule.rule === 'hook' || rule.rule === 'convert') && directions.includes(rule.direction),
  );
  const names = [...new Set(wanted.map(({ hook }) => hook))];
  const taken = new Set<string>();
  return names.map((name) => {
    const own = wanted.filter(({ hook }) => hook === name);
    const converts = own.filter((rule): rule is ConvertRule => rule.rule === 'convert');
    const each = (part: (rule: AnyHookRule) => readonly string[]) => [...new Set(own.flatMap(part))];
    return {
      name,
      property: uniqueName(camelCase(name), taken),
      questions: each(({ question }) => [question]),
      descriptions: each(({ description }) => [description]),
      operations: each(operationsOf),
      differences: each(({ difference }) => [difference]),
      ...(converts.length > 0 && { functions: functionsOf(converts, convertedBy) }),
    };
  });
}

/** Returns one function for each kind of message. */
function functionsOf(
  rules: readonly ConvertRule[],
  convertedBy: (rule: ConvertRule) => ConvertedValue,
): readonly ConvertFunction[] {
  return (['request', 'response'] as const).flatMap((message): readonly ConvertFunction[] => {
    const rule = rules.find(({ direction }) => direction.startsWith(message));
    return rule === undefined
      ? []
      : [{ message, isUpgrade: rule.direction.endsWith('.upgrade'), value: convertedBy(rule) }];
  });
}

/** Returns the interface of the conversion hooks: code that decides where rules cannot. */
export function hooksInterface(
  { which, client, engine, hooks }: Bridge,
  names: ConversionNames,
  types: ConvertedStep['types'],
): Declaration {
  const symbol = names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'clients');
  const about = comment([`The conversion hooks for clients of ${client} with an implementation of ${engine}.`]);
  const properties = hooks.map(({ property, functions, ...texts }): PropertyStructure => {
    const docs = wrapped(comment(functions === undefined ? aboutWrapping(texts) : aboutFunctions(texts)));
    const kind = StructureKind.PropertySignature;
    const type = functions === undefined ? runtime('Hook') : pairType(functions, types);
    return { kind, name: property, isReadonly: true, type, docs: [docs] };
  });
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs: [about], properties }],
  };
}

type HookTexts = Pick<NamedHook, 'questions' | 'descriptions' | 'operations' | 'differences'>;

function aboutWrapping({ questions, descriptions, operations, differences }: HookTexts): readonly string[] {
  const named = differences.map((id) => `\`${id}\``).join(', ');
  return [...questions, ...descriptions, `Wraps ${operations.join(', ')} (${named}).`];
}

/** A value may be in the messages of any number of operations: one paragraph is enough. */
function aboutFunctions({ questions, descriptions, operations }: HookTexts): readonly string[] {
  const more = operations.length - SHOWN;
  const shown = `${operations.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [`${[...questions, ...descriptions].join(' ')} In ${shown}.`];
}

const SHOWN = 3;

function pairType(functions: readonly ConvertFunction[], types: ConvertedStep['types']): TypeCode {
  return objectType(functions.map((each) => [`readonly ${each.message}`, functionType(each, types)]));
}

function functionType({ isUpgrade, value }: ConvertFunction, types: ConvertedStep['types']): TypeCode {
  const { absent, owners } = value;
  if (types === undefined) return generic(runtime('ConvertValue'), 'unknown', 'unknown', 'unknown');
  const [source, target] = isUpgrade ? [types.older, types.newer] : [types.newer, types.older];
  const [from, to] = isUpgrade ? value.types : [value.types[1], value.types[0]];
  const names = owners.map((pair) => pair[isUpgrade ? 0 : 1]).filter((name) => name !== '');
  const of = names.map((name) => source.text({ kind: 'reference', name }));
  return generic(
    runtime('ConvertValue'),
    union([from === undefined ? 'undefined' : source.text(from), ...(absent ? ['undefined'] : [])]),
    of.length === 0 ? 'unknown' : union(of),
    to === undefined ? 'undefined' : target.text(to),
  );
}

/** Returns the conversion with given conversion hooks. @param exactNames whether names in requests are matched exactly */
export function bridgeFunction(
  { which, client, engine, hooks }: Bridge,
  names: ConversionNames,
  exactNames: boolean,
): Declaration {
  const symbol = names.value(`${which}ClientsWith`, 'clients');
  const type = mention(names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'clients'));
  const entries = hooks.map(({ name, property }) => [entryKey(name), `hooks.${property}`] as const);
  const conversion = object(
    [
      ['client', literal(client)],
      ['engine', literal(engine)],
      ['requests', literal(which === 'older' ? 'upgrade' : 'downgrade')],
      ['operations', mention(names.value('rules', 'clients'))],
      ['hooks', object(entries, 'open')],
      ...(exactNames ? [['exactNames', 'true'] as const] : []),
    ],
    'open',
  );
  return {
    symbols: [symbol],
    statements: [
      returning({
        name: symbol.name,
        // Without hooks, the parameter remains so that both functions can be called in the same way.
        parameters: [[hooks.length === 0 ? '_hooks' : 'hooks', type]],
        returnType: runtime('Conversion'),
        returned: call(runtime('conversionOf'), conversion),
        comment: comment([`Serves clients of ${client} with an implementation of ${engine}.`]),
      }),
    ],
  };
}
