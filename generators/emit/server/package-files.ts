/** The files of a server package outside `gen/`: its package.json, its compiler options, its README. */
import Handlebars from 'handlebars';
import {
  compilerOptions,
  jsonText,
  manifest,
  markdownText,
  packageFolder,
  packageName,
  packageVersion,
  serverRuntime,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { Rooms } from './answer.js';
import { shapesEntry } from './names.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly rooms: Rooms;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
}

export function packageFiles(context: PackageContext): readonly OutputFile[] {
  const { version } = context.rooms.api;
  const folder = packageFolder('server', version);
  const base = context.extends === undefined ? [] : [packageFolder('server', context.extends)];
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
  const packages = [...(base === undefined ? [] : [['server', base] as const]), ['types', api.version] as const];
  return manifest({
    name: packageName(naming, 'server', api.version),
    version: api.version,
    description: `Server stubs for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: [`${shapesEntry}/index`],
    dependencies: Object.fromEntries(
      [
        ...packages.map(
          ([kind, version]) => [packageName(naming, kind, version), `^${packageVersion(version)}`] as const,
        ),
        [serverRuntime.package, `^${serverRuntime.version}`] as const,
      ].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  });
}

function readmeOf({ rooms: { api, names }, naming, extends: base }: PackageContext): string {
  const [first] = api.operations;
  const ids = new Set(api.operations.map(({ id }) => id));
  return Handlebars.compile(readmeTemplate, { noEscape: true, strict: true })({
    name: packageName(naming, 'server', api.version),
    types: packageName(naming, 'types', api.version),
    version: shortVersion(api.version),
    title: markdownText(titleLine(api.title)),
    base: base === undefined ? false : packageName(naming, 'server', base),
    operations: api.operations.length,
    nouns: names.nouns.length,
    hasContainers: ['ContainerCreate', 'ContainerStart', 'ContainerLogs', 'ContainerAttach'].every((id) => ids.has(id)),
    noun: first === undefined ? 'noun' : names.noun(first.noun),
    verb: first === undefined ? 'verb' : names.verb(first),
    call: first === undefined ? 'Call' : names.call(first).name,
    result: first === undefined ? 'Result' : names.result(first).name,
    constant: first === undefined ? 'operation' : names.operation(first).name,
  });
}
