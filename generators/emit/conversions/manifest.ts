/** What the package.json and the README of a conversion package say. */
import {
  conversionRuntime,
  packageName,
  shortVersion,
  titleLine,
  type Naming,
  type PackageManifest,
  type PackageReadme,
  type PlacedRule,
} from '../../emitter/index.js';
import type { EmittedConversion } from './emit-conversion.js';
import type { EntryInput } from './emit-entry.js';
import { readmeTemplate, readmeWithHooksTemplate } from './readme-template.js';

export function manifestOf(emitted: EmittedConversion, input: EntryInput, naming: Naming): PackageManifest {
  const { older, newer, hooks } = input;
  const isHooked = emitted.bridges.some((bridge) => bridge.hooks.length > 0);
  const versions = `${shortVersion(older.version)} and ${shortVersion(newer.version)}`;
  return {
    description: `Converts messages of ${titleLine(newer.title)} between the versions ${versions}`,
    runtime: conversionRuntime,
    globals: ['node'],
    ...(hooks !== undefined && isHooked && { dependencies: { [hooks.package]: hooks.version } }),
    readme: readmeOf(emitted, input, naming),
  };
}

function readmeOf(
  { operations, differences, bridges, isComplete }: EmittedConversion,
  { older, newer, hooks }: EntryInput,
  naming: Naming,
): PackageReadme {
  const byDifference = new Map<string | undefined, PlacedRule[]>();
  for (const rule of operations.flatMap((operation) => Object.values(operation.rules).flat())) {
    const found = byDifference.get(rule.difference);
    if (found === undefined) byDifference.set(rule.difference, [rule]);
    else found.push(rule);
  }
  const rows = differences.map(({ id, descriptions, operations: where }) => {
    const textOf = (directions: readonly string[]) => {
      const sentences = (byDifference.get(id) ?? [])
        .filter(({ direction }) => directions.includes(direction))
        .map((rule) => rule.description);
      return sentences.length === 0 ? '–' : cell([...new Set(sentences)].join(' '));
    };
    return {
      id,
      operations: where.length === 0 ? '–' : where.join(', '),
      what: cell(descriptions[0] ?? ''),
      older: textOf(['request.upgrade', 'response.downgrade']),
      newer: textOf(['request.downgrade', 'response.upgrade']),
    };
  });
  const types = [older, newer].map((api) => packageName(naming, 'types', api.version));
  return {
    template: isComplete ? readmeWithHooksTemplate : readmeTemplate,
    facts: {
      older: shortVersion(older.version),
      newer: shortVersion(newer.version),
      types: types.map((name) => `\`${name}\``).join(' and '),
      olderContract: packageName(naming, 'contract', older.version),
      newerServer: packageName(naming, 'server', newer.version),
      first: operations[0]?.id ?? 'operation',
      olderHooks: bridges[0].hooks.map(({ property }) => property).join(', '),
      hook: bridges.find(({ which }) => which === 'newer')?.hooks[0]?.property ?? '',
      differing: operations.length,
      all: newer.operations.length,
      seen: rows.filter(({ operations: where }) => where !== '–'),
      unseen: rows.filter(({ operations: where }) => where === '–'),
      hooksPackage: hooks?.package ?? '',
      hooks: bridges.flatMap(({ which, hooks: named }) =>
        named.map(({ property, questions, operations: where }) => ({
          property,
          which,
          question: cell(questions.join(' ')),
          operations: where.join(', '),
        })),
      ),
    },
  };
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replace(/<(?=[a-z!/])/gi, '\\<');
}
