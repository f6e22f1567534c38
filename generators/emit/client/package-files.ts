/** The files of a client package outside `gen/`: its package.json, its compiler options, its README. */
import Handlebars from 'handlebars';
import {
  clientRuntime,
  compilerOptions,
  jsonText,
  manifest,
  markdownText,
  packageFolder,
  packageName,
  packageVersion,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { Rooms } from './answer.js';
import { errorsOf } from './operation.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly rooms: Rooms;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
}

export function packageFiles(context: PackageContext): readonly OutputFile[] {
  const { version } = context.rooms.api;
  const folder = packageFolder('client', version);
  const base = context.extends === undefined ? [] : [packageFolder('client', context.extends)];
  return [
    { path: `${folder}/package.json`, text: jsonText(manifestOf(context)) },
    {
      path: `${folder}/tsconfig.json`,
      text: jsonText(compilerOptions(['node'], [packageFolder('types', version), ...base])),
    },
    { path: `${folder}/README.md`, text: readmeOf(context) },
  ];
}

function manifestOf({ rooms: { api }, naming, extends: base }: PackageContext): object {
  const packages = [...(base === undefined ? [] : [['client', base] as const]), ['types', api.version] as const];
  return manifest({
    name: packageName(naming, 'client', api.version),
    version: api.version,
    description: `A client for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index'],
    dependencies: Object.fromEntries(
      [
        ...packages.map(
          ([kind, version]) => [packageName(naming, kind, version), `^${packageVersion(version)}`] as const,
        ),
        [clientRuntime.package, `^${clientRuntime.version}`] as const,
      ].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  });
}

function readmeOf({ rooms: { api, names }, naming, extends: base }: PackageContext): string {
  const [first] = api.operations;
  const errors = new Set(api.operations.flatMap(errorsOf).filter((name) => name !== 'EngineError'));
  const verbs = new Set(api.operations.filter(({ noun }) => noun === 'container').map(({ verb }) => verb));
  return Handlebars.compile(readmeTemplate, { noEscape: true, strict: true })({
    name: packageName(naming, 'client', api.version),
    types: packageName(naming, 'types', api.version),
    version: shortVersion(api.version),
    title: markdownText(titleLine(api.title)),
    base: base === undefined ? false : packageName(naming, 'client', base),
    operations: api.operations.length,
    nouns: names.nouns.length,
    hasContainers: ['create', 'start', 'logs', 'inspect'].every((verb) => verbs.has(verb)),
    first: first === undefined ? 'close()' : `${names.table(first.noun).name}.${first.verb}(…)`,
    constant: first === undefined ? 'operation' : names.operation(first).name,
    errors:
      errors.size === 0
        ? 'none is named here'
        : [...errors]
            .sort()
            .map((name) => `\`${name}\``)
            .join(', '),
  });
}
