/** The files of a command as one project, with the types of dockerode and of the client. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Project, ts, type Diagnostic, type SourceFile } from 'ts-morph';
import { typeNames } from './subjects.js';

const require = createRequire(import.meta.url);
const dockerodeTypes = join(dirname(require.resolve('@types/dockerode/package.json')), 'index.d.ts');
const clientTypes = fileURLToPath(import.meta.resolve('@lading/client')).replace(/\.js$/, '.d.ts');
const nodeTypes = dirname(dirname(require.resolve('@types/node/package.json')));

let shared: Project | undefined;

/**
 * The files by absolute path, as they are in memory; modules that are not found have the type `any`. The types of dockerode, of the
 * client and of Node are read once in a process.
 */
export function openProject(files: ReadonlyMap<string, string>): Project {
  const project = (shared ??= emptyProject());
  for (const [path, source] of files) project.createSourceFile(resolve(path), source, { overwrite: true });
  return project;
}

export function closeProject(project: Project, files: readonly SourceFile[]): void {
  for (const file of files) project.removeSourceFile(file);
}

function emptyProject(): Project {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    resolutionHost: (host, options) => ({
      resolveModuleNames: (names, from) =>
        names.map(
          (name) => ts.resolveModuleName(name, from, options(), host).resolvedModule ?? foundByNode(name, from),
        ),
    }),
    compilerOptions: {
      allowJs: true,
      checkJs: true,
      strict: true,
      noImplicitAny: false,
      useUnknownInCatchVariables: false,
      noEmit: true,
      skipLibCheck: true,
      esModuleInterop: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.esnext.d.ts'],
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      resolveJsonModule: true,
      experimentalDecorators: true,
      typeRoots: [nodeTypes],
      types: ['node'],
      paths: { dockerode: [dockerodeTypes], '@lading/client': [clientTypes] },
    },
  });
  // The published types say `any` for what `run` returns.
  const types = readFileSync(dockerodeTypes, 'utf8').replace(
    /(startOptions\?: Dockerode\.ContainerStartOptions,\s*\): Promise)<any>/,
    '$1<[{ StatusCode: number }, Dockerode.Container]>',
  );
  project.createSourceFile(dockerodeTypes, types, { overwrite: true });
  return project;
}

/** The types of a package that only Node finds, as with Plug'n'Play. */
function foundByNode(name: string, from: string): ts.ResolvedModuleFull | undefined {
  try {
    const types = createRequire(from).resolve(name).replace(/\.js$/, '.d.ts');
    if (!types.endsWith('.d.ts') || !existsSync(types)) return undefined;
    return { resolvedFileName: types, extension: ts.Extension.Dts, isExternalLibraryImport: true };
  } catch {
    return undefined;
  }
}

export function isJavaScript(file: SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(file.getFilePath());
}

/** Errors that JavaScript programs have without a fault: null checks, properties of values that are built up. */
const typeScriptOnly = new Set([2531, 2532, 2533, 18047, 18048, 18049, 2339, 2322, 2345, 7006, 7005, 7034]);
/** A module that is not installed where the command runs. */
const unresolved = new Set([2307, 7016, 2792, 5097]);

/** The types of the client, and those of dockerode where a call of the client is made of what a file that is left passes on. */
const knownType = new RegExp(
  `Engine|Handle|Output|JsonStream|Attachment|Calls|Promise<|on type '(${[...typeNames.keys()].join('|')})'`,
);

/** The compiler's errors in a file, without those that say nothing about its calls. */
export function errorsIn(file: SourceFile): readonly Diagnostic[] {
  const isScript = isJavaScript(file);
  return file.getPreEmitDiagnostics().filter((one) => {
    if (unresolved.has(one.getCode()) || one.getCategory() !== ts.DiagnosticCategory.Error) return false;
    if (!isScript || !typeScriptOnly.has(one.getCode())) return true;
    // The properties and arguments of the client's types are known in JavaScript too.
    return !isNullness(one) && knownType.test(messageOf(one));
  });
}

function isNullness(one: Diagnostic): boolean {
  return [2531, 2532, 2533, 18047, 18048, 18049].includes(one.getCode()) || /undefined|null/.test(messageOf(one));
}

/** The first line of an error's message. */
export function messageOf(diagnostic: Diagnostic): string {
  return ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, '\n').split('\n')[0] ?? '';
}
