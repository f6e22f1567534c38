/** A custom emitter as one of the pipeline: its output, and the files that every package has. */
import { packageName, reexported, type CodeModule, type CodeSymbol, type EmittedEntry } from '../../code/index.js';
import {
  defineVersionEmitter,
  type EmittedPackage,
  type Emitter,
  type EmitterInput,
  type TypesApi,
  type TypesSymbols,
  type VersionEmitter,
  type VersionRequest,
} from '../../emitter/index.js';
import { assertDeclarations } from './assert-declarations.js';
import { settled } from './settled.js';
import { validateEmittedPackage } from './validate-emitted-package.js';
import { emitterFailed } from './emitter-failed.js';
import { packageFiles } from './package-files.js';

type CustomRequest = Omit<VersionRequest<object, never, 'types', undefined, EmittedEntry>, 'plan'>;

/** Returns a custom emitter as one of the pipeline. @param place the file of the emitter, for errors */
export function customEmitter(emitter: Emitter, place: string): VersionEmitter {
  const { kind, needs = [] } = emitter;
  return defineVersionEmitter<object, EmittedEntry>()({
    name: kind as string,
    describes: ['types'],
    needs,
    isCode: true,
    // It may read files.
    isImpure: true,
    emit: async (request) => {
      const { api, naming, base, folder } = request;
      const { types } = request.needs;
      const call = { kind, place, version: api.version };
      const emitted = validateEmittedPackage(await emit(emitter, request, place), call);
      assertDeclarations(emitted.declarations ?? [], {
        ...call,
        package: packageName(naming, kind, api.version),
        dependencies: new Set([
          ...Object.keys(emitted.dependencies ?? {}),
          ...(base === undefined ? [] : [packageName(naming, kind, base.version)]),
        ]),
        ...(types && { types: { package: types.plain.package, names: types.names } }),
      });
      const whole = entryOf(emitter, emitted, request, place);
      return {
        modules: whole.modules,
        files: [
          ...(emitted.files ?? []).map(({ path, text }) => ({
            path: `${folder}/gen/${path}`,
            text,
            emitter: { kind, place },
          })),
          ...packageFiles(emitter, emitted, { api, naming, extends: base?.version }),
        ],
        symbols: undefined,
        retained: whole,
      };
    },
  });
}

async function emit(emitter: Emitter, request: CustomRequest, place: string): Promise<unknown> {
  try {
    return await settled(() => emitter.emit(inputOf(emitter, request)));
  } catch (error) {
    throw emitterFailed(error, `The emitter "${emitter.kind}" failed on version ${request.api.version}`, place);
  }
}

function inputOf({ kind }: Emitter, { api, lineage, naming, needs: { types } }: CustomRequest): EmitterInput {
  const [{ extends: base, changes }] = lineage.versions;
  const owner = packageName(naming, kind, api.version);
  const symbol = (home: CodeSymbol['home'], name: string, of: 'value' | 'type' = 'value'): CodeSymbol => {
    return { name, home, ...(of === 'value' && { value: true }) };
  };
  const input = {
    api,
    ...(base !== undefined && { extends: base }),
    changes,
    package: owner,
    symbol: (name: string, module: string, of?: 'value' | 'type') =>
      symbol({ package: owner, path: `gen/${module}.ts` }, name, of),
    from: (other: string, name: string, of?: 'value' | 'type') =>
      symbol({ package: other, path: 'gen/index.ts' }, name, of),
  };
  return {
    ...input,
    get types() {
      if (types !== undefined) return typesFor(types);
      throw new Error(`it uses the types, but does not declare \`needs: ['types']\``);
    },
  };
}

function typesFor({ plain, names }: TypesSymbols): TypesApi {
  return {
    package: plain.package,
    text: plain.text,
    part: (operation, part) => {
      const symbol = plain.part(operation, part);
      return names.has(symbol.name) ? symbol : undefined;
    },
  };
}

function entryOf(
  { kind }: Emitter,
  { declarations = [], about = {}, description }: EmittedPackage,
  { api, naming, base, needs: { types } }: CustomRequest,
  place: string,
): EmittedEntry {
  const sentence = (text: string) => `${text.replace(/\.$/, '')}.`;
  const whole = {
    package: packageName(naming, kind, api.version),
    index: 'gen/index.ts',
    declarations,
    about: (path: string) => sentence(Object.hasOwn(about, path) ? (about[path] ?? '') : description),
    ...(types && { origin: types.plain.origin }),
  };
  const reexport = reexported(whole, base && [base.retained]);
  const modules = reexport.modules.map((module): CodeModule => {
    return { ...module, isUnformatted: true, emitter: { kind, place } };
  });
  return { ...reexport, modules };
}
