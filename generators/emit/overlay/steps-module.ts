/** The interfaces of the handwritten steps, and the conversions that require them: a missing step does not compile. */
import {
  call,
  comment,
  entryKey,
  identifier,
  literal,
  mention,
  object,
  returning,
  wrapped,
  type CodeModule,
  type Declaration,
  type PropertyStructure,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { StepRule, ConversionDirection, ConversionRule } from '../../ir/index.js';
import type { OverlayNames } from './names.js';
import { runtime } from './runtime.js';

/** The conversion for clients of one version on an implementation of the other. */
export interface Bridge {
  readonly which: 'older' | 'newer';
  readonly client: string;
  readonly engine: string;
  readonly steps: readonly NamedStep[];
}

export interface NamedStep {
  /** The name in the overlay: `unnamed-pets`. */
  readonly name: string;
  /** The name of the property: `unnamedPets`. */
  readonly member: string;
  readonly asks: readonly string[];
  readonly says: readonly string[];
  readonly operations: readonly string[];
  readonly differences: readonly string[];
}

/** Returns both conversions with their steps. @param operationsOf returns the operations that a rule acts on */
export function bridgesOf(
  [older, newer]: readonly [string, string],
  rules: readonly ConversionRule[],
  operationsOf: (rule: StepRule) => readonly string[],
): readonly [Bridge, Bridge] {
  const steps = (directions: readonly ConversionDirection[]) => stepsOf(rules, directions, operationsOf);
  return [
    { which: 'older', client: older, engine: newer, steps: steps(['request.up', 'response.down']) },
    { which: 'newer', client: newer, engine: older, steps: steps(['request.down', 'response.up']) },
  ];
}

function stepsOf(
  rules: readonly ConversionRule[],
  directions: readonly ConversionDirection[],
  operationsOf: (rule: StepRule) => readonly string[],
): readonly NamedStep[] {
  const wanted = rules.filter((rule): rule is StepRule => rule.rule === 'step' && directions.includes(rule.direction));
  const names = [...new Set(wanted.map(({ step }) => step))];
  return names.map((name) => {
    const own = wanted.filter(({ step }) => step === name);
    const each = (part: (rule: StepRule) => readonly string[]) => [...new Set(own.flatMap(part))];
    return {
      name,
      member: identifier(name),
      asks: each(({ asks }) => [asks]),
      says: each(({ says }) => [says]),
      operations: each(operationsOf),
      differences: each(({ difference }) => [difference]),
    };
  });
}

export function stepsModule(bridges: readonly Bridge[], names: OverlayNames): CodeModule {
  return {
    ...names.module('steps'),
    about: 'Conversion hooks: code that decides where rules cannot.',
    declarations: bridges.map((bridge) => stepsInterface(bridge, names)),
    reexports: [],
  };
}

export function bridgesModule(bridges: readonly Bridge[], names: OverlayNames): CodeModule {
  return {
    ...names.module('bridges'),
    about: 'Both conversions, with given conversion hooks.',
    declarations: bridges.map((bridge) => bridgeFunction(bridge, names)),
    reexports: [],
  };
}

function stepsInterface({ which, client, engine, steps }: Bridge, names: OverlayNames): Declaration {
  const symbol = names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientSteps`, 'steps');
  const about = comment([`The conversion hooks for clients of ${client} with an implementation of ${engine}.`]);
  const properties = steps.map(({ member, asks, says, operations, differences }): PropertyStructure => {
    const named = differences.map((id) => `\`${id}\``).join(', ');
    const docs = wrapped(comment([...asks, ...says, `Wraps ${operations.join(', ')} (${named}).`]));
    const kind = StructureKind.PropertySignature;
    return { kind, name: member, isReadonly: true, type: runtime('Step'), docs: [docs] };
  });
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs: [about], properties }],
  };
}

function bridgeFunction({ which, client, engine, steps }: Bridge, names: OverlayNames): Declaration {
  const symbol = names.value(`${which}ClientsWith`, 'bridges');
  const type = mention(names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientSteps`, 'steps'));
  const entries = steps.map(({ name, member }) => [entryKey(name), `steps.${member}`] as const);
  const conversion = object(
    [
      ['client', literal(client)],
      ['engine', literal(engine)],
      ['requests', literal(which === 'older' ? 'up' : 'down')],
      ['operations', mention(names.value('rules', 'rules'))],
      ['steps', object(entries, 'open')],
    ],
    'open',
  );
  return {
    symbols: [symbol],
    statements: [
      returning({
        name: symbol.name,
        // Without steps, the parameter remains so that both functions can be called in the same way.
        parameters: [[steps.length === 0 ? '_steps' : 'steps', type]],
        returnType: runtime('Conversion'),
        returned: call(runtime('conversionOf'), conversion),
        comment: comment([`Serves clients of ${client} with an implementation of ${engine}.`]),
      }),
    ],
  };
}
