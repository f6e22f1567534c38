/** What the files around `gen/` are made of, the same in every kind of generated package. */
import { commentText } from './comment.js';
import { visible } from './identifier.js';
import { packageVersion, type Naming } from './package-paths.js';

/** `1.44`, as people say it; only digits of what a document gives. */
export function shortVersion(version: string): string {
  return packageVersion(version).replace(/\.0$/, '');
}

/** The title of an interface on one line; a document may give anything. */
export function titleLine(title: string): string {
  const line = visible(commentText(title).replaceAll('\n', ' ')).slice(0, 200);
  return line === '' ? 'the API' : line;
}

/** Text that Markdown shows as it is. */
export function markdownText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~$&]/g, '\\$&');
}

/** A JSON file. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What builds a package. @param sources the folder of its modules, below its own */
export function buildScript({ joined }: Naming, sources: string): string {
  return joined === true ? `node ../../../tools/build/build.mjs ${sources}` : 'tsc --build';
}

/** What checks the types of a package. Where build.mjs builds it, with its own compiler, the check writes nothing. */
export function typecheckScript({ joined }: Naming): string {
  return joined === true ? 'tsc -p . --noEmit --composite false' : 'tsc --build';
}

/** The targets of Nx for scripts of a package. Nx runs a script by npm, in a process more of its own: one CPU second a task. */
export function commandTargets(scripts: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(scripts).map(([name, command]) => [name, { command, options: { cwd: '{projectRoot}' } }] as const),
  );
}

export interface ManifestOptions {
  readonly naming: Naming;
  readonly name: string;
  /** Of the API. */
  readonly version: string;
  readonly description: string;
  /** The modules of further entries, each called as its module or the folder that it is the index of. */
  readonly entries?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Whether files that are no code are shipped as they lie in `gen/`. */
  readonly hasData?: true;
}

/** The package.json of a generated package. */
export function manifest(options: ManifestOptions): object {
  const { naming, name, version, description, entries = [], dependencies, hasData } = options;
  const build = buildScript(naming, 'gen');
  const entry = (module: string) => ({ types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` });
  return {
    name,
    version: packageVersion(version),
    description,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(entries.map((module) => [`./${module.replace(/\/index$/, '')}`, entry(module)])),
      ...(hasData && { './gen/*': './gen/*' }),
      './package.json': './package.json',
    },
    files: ['dist', '!dist/**/*.tsbuildinfo', ...(hasData ? ['gen', '!gen/**/*.ts'] : [])],
    scripts: { build, typecheck: typecheckScript(naming) },
    ...(dependencies && { dependencies }),
    nx: { tags: ['scope:packages', `version:${shortVersion(version)}`], targets: commandTargets({ build }) },
  };
}

/** The tsconfig.json of a generated package. @param types packages with global types @param references their folders */
export function compilerOptions({ joined }: Naming, types: readonly string[], references: readonly string[]): object {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      types,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      declaration: true,
      ...(joined === true && { emitDeclarationOnly: true }),
      composite: true,
      rootDir: 'gen',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/.tsbuildinfo',
    },
    include: ['gen'],
    ...(references.length > 0 && { references: references.map((folder) => ({ path: `../../${folder}` })) }),
  };
}
