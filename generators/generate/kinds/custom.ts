/** The kind of package of a custom emitter: its output, and the files that every package has. */
import {
  packageFolder,
  packageName,
  reexported,
  type CodeModule,
  type CodeSymbol,
  type EmittedEntry,
} from '../../code/index.js';
import type { EmittedPackage, Emitter, EmitterInput, TypesApi } from '../../emitter/index.js';
import { assertDeclarations } from './assert-declarations.js';
import { settled } from './settled.js';
import { validateEmittedPackage } from './validate-emitted-package.js';
import { emitterFailed } from './emitter-failed.js';
import { baseOf, needed, type Kind, type Package, type VersionToMake } from './kind.js';
import { packageFiles } from './custom-package-files.js';
import { typesOf, types } from './types.js';

/** A package of a custom emitter. */
export interface CustomPackage extends Package {
  readonly entry: EmittedEntry;
}

/** Returns the package kind of a custom emitter. @param place the file of the emitter, for errors */
export function customKind(emitter: Emitter, place: string): Kind<CustomPackage> {
  const kind: Kind<CustomPackage> = {
    name: emitter.kind,
    needs: emitter.needs?.includes('types') === true ? [types] : [],
    isCode: true,
    make: async (version) => {
      const { described, naming } = version;
      const call = { kind: emitter.kind, place, version: described.version };
      const emitted = validateEmittedPackage(await emit(emitter, version, place), call);
      const folder = packageFolder(emitter.kind, described.version);
      const { base } = baseOf(kind, version);
      assertDeclarations(emitted.declarations ?? [], {
        ...call,
        package: packageName(naming, emitter.kind, described.version),
        dependencies: new Set([
          ...Object.keys(emitted.dependencies ?? {}),
          ...(base === undefined ? [] : [packageName(naming, emitter.kind, base.version)]),
        ]),
        ...(kind.needs.includes(types) && {
          types: { package: typesOf(version).plain.package, names: typeNames(version) },
        }),
      });
      const whole = entryOf(emitter, emitted, version, base?.entry, place);
      return {
        folder,
        entry: whole,
        modules: whole.modules,
        files: [
          ...(emitted.files ?? []).map(({ path, text }) => ({
            path: `${folder}/gen/${path}`,
            text,
            emitter: { kind: emitter.kind, place },
          })),
          ...packageFiles(emitter, emitted, { api: described.api, naming, extends: base?.version }),
        ],
      };
    },
  };
  return kind;
}

async function emit(emitter: Emitter, version: VersionToMake, place: string): Promise<unknown> {
  try {
    return await settled(() => emitter.emit(inputOf(emitter, version)));
  } catch (error) {
    throw emitterFailed(error, `The emitter "${emitter.kind}" failed on version ${version.described.version}`, place);
  }
}

function inputOf(emitter: Emitter, version: VersionToMake): EmitterInput {
  const { described, naming } = version;
  const owner = packageName(naming, emitter.kind, described.version);
  const symbol = (home: CodeSymbol['home'], name: string, kind: 'value' | 'type' = 'value'): CodeSymbol => {
    return { name, home, ...(kind === 'value' && { value: true }) };
  };
  const input = {
    api: described.api,
    ...(described.extends !== undefined && { extends: described.extends }),
    changes: described.changes,
    package: owner,
    symbol: (name: string, module: string, kind?: 'value' | 'type') =>
      symbol({ package: owner, path: `gen/${module}.ts` }, name, kind),
    from: (other: string, name: string, kind?: 'value' | 'type') =>
      symbol({ package: other, path: 'gen/index.ts' }, name, kind),
  };
  return {
    ...input,
    get types() {
      if (emitter.needs?.includes('types') === true) return typesFor(version);
      throw new Error(`it uses the types, but does not declare \`needs: ['types']\``);
    },
  };
}

function typesFor(version: VersionToMake): TypesApi {
  const { plain } = typesOf(version);
  const names = typeNames(version);
  return {
    package: plain.package,
    text: plain.text,
    part: (operation, part) => {
      const symbol = plain.part(operation, part);
      return names.has(symbol.name) ? symbol : undefined;
    },
  };
}

/** Returns the names that the types package of a version exports. */
function typeNames(version: VersionToMake): ReadonlySet<string> {
  const { declarations } = needed(version.alreadyEmitted(types)).emitted;
  return new Set(declarations.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
}

function entryOf(
  { kind, needs }: Emitter,
  { declarations = [], about = {}, description }: EmittedPackage,
  version: VersionToMake,
  base: EmittedEntry | undefined,
  place: string,
): EmittedEntry {
  const sentence = (text: string) => `${text.replace(/\.$/, '')}.`;
  const whole = {
    package: packageName(version.naming, kind, version.described.version),
    index: 'gen/index.ts',
    declarations,
    about: (path: string) => sentence(Object.hasOwn(about, path) ? (about[path] ?? '') : description),
    ...(needs?.includes('types') === true && { origin: typesOf(version).plain.origin }),
  };
  const reexport = reexported(whole, base && [base]);
  const modules = reexport.modules.map((module): CodeModule => {
    return { ...module, isUnformatted: true, emitter: { kind, place } };
  });
  return { ...reexport, modules };
}
