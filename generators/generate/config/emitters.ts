/** Loads the emitters of a configuration. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError } from '../../diagnostics/index.js';
import type { ApiEmitter, JsonObject, VersionEmitter } from '../../emitter/index.js';
import { builtInEmitter, builtInEmitters, neededEmitters } from '../built-in-emitters.js';
import { assertConforms, suggestion } from '../validate-config.js';
import { loadModule } from './load-module.js';
import type { EmitterEntry, LadingConfig } from './config.js';
import type { WantedEmitters } from './emitters-by-version.js';
import type { LoadedConfig } from './load.js';

/** The emitters of a configuration, and the options of custom ones. */
export interface LoadedEmitters extends Required<WantedEmitters> {
  /** The options of custom emitters, by their names. */
  readonly customOptions: Readonly<Record<string, JsonObject>>;
  /** The custom emitters of packages for all versions, with their places in the configuration. */
  readonly apiEmitters: readonly { readonly emitter: ApiEmitter; readonly pointer: string }[];
}

/** @throws CONFIG_STRUCTURE for an unknown name and for options; CONFIG_LOAD and EMITTER_STRUCTURE for its module */
export async function loadEmitters(loaded: LoadedConfig): Promise<LoadedEmitters> {
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
  const ofApi = list.apiEmitters.map(({ emitter }) => emitter);
  assertNeeds([...all, ...[...byVersion.values()].flat()], ofApi, loaded.file);
  return { emitters: all, emittersByVersion: byVersion, customOptions: list.options, apiEmitters: list.apiEmitters };
}

type AnyEmitter = VersionEmitter | ApiEmitter;

/** Loads each emitter once, since it emits the packages of all versions. */
class EmitterList {
  readonly options: Record<string, JsonObject> = {};
  readonly apiEmitters: { readonly emitter: ApiEmitter; readonly pointer: string }[] = [];
  readonly #loaded = new Map<string | AnyEmitter, AnyEmitter>();

  constructor(private readonly config: LoadedConfig) {}

  async load(wanted: readonly EmitterEntry[], pointer: string): Promise<readonly VersionEmitter[]> {
    const emitters: VersionEmitter[] = [];
    for (const [index, entry] of wanted.entries()) {
      const place = `${this.config.file}#/${pointer}/${index}`;
      const [one, options] = typeof entry === 'object' && 'length' in entry ? entry : [entry];
      const emitter = this.#loaded.get(one) ?? (await this.#load(one, place));
      this.#loaded.set(one, emitter);
      const all = [...emitters, ...(pointer === 'emitters' ? this.apiEmitters.map((each) => each.emitter) : [])];
      if (all.some(({ name }) => name === emitter.name)) throw twice(emitter.name, place);
      if (one === 'overlay' && hasOneVersion(this.config.config)) throw withOneVersion(place);
      this.#setOptions(emitter, options, place);
      if (!('scope' in emitter)) emitters.push(emitter);
      else if (pointer === 'emitters') this.apiEmitters.push({ emitter, pointer: place });
      else throw ofOneVersion(emitter.name, place);
    }
    return emitters;
  }

  #load(emitter: string | AnyEmitter, place: string): Promise<AnyEmitter> {
    const { folder, file } = this.config;
    return typeof emitter === 'string'
      ? emitterNamed(emitter, folder, place)
      : loadCustomEmitter(checked(emitter, place), file);
  }

  #setOptions(emitter: AnyEmitter, options: JsonObject | undefined, place: string) {
    const { name, place: file, options: schema = 'scope' in emitter ? folderSchema : undefined } = emitter;
    const wrong = (subject: string, remedy: string) =>
      new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy });
    if (file === undefined) {
      if (options === undefined) return;
      throw wrong(`"${name}" is built in, and its options are keys of the configuration`, `Write "${name}" alone`);
    }
    const given = options ?? {};
    if (options !== undefined && schema === undefined)
      throw wrong(
        `The emitter "${name}" has no options`,
        'Remove them, or declare their JSON Schema in "options" of the emitter',
      );
    if (schema !== undefined)
      assertConforms(given, schema, options === undefined ? place : `${place}/1`, 'CONFIG_STRUCTURE');
    const other = this.options[name];
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(given))
      throw wrong(`The emitter "${name}" has other options elsewhere`, 'Give it the same options for all versions');
    this.options[name] = given;
  }
}

