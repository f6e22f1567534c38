/** The files of an overlay package outside `gen/`: its package.json, its compiler options, its README. */
import {
  compilerOptions,
  jsonText,
  manifest,
  overlayRuntime,
  packageFolder,
  packageName,
  packageVersion,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../emitter/index.js';
import type { EmittedOverlay, OverlayInput } from './emit-overlay.js';
import { readmeTemplate, readmeWithHooksTemplate } from './readme-template.js';

export function packageFiles(emitted: EmittedOverlay, input: OverlayInput, naming: Naming): readonly OutputFile[] {
  const { version, older, newer } = input;
  const folder = packageFolder('overlay', version);
  const references = [older, newer].map((api) => packageFolder('types', api.version));
  return [
    { path: `${folder}/package.json`, text: jsonText(manifestOf(emitted, input, naming)) },
    { path: `${folder}/tsconfig.json`, text: jsonText(compilerOptions(naming, ['node'], references)) },
    { path: `${folder}/README.md`, text: readmeOf(emitted, input, naming) },
  ];
}

function manifestOf(emitted: EmittedOverlay, { version, older, newer, hooks }: OverlayInput, naming: Naming): object {
  const types = [older, newer].map(
    (api) => [packageName(naming, 'types', api.version), `^${packageVersion(api.version)}`] as const,
  );
  const isHooked = emitted.bridges.some((bridge) => bridge.hooks.length > 0);
  const dependencies = [
    [overlayRuntime.package, `^${overlayRuntime.version}`] as const,
    ...types,
    ...(hooks !== undefined && isHooked ? [[hooks.package, hooks.version] as const] : []),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return manifest({
    naming,
    name: emitted.package,
    version,
    description: `Converts messages of ${titleLine(newer.title)} between the versions ${shortVersion(older.version)} and ${shortVersion(newer.version)}`,
    dependencies: Object.fromEntries(dependencies),
  });
}

function readmeOf(
  { operations, differences, bridges, isComplete }: EmittedOverlay,
  { version, older, newer, hooks }: OverlayInput,
  naming: Naming,
): string {
  const rules = operations.flatMap((operation) => Object.values(operation.rules).flat());
  const rows = differences.map(({ id, descriptions, operations: where }) => {
    const textOf = (directions: readonly string[]) => {
      const sentences = rules
        .filter(({ difference, direction }) => difference === id && directions.includes(direction))
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
  const dependencies = [...types, overlayRuntime.package];
  return readmeText(
    isComplete ? readmeWithHooksTemplate : readmeTemplate,
    { kind: 'overlay', naming, title: newer.title, version, dependencies },
    {
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
  );
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replace(/<(?=[a-z!/])/gi, '\\<');
}
