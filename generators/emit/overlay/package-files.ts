/** The files of an overlay package outside `gen/` and `src/`: its package.json, its compiler options, its README. */
import {
  buildScript,
  commandTargets,
  compilerOptions,
  fileName,
  jsonText,
  manifest,
  overlayRuntime,
  packageFolder,
  packageName,
  packageVersion,
  readmeText,
  shortVersion,
  titleLine,
  typecheckScript,
  wireRuntime,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { EmittedOverlay, OverlayInput } from './emit-overlay.js';
import { derivedReadmeTemplate, readmeTemplate } from './readme-template.js';

export function packageFiles(emitted: EmittedOverlay, input: OverlayInput, naming: Naming): readonly OutputFile[] {
  const { version, older, newer, isDerived } = input;
  const folder = packageFolder('overlay', version);
  const references = [older, newer].map((api) => packageFolder('types', api.version));
  const options = compilerOptions(naming, ['node'], references) as { readonly compilerOptions: object };
  // The hooks are handwritten, in `src/` beside the generated code.
  const both = { compilerOptions: { ...options.compilerOptions, rootDir: '.' }, include: ['gen', 'src'] };
  return [
    { path: `${folder}/package.json`, text: jsonText(manifestOf(emitted, input, naming)) },
    { path: `${folder}/tsconfig.json`, text: jsonText(isDerived ? options : { ...options, ...both }) },
    { path: `${folder}/README.md`, text: readmeOf(emitted, input, naming) },
  ];
}

function manifestOf(
  emitted: EmittedOverlay,
  { version, older, newer, isDerived }: OverlayInput,
  naming: Naming,
): object {
  const types = [older, newer].map(
    (api) => [packageName(naming, 'types', api.version), `^${packageVersion(api.version)}`] as const,
  );
  const generatedManifest = manifest({
    naming,
    name: emitted.package,
    version,
    description: `Converts messages of ${titleLine(newer.title)} between the versions ${shortVersion(older.version)} and ${shortVersion(newer.version)}`,
    dependencies: Object.fromEntries([[overlayRuntime.package, `^${overlayRuntime.version}`] as const, ...types]),
  });
  if (isDerived) return generatedManifest;
  // The handwritten example and tests need the clients.
  const clients = [older, newer].map(
    (api) => [packageName(naming, 'client', api.version), `^${packageVersion(api.version)}`] as const,
  );
  const entry = { types: './dist/src/index.d.ts', default: './dist/src/index.js' };
  const { nx, ...rest } = generatedManifest as { readonly nx: object };
  const tasks = {
    build: buildScript(naming, '.'),
    test: 'vitest run --config ../../../vitest.config.ts --root .',
  };
  return {
    ...rest,
    exports: { '.': entry, './package.json': './package.json' },
    scripts: {
      build: tasks.build,
      typecheck: `${typecheckScript(naming)} && tsc -p tsconfig.test.json`,
      test: tasks.test,
      lint: 'eslint .',
    },
    devDependencies: Object.fromEntries([...clients, [wireRuntime.package, `^${wireRuntime.version}`] as const]),
    nx: { ...nx, targets: commandTargets(tasks) },
  };
}

function readmeOf(
  { operations, differences, bridges }: EmittedOverlay,
  { version, older, newer, isDerived }: OverlayInput,
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
    const file = fileName(operations.find((operation) => operation.id === where[0])?.group ?? 'common');
    return {
      id,
      operations: where.length === 0 ? '–' : where.join(', '),
      what: cell(descriptions[0] ?? ''),
      older: textOf(['request.upgrade', 'response.downgrade']),
      newer: textOf(['request.downgrade', 'response.upgrade']),
      test: where.length === 0 ? '–' : `\`test/differences/${file}.test.ts\``,
    };
  });
  const types = [older, newer].map((api) => packageName(naming, 'types', api.version));
  const dependencies = [...types, overlayRuntime.package];
  return readmeText(
    isDerived ? derivedReadmeTemplate : readmeTemplate,
    { kind: 'overlay', naming, title: newer.title, version, dependencies },
    {
      older: shortVersion(older.version),
      newer: shortVersion(newer.version),
      types: types.map((name) => `\`${name}\``).join(' and '),
      olderContract: packageName(naming, 'contract', older.version),
      newerServer: packageName(naming, 'server', newer.version),
      first: operations[0]?.id ?? 'operation',
      olderHooks: bridges[0].hooks.map(({ property }) => property).join(', '),
      hook: bridges.find(({ which }) => which === 'newer')?.hooks[0]?.property ?? 'hook',
      differing: operations.length,
      all: newer.operations.length,
      seen: rows.filter(({ operations: where }) => where !== '–'),
      unseen: rows.filter(({ operations: where }) => where === '–'),
      hooks: bridges.flatMap(({ which, hooks }) =>
        hooks.map(({ property, questions, operations: where }) => ({
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