/** Asserts that the emitters which others need exist, and that none needs itself. */
function assertNeeds(emitters: readonly VersionEmitter[], ofApi: readonly ApiEmitter[], config: string): void {
  const names = new Map(emitters.map((emitter) => [emitter.name, emitter]));
  const allowed = [...new Set([...neededEmitters, ...names.keys()])];
  for (const { name, place = config, needs = [], describes = [], needsOfExtended = [], embeds = [] } of [
    ...emitters.map((emitter) => ({ ...emitter, embeds: [] })),
    ...ofApi.map((emitter) => ({ ...emitter, describes: [], needsOfExtended: [] })),
  ]) {
    const wrong = (subject: string, remedy: string) =>
      new LadingError({ code: 'EMITTER_STRUCTURE', subject, place, remedy });
    const unknown = [...needs, ...needsOfExtended, ...embeds].find((each: string) => !allowed.includes(each));
    if (unknown !== undefined)
      throw wrong(
        `The emitter "${name}" needs "${unknown}", which is neither built in nor in "emitters" of the configuration`,
        `${suggestion(unknown, allowed)}, or add the emitter to ${config}`,
      );
    const circle = circleFrom(name, [], names);
    if (circle !== undefined)
      throw wrong(`Emitters need each other: ${circle.join(' → ')}`, 'Remove one of these needs');
    if ([...needs, ...describes].some((each) => each === name))
      throw wrong(`The emitter "${name}" needs itself`, 'Use "base" of the request for the extended version');
  }
}

function circleFrom(
  name: string,
  before: readonly string[],
  emitters: ReadonlyMap<string, VersionEmitter>,
): readonly string[] | undefined {
  if (before.includes(name)) return [...before.slice(before.indexOf(name)), name];
  const { needs = [], describes = [] } = emitters.get(name) ?? {};
  for (const next of [...needs, ...describes]) {
    const circle = next === name ? undefined : circleFrom(next, [...before, name], emitters);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

async function emitterNamed(name: string, folder: string, place: string): Promise<AnyEmitter> {
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
async function loadCustomEmitter(emitter: AnyEmitter, place: string): Promise<AnyEmitter> {
  const { customApiEmitter, customEmitter } = await import('../custom-emitters/custom-emitter.js');
  return 'scope' in emitter ? customApiEmitter(emitter, place) : customEmitter(emitter, place);
}

/** Resolves the entry point of a package from the configuration. */
function packaged(name: string, folder: string): string | undefined {
  try {
    return createRequire(pathToFileURL(resolve(folder, 'lading.config.json'))).resolve(name);
  } catch {
    return undefined;
  }
}

/** The options of an emitter of packages for all versions that declares none. */
const folderSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { folder: { type: 'string', description: 'A folder below the output folder.' } },
};

const names = { type: 'array', items: { type: 'string' }, description: "The names of emitters: ['types']." };

const emitterSchema = {
  type: 'object',
  required: ['name', 'emit'],
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description: 'A name of lower-case letters, digits and -.',
    },
    options: { type: 'object', description: 'The JSON Schema of its options.' },
    needs: names,
    describes: names,
    needsOfExtended: names,
    place: {},
    unsupported: {},
    validates: {},
    plan: {},
    emit: {},
  },
};

const apiEmitterSchema = {
  type: 'object',
  required: ['name', 'emit'],
  additionalProperties: false,
  properties: {
    name: emitterSchema.properties.name,
    options: emitterSchema.properties.options,
    scope: { const: 'api' },
    needs: names,
    embeds: names,
    place: {},
    emit: {},
  },
};

function checked(value: unknown, place: string): AnyEmitter {
  const wrong = (subject: string, remedy: string) =>
    new LadingError({ code: 'EMITTER_STRUCTURE', subject, place, remedy });
  if (typeof value === 'function')
    throw wrong('The emitter is a function', 'Call the result of "defineEmitter" too: defineEmitter()({ name, emit })');
  const isOfApi = typeof value === 'object' && value !== null && 'scope' in value;
  assertConforms(value, isOfApi ? apiEmitterSchema : emitterSchema, place, 'EMITTER_STRUCTURE');
  const emitter = value as AnyEmitter;
  const functions = {
    emit: emitter.emit,
    ...('plan' in emitter && { plan: emitter.plan }),
    ...('unsupported' in emitter && { unsupported: emitter.unsupported }),
    ...('validates' in emitter && { validates: emitter.validates }),
  };
  const other = Object.entries(functions).find(([, each]) => !isFunction(each));
  if (other !== undefined) throw wrong(`"${other[0]}" is not a function`, 'Export an emitter as the default export');
  return emitter;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
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

function ofOneVersion(name: string, place: string): LadingError {
  return new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The emitter "${name}" generates one package for all versions`,
    place,
    remedy: 'List it in "emitters"',
  });
}

function twice(name: string, place: string): LadingError {
  const subject = `"${name}" is listed twice`;
  return new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy: 'List it once' });
}
