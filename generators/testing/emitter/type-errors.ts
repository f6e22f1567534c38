/** Compiles generated packages in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, slashed } from '../../document/path.js';
import { runtimesFolder } from '../../generate/repository.js';
import type { EmittedFiles } from './emit.js';

export interface TypeErrorsOptions {
  /** The folder from which other packages are found: their types must be installed. @default the working folder */
  readonly folder?: string;
  /** Further modules by their paths: a program that uses the packages. */
  readonly modules?: Readonly<Record<string, string>>;
}

interface PackageEntries {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly types?: string } | string>>;
}

interface Settings {
  readonly compilerOptions?: { readonly lib?: readonly string[]; readonly types?: readonly string[] };
}

/**
 * Compiles all TypeScript of generated packages, with the options of their tsconfig.json and all strict checks. Packages find
 * each other by name, and the runtimes of the generator.
 *
 * @returns an error for each line: `v1.0/routes/gen/pet.ts:3:7: TS2304: Cannot find name 'Pet'.`
 */
export async function typeErrors(
  files: EmittedFiles,
  { folder = process.cwd(), modules = {} }: TypeErrorsOptions = {},
): Promise<readonly string[]> {
  const { Project, ts } = await import('ts-morph');
  // A folder that does not exist: from there, packages are found in those above.
  const root = slashed(resolve(folder, '.lading-emitted'));
  const settings = filesNamed<Settings>('tsconfig.json', files).map(({ json }) => json.compilerOptions ?? {});
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      skipLibCheck: true,
      lib: [...new Set(['ES2022', ...settings.flatMap(({ lib = [] }) => lib)])].map(libraryFile),
      types: [...new Set(settings.flatMap(({ types = [] }) => types))],
      typeRoots: ancestorsOf(slashed(resolve(folder))).map((above) => `${above}/node_modules/@types`),
      paths: Object.fromEntries([...packagesIn(files, root), ...runtimes()]),
    },
  });
  project.createSourceFile(`${root}/package.json`, JSON.stringify({ type: 'module' }), { overwrite: true });
  for (const [path, text] of [...files, ...Object.entries(modules)])
    if (/\.[cm]?tsx?$|(^|\/)package\.json$/.test(path)) project.createSourceFile(`${root}/${path}`, text);
  return project.getPreEmitDiagnostics().map((diagnostic) => {
    const file = diagnostic.getSourceFile();
    const start = diagnostic.getStart();
    const { line, column } = file?.getLineAndColumnAtPos(start ?? 0) ?? { line: 0, column: 0 };
    const place =
      file === undefined ? '' : `${slashed(file.getFilePath()).replace(`${root}/`, '')}:${line}:${column}: `;
    const message = ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, ' ');
    return `${place}TS${diagnostic.getCode()}: ${message}`;
  });
}

/** A folder and those above it. */
function ancestorsOf(folder: string): readonly string[] {
  const parts = folder.split('/');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('/'));
}

/** `ES2022` is the file `lib.es2022.d.ts`. */
function libraryFile(name: string): string {
  return `lib.${name.toLowerCase()}.d.ts`;
}

function filesNamed<T>(name: string, files: EmittedFiles): readonly { readonly folder: string; readonly json: T }[] {
  return [...files]
    .filter(([path]) => path.endsWith(`/${name}`))
    .map(([path, text]) => ({ folder: path.slice(0, -name.length - 1), json: JSON.parse(text) as T }));
}

/** The modules of the entry points of generated packages, by their specifiers. */
function packagesIn(files: EmittedFiles, root: string): readonly (readonly [string, string[]])[] {
  return filesNamed<PackageEntries>('package.json', files).flatMap(({ folder, json: { name, exports = {} } }) =>
    entriesOf(name, exports, (types) =>
      `${root}/${folder}/${types.replace(/^\.\//, '')}`.replace(/\/dist\/(.*)\.d\.ts$/, '/gen/$1.ts'),
    ),
  );
}

/** The declarations of the entry points of runtimes, by their specifiers. */
function runtimes(): readonly (readonly [string, string[]])[] {
  if (!existsSync(runtimesFolder)) return [];
  return readdirSync(runtimesFolder)
    .map((name) => join(runtimesFolder, name))
    .filter((each) => existsSync(join(each, 'package.json')))
    .flatMap((each) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(each, 'package.json'), 'utf8')) as PackageEntries;
      return entriesOf(name, exports, (types) => slashed(join(each, types)));
    });
}

function entriesOf(
  name: string,
  exports: NonNullable<PackageEntries['exports']>,
  fileOf: (types: string) => string,
): readonly (readonly [string, string[]])[] {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const types = typeof target === 'string' ? undefined : target.types;
    return types === undefined ? [] : [[`${name}${entry.slice(1)}`, [fileOf(types)]] as const];
  });
}
