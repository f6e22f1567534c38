/** The files of a types package outside `gen/`: its package.json, its compiler options, its README. */
import Handlebars from 'handlebars';
import {
  commentText,
  packageFolder,
  packageName,
  packageVersion,
  type Naming,
  type OutputFile,
  visible,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
  readonly hasPaths: boolean;
}

export function packageFiles(context: PackageContext): readonly OutputFile[] {
  const folder = packageFolder('types', context.api.version);
  return [
    { path: `${folder}/package.json`, text: json(manifestOf(context)) },
    { path: `${folder}/tsconfig.json`, text: json(compilerOptions(context)) },
    { path: `${folder}/README.md`, text: readmeOf(context) },
  ];
}

function manifestOf({ api, naming, extends: base, hasPaths }: PackageContext): object {
  const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  return {
    name: packageName(naming, 'types', api.version),
    version: packageVersion(api.version),
    description: `Types for ${titleOf(api)}, version ${packageVersion(api.version).replace(/\.0$/, '')}`,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      '.': entry('index'),
      ...(hasPaths && { './paths': entry('paths') }),
      './package.json': './package.json',
    },
    files: ['dist'],
    scripts: { build: 'tsc --build', typecheck: 'tsc --build' },
    ...(base !== undefined && {
      dependencies: { [packageName(naming, 'types', base)]: `^${packageVersion(base)}` },
    }),
    nx: { tags: ['room:packages', `version:${packageVersion(api.version).replace(/\.0$/, '')}`] },
  };
}

function compilerOptions({ extends: base }: PackageContext): object {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      declaration: true,
      composite: true,
      rootDir: 'gen',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/.tsbuildinfo',
    },
    include: ['gen'],
    ...(base !== undefined && { references: [{ path: `../../${packageFolder('types', base)}` }] }),
  };
}

function readmeOf({ api, naming, extends: base, hasPaths }: PackageContext): string {
  const first = api.operations[0];
  const version = packageVersion(api.version).replace(/\.0$/, '');
  return Handlebars.compile(readmeTemplate, { noEscape: true, strict: true })({
    name: packageName(naming, 'types', api.version),
    version,
    title: asMarkdown(titleOf(api)),
    base: base === undefined ? false : packageName(naming, 'types', base),
    hasPaths,
    operations: api.operations.length,
    shapes: api.shapes.length,
    hasContainers: api.shapes.some(({ name }) => name === 'ContainerSummary'),
    first: first?.id ?? '',
  });
}

/** The title of the API on one line; a document may give anything. */
function titleOf({ title }: Api): string {
  const line = visible(commentText(title).replaceAll('\n', ' ')).slice(0, 200);
  return line === '' ? 'the API' : line;
}

/** Text that Markdown shows as it is. */
function asMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~$&]/g, '\\$&');
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
