/** The parts of the files beside `gen/` that all package kinds share. */
import { commentText } from './comment.js';
import { visible } from './identifier.js';
import { packageVersion, versionSegment, type Naming } from './package-paths.js';

/**
 * Returns the version without a patch number of zero, as users write it: `1.44`. Of a version that is no number, such as a date,
 * only plain characters remain.
 */
export function shortVersion(version: string): string {
  return isNumericVersion(version) ? packageVersion(version).replace(/\.0$/, '') : versionSegment(version);
}

/** Tells whether a version consists of at most three numbers. */
export function isNumericVersion(version: string): boolean {
  return /^\d{1,9}(?:\.\d{1,9}){0,2}$/.test(version);
}

/** Returns the title of an API on one line. A document may contain any string. */
export function titleLine(title: string): string {
  const line = visible(commentText(title).replaceAll('\n', ' ')).slice(0, 200);
  return line === '' ? 'the API' : line;
}

/** Escapes a text so that Markdown shows it unchanged. */
export function markdownText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~$&]/g, '\\$&');
}

/** Returns the text of a JSON file. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const compilerCommand = 'tsc --build';

/** The types of Node that code with the global types `node` is compiled with. */
export const nodeTypes = { '@types/node': '^20.19.0' };

/** What the scripts of a package run. Yarn finds no program, and with Plug'n'Play no types, that only the workspace depends on. */
function devDependencies(globals: readonly string[]): Readonly<Record<string, string>> {
  return { ...(globals.includes('node') && nodeTypes), typescript: '>=5.9 <8' };
}

/** Returns the typecheck command of a package. If another command than the compiler builds it, the check writes nothing. */
function typecheckScript({ build }: Naming): string {
  return build === undefined ? compilerCommand : 'tsc -p . --noEmit --composite false';
}

/**
 * Returns the Nx targets for the scripts of a package. They run the commands directly: through npm, each task would need
 * another process, which takes one CPU second.
 */
export function commandTargets(scripts: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(scripts).map(([name, command]) => [name, { command, options: { cwd: '{projectRoot}' } }] as const),
  );
}

/** The keys of a package.json that an emitter can decide. */
export interface PackageJsonKeys {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly nx?: object;
}

export interface PackageJsonOptions {
  readonly naming: Naming;
  readonly name: string;
  /** The version of the API. */
  readonly version: string;
  readonly description: string;
  /** The modules of further entry points. Each is named for its module, or for the folder whose index it is. */
  readonly entries: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Packages with global types. */
  readonly globals: readonly string[];
  /** Whether it contains code to compile. */
  readonly isCode: boolean;
  /** Whether the files of `gen/` that are not code are published too. */
  readonly hasData: boolean;
  /** The keys that replace those that follow from the files. */
  readonly keys?: PackageJsonKeys;
}

/** Returns the package.json of a generated package. */
export function packageJson(options: PackageJsonOptions): object {
  const { naming, name, version, description, entries, dependencies, globals, isCode, hasData, keys = {} } = options;
  const { build = compilerCommand } = naming;
  const entry = (module: string) => ({ types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` });
  const { scripts = isCode ? { build, typecheck: typecheckScript(naming) } : undefined, bin } = keys;
  return {
    name,
    version: packageVersion(version),
    description,
    ...(naming.license && { license: naming.license.value }),
    type: 'module',
    ...(isCode && { sideEffects: false }),
    engines: { node: '>=20.19' },
    exports: keys.exports ?? {
      ...(isCode && { '.': entry('index') }),
      ...Object.fromEntries(entries.map((module) => [`./${module.replace(/\/index$/, '')}`, entry(module)])),
      ...(hasData && { './gen/*': './gen/*' }),
      './package.json': './package.json',
    },
    ...(bin && { bin }),
    files: keys.files ?? [
      ...(isCode ? ['dist', '!dist/**/*.tsbuildinfo'] : []),
      ...(hasData ? ['gen', ...(isCode ? ['!gen/**/*.ts'] : [])] : []),
    ],
    ...(scripts && { scripts }),
    ...(dependencies && { dependencies }),
    ...(isCode && { devDependencies: devDependencies(globals) }),
    nx: {
      tags: ['scope:packages', `version:${shortVersion(version)}`],
      ...(isCode && { targets: commandTargets({ build }) }),
      ...keys.nx,
    },
  };
}

/**
 * Returns the tsconfig.json of a generated package.
 * @param types packages with global types
 * @param references the folders of referenced projects
 */
export function compilerOptions({ build }: Naming, types: readonly string[], references: readonly string[]): object {
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
      // The other command writes the modules.
      ...(build !== undefined && { emitDeclarationOnly: true }),
      composite: true,
      rootDir: 'gen',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/.tsbuildinfo',
    },
    include: ['gen'],
    ...(references.length > 0 && { references: references.map((folder) => ({ path: `../../${folder}` })) }),
  };
}
