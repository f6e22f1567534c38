/** Loads the emitters of a configuration. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError } from '../../diagnostics/index.js';
import type { Emitter, VersionEmitter } from '../../emitter/index.js';
import { builtInEmitter, builtInEmitters } from '../built-in-emitters.js';
import { assertConforms, suggestion } from '../validate-config.js';
import { loadModule } from './load-module.js';
import type { LadingConfig } from './config.js';
import type { WantedEmitters } from './emitters-by-version.js';
import type { LoadedConfig } from './load.js';

/** @throws CONFIG_STRUCTURE for an unknown name; CONFIG_LOAD and EMITTER_STRUCTURE for its module */
export async function loadEmitters(loaded: LoadedConfig): Promise<Required<WantedEmitters>> {
  const { emitters = ['types'], emittersByVersion = {}, umbrellas } = loaded.config;
  if (emitters.length === 0 && umbrellas?.conversions === undefined) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: 'The list of emitters is empty',
      place: `${loaded.file}#/emitters`,
      remedy: 'Name what is generated, such as "types"; only the umbrella of the conversions needs no packages',
    });
  }
  const list = new EmitterList(loaded);
  const byVersion = new Map<string, readonly VersionEmitter[]>();
  const all = await list.load(emitters, 'emitters');
  for (const [version, wanted] of Object.entries(emittersByVersion)) {
    byVersion.set(version, await list.load(wanted, `emittersByVersion/${version}`));
  }
  return { emitters: all, emittersByVersion: byVersion };
}

/** Loads each emitter once, since it emits the packages of all versions. */
class EmitterList {
  readonly #loaded = new Map<string | Emitter, VersionEmitter>();

  constructor(private readonly config: LoadedConfig) {}

  async load(wanted: readonly (string | Emitter)[], pointer: string): Promise<readonly VersionEmitter[]> {
    const emitters: VersionEmitter[] = [];
    for (const [index, one] of wanted.entries()) {
      const place = `${this.config.file}#/${pointer}/${index}`;
      const emitter = this.#loaded.get(one) ?? (await this.#load(one, place));
      this.#loaded.set(one, emitter);
      if (emitters.some(({ name }) => name === emitter.name)) throw twice(emitter.name, place);
      if (one === 'overlay' && hasOneVersion(this.config.config)) throw withOneVersion(place);
      emitters.push(emitter);
    }
    return emitters;
  }

  #load(emitter: string | Emitter, place: string): Promise<VersionEmitter> {
    const { folder, file } = this.config;
    return typeof emitter === 'string'
      ? emitterNamed(emitter, folder, place)
      : loadCustomEmitter(checked(emitter, place), file);
  }
}

async function emitterNamed(name: string, folder: string, place: string): Promise<VersionEmitter> {
  const builtIn = await builtInEmitter(name);
  if (builtIn !== undefined) return builtIn;
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
      remedy: `${suggestion(name, builtInEmitters)}, or the path of a file that begins with "./"`,
    });
  }
  return loadCustomEmitter(checked(await loadModule(file), file), file);
}

/** Loaded on demand, because it depends on the types and these on a compiler. */
async function loadCustomEmitter(emitter: Emitter, place: string): Promise<VersionEmitter> {
  const { customEmitter } = await import('../custom-emitters/custom-emitter.js');
  return customEmitter(emitter, place);
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
  if (builtInEmitters.includes(emitter.kind))
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
