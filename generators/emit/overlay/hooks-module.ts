/** The interfaces of the handwritten hooks, and the conversions that require them: a missing hook does not compile. */
import {
  call,
  comment,
  entryKey,
  identifier,
  literal,
  mention,
  object,
  returning,
  uniqueName,
  wrapped,
  type CodeModule,
  type Declaration,
  type PropertyStructure,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { HookRule, ConversionDirection, ConversionRule } from '../../ir/index.js';
import type { OverlayNames } from './names.js';
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
}

/** Returns both conversions with their hooks. @param operationsOf returns the operations that a rule acts on */
export function bridgesOf(
  [older, newer]: readonly [string, string],
  rules: readonly ConversionRule[],
  operationsOf: (rule: HookRule) => readonly string[],
): readonly [Bridge, Bridge] {
  const hooks = (directions: readonly ConversionDirection[]) => hooksOf(rules, directions, operationsOf);
  return [
    { which: 'older', client: older, engine: newer, hooks: hooks(['request.upgrade', 'response.downgrade']) },
    { which: 'newer', client: newer, engine: older, hooks: hooks(['request.downgrade', 'response.upgrade']) },
  ];
}

function hooksOf(
  rules: readonly ConversionRule[],
  directions: readonly ConversionDirection[],
  operationsOf: (rule: HookRule) => readonly string[],
): readonly NamedHook[] {
  const wanted = rules.filter((rule): rule is HookRule => rule.rule === 'hook' && directions.includes(rule.direction));
  const names = [...new Set(wanted.map(({ hook }) => hook))];
  const taken = new Set<string>();
  return names.map((name) => {
    const own = wanted.filter(({ hook }) => hook === name);
    const each = (part: (rule: HookRule) => readonly string[]) => [...new Set(own.flatMap(part))];
    return {
      name,
      property: uniqueName(identifier(name), taken),
      questions: each(({ question }) => [question]),
      descriptions: each(({ description }) => [description]),
      operations: each(operationsOf),
      differences: each(({ difference }) => [difference]),
    };
  });
}

export function hooksModule(bridges: readonly Bridge[], names: OverlayNames): CodeModule {
  return {
    ...names.module('hooks'),
    about: 'Conversion hooks: code that decides where rules cannot.',
    declarations: bridges.map((bridge) => hooksInterface(bridge, names)),
    reexports: [],
  };
}

/** @param exactNames whether names in requests are matched exactly */
export function bridgesModule(bridges: readonly Bridge[], names: OverlayNames, exactNames: boolean): CodeModule {
  return {
    ...names.module('bridges'),
    about: 'Both conversions, with given conversion hooks.',
    declarations: bridges.map((bridge) => bridgeFunction(bridge, names, exactNames)),
    reexports: [],
  };
}

function hooksInterface({ which, client, engine, hooks }: Bridge, names: OverlayNames): Declaration {
  const symbol = names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'hooks');
  const about = comment([`The conversion hooks for clients of ${client} with an implementation of ${engine}.`]);
  const properties = hooks.map(({ property, questions, descriptions, operations, differences }): PropertyStructure => {
    const named = differences.map((id) => `\`${id}\``).join(', ');
    const docs = wrapped(comment([...questions, ...descriptions, `Wraps ${operations.join(', ')} (${named}).`]));
    const kind = StructureKind.PropertySignature;
    return { kind, name: property, isReadonly: true, type: runtime('Hook'), docs: [docs] };
  });
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs: [about], properties }],
  };
}

function bridgeFunction(
  { which, client, engine, hooks }: Bridge,
  names: OverlayNames,
  exactNames: boolean,
): Declaration {
  const symbol = names.value(`${which}ClientsWith`, 'bridges');
  const type = mention(names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'hooks'));
  const entries = hooks.map(({ name, property }) => [entryKey(name), `hooks.${property}`] as const);
  const conversion = object(
    [
      ['client', literal(client)],
      ['engine', literal(engine)],
      ['requests', literal(which === 'older' ? 'upgrade' : 'downgrade')],
      ['operations', mention(names.value('rules', 'rules'))],
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
