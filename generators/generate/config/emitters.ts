/** Turns the emitters of a configuration into package kinds. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError } from '../../diagnostics/index.js';
import { builtIn, builtInKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { Emitter } from '../../emitter/index.js';
import { assertConforms, suggestion } from '../validate-config.js';
import { loadModule } from './load-module.js';
import type { LadingConfig } from './config.js';
import type { WantedKinds } from './kinds-by-version.js';
import type { LoadedConfig } from './load.js';

/** @throws CONFIG_STRUCTURE for an unknown name; CONFIG_LOAD and EMITTER_STRUCTURE for its module */
export async function kindsOf(loaded: LoadedConfig): Promise<Required<WantedKinds>> {
  const { emitters = ['types'], emittersByVersion = {}, umbrellas } = loaded.config;
  if (emitters.length === 0 && umbrellas?.conversions === undefined) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: 'The list of emitters is empty',
      place: `${loaded.file}#/emitters`,
      remedy: 'Name what is generated, such as "types"; only the umbrella of the conversions needs no packages',
    });
  }
  const kinds = new KindList(loaded);
  const kindsByVersion = new Map<string, readonly Kind[]>();
  const all = await kinds.load(emitters, 'emitters');
  for (const [version, wanted] of Object.entries(emittersByVersion)) {
    kindsByVersion.set(version, await kinds.load(wanted, `emittersByVersion/${version}`));
  }
  return { kinds: all, kindsByVersion };
}

/** Loads kinds of packages. The packages of two versions are of one kind, so each emitter is loaded once. */
class KindList {
  readonly #loaded = new Map<string | Emitter, Kind>();

  constructor(private readonly config: LoadedConfig) {}

  async load(wanted: readonly (string | Emitter)[], pointer: string): Promise<readonly Kind[]> {
    const kinds: Kind[] = [];
    for (const [index, emitter] of wanted.entries()) {
      const place = `${this.config.file}#/${pointer}/${index}`;
      const kind = this.#loaded.get(emitter) ?? (await this.#load(emitter, place));
      this.#loaded.set(emitter, kind);
      if (kinds.some(({ name }) => name === kind.name)) throw twice(kind.name, place);
      if (emitter === 'overlay' && hasOneVersion(this.config.config)) throw withOneVersion(place);
      kinds.push(kind);
    }
    return kinds;
  }

  #load(emitter: string | Emitter, place: string): Promise<Kind> {
    const { folder, file } = this.config;
    return typeof emitter === 'string'
      ? kindNamed(emitter, folder, place)
      : loadCustomKind(checked(emitter, place), file);
  }
}

async function kindNamed(name: string, folder: string, place: string): Promise<Kind> {
  const builtInKind = await builtIn(name);
  if (builtInKind !== undefined) return builtInKind;
  const file =
    name.startsWith('.') || name.startsWith('/')
      ? isAbsolute(name)
        ? name
        : join(folder, name)
      : packaged(name, folder);
  if (file === undefined || !existsSync(file)) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: `Unknown emitter "${name}"`,
      place,
      remedy: `${suggestion(name, builtInKinds)}, or the path of a file that begins with "./"`,
    });
  }
  return loadCustomKind(checked(await loadModule(file), file), file);
}

/** Loaded on demand, because it depends on the types and these on a compiler. */
async function loadCustomKind(emitter: Emitter, place: string): Promise<Kind> {
  const { customKind } = await import('../kinds/custom.js');
  return customKind(emitter, place);
}

/** Resolves the entry point of a package from the configuration. */
function packaged(name: string, folder: string): string | undefined {
  try {
    return createRequire(pathToFileURL(resolve(folder, 'lading.config.json'))).resolve(name);
  } catch {
    return undefined;
  }
}

const emitterSchema = {
  type: 'object',
  required: ['kind', 'emit'],
  properties: {
    kind: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description: 'A name of lower-case letters, digits and -.',
    },
    needs: { type: 'array', items: { enum: ['types'] }, description: "An array with 'types', or nothing." },
  },
};

function checked(value: unknown, place: string): Emitter {
  assertConforms(value, emitterSchema, place, 'EMITTER_STRUCTURE');
  const emitter = value as Emitter;
  const wrong = (subject: string, remedy: string) =>
    new LadingError({ code: 'EMITTER_STRUCTURE', subject, place, remedy });
  if (typeof emitter.emit !== 'function')
    throw wrong('"emit" is not a function', 'Export an emitter as the default export');
  if (builtInKinds.includes(emitter.kind))
    throw wrong(`The kind "${emitter.kind}" is built in`, 'Use another name for the kind');
  return emitter;
}

/** A specification may get overlays later; a single document has no other version. */
function hasOneVersion({ documents, overlays = [] }: LadingConfig): boolean {
  return documents !== undefined && documents.length + overlays.length < 2;
}

function withOneVersion(place: string): LadingError {
  return new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: 'The emitter "overlay" generates the conversions between two versions, but the configuration has one',
    place,
    remedy: 'Add the document or the overlay of another version, or remove the emitter',
  });
}

function twice(name: string, place: string): LadingError {
  const subject = `"${name}" is listed twice`;
  return new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy: 'List it once' });
}
