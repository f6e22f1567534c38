/** Loads the emitters of a configuration. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError, managerCommands } from '../../diagnostics/index.js';
import type { ApiEmitter, JsonObject, VersionEmitter } from '../../emitter/index.js';
import {
  builtInApiEmitter,
  builtInApiEmitters,
  builtInEmitter,
  builtInEmitters,
  neededEmitter,
  neededEmitters,
} from '../built-in-emitters.js';
import type { LintFinding } from '../../lint/index.js';
import { checkedEmitter, type AnyEmitter } from './checked-emitter.js';
import { assertConforms, suggestion } from '../validate-config.js';
import { loadModule } from './load-module.js';
import type { EmitterEntry, LadingConfig } from './config.js';
import type { WantedEmitters } from './emitters-by-version.js';
import { placeIn, type LoadedConfig } from './load.js';
import { oldKeyWarnings, type EmitterNames } from './old-keys.js';

/** The emitters of a configuration, and their options. */
export interface LoadedEmitters extends Required<WantedEmitters> {
  /** The options of the emitters, by their names. */
  readonly options: Readonly<Record<string, JsonObject>>;
  /** The JSON Schemas of the options, by the names of the emitters. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The emitters of packages for all versions, with their places in the configuration. */
  readonly apiEmitters: readonly PointedEmitter[];
  /** Warnings about keys of earlier configurations. */
  readonly warnings: readonly LintFinding[];
}

/** An emitter of a package for all versions, with its place in the configuration and that of the folder in its options. */
interface PointedEmitter {
  readonly emitter: ApiEmitter;
  readonly pointer: string;
  readonly folderPointer: string;
}

/** @throws CONFIG_STRUCTURE for an unknown name and for options; CONFIG_LOAD and EMITTER_STRUCTURE for its module */
export async function loadEmitters(loaded: LoadedConfig): Promise<LoadedEmitters> {
  const { emittersByVersion = {} } = loaded.config;
  const { added = {}, options: ofOldKeys = {} } = loaded.oldKeys ?? {};
  const emitters = loaded.config.emitters ?? ['types'];
  if (emitters.length === 0 && Object.keys(added).length === 0) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: 'The list of emitters is empty',
      place: placeIn(loaded, 'emitters'),
      remedy: 'Name what is generated, such as "types"',
    });
  }
  const list = new EmitterList(loaded, ofOldKeys);
  const byVersion = new Map<string, readonly VersionEmitter[]>();
  const all = await list.load(emitters, 'emitters');
  const listed = list.apiEmitters.map(({ emitter }) => emitter);
  for (const [name, pointer] of Object.entries(added)) await list.add(name, pointer);
  for (const [version, wanted] of Object.entries(emittersByVersion)) {
    byVersion.set(version, await list.load(wanted, `emittersByVersion/${version}`));
  }
  const ofApi = list.apiEmitters.map(({ emitter }) => emitter);
  assertNeeds([...all, ...[...byVersion.values()].flat()], ofApi, loaded.file);
  await list.complete();
  const { options, schemas, apiEmitters } = list;
  const warnings = [...(loaded.oldNames ?? [])];
  if (loaded.oldKeys !== undefined) {
    const named: readonly (readonly [key: string, emitters: readonly AnyEmitter[]])[] = [
      ['emitters', [...all, ...listed]],
      ...[...byVersion].map(([version, of]) => [`emittersByVersion/${version}`, of] as const),
    ];
    const lists = await Promise.all(named.map(([key, of]) => namesOf(key, of)));
    warnings.push(...oldKeyWarnings(loaded.oldKeys, (key) => placeIn(loaded, key), lists));
  }
  return { emitters: all, emittersByVersion: byVersion, options, schemas, apiEmitters, warnings };
}

/** Returns the names of the emitters of a list, and of those that they need. @param key the key of the list */
async function namesOf(key: string, emitters: readonly AnyEmitter[]): Promise<EmitterNames> {
  const byName = new Map(emitters.map((emitter) => [emitter.name, emitter]));
  const running = new Set(byName.keys());
  for (const name of running) {
    const emitter = byName.get(name) ?? (await neededEmitter(name));
    if (!('scope' in emitter)) for (const needed of emitter.needs ?? []) running.add(needed);
  }
  return { key, listed: new Set(byName.keys()), running };
}

/** Loads each emitter once, since it emits the packages of all versions. */
class EmitterList {
  readonly options: Record<string, JsonObject> = {};
  readonly schemas: Record<string, JsonObject> = {};
  readonly apiEmitters: PointedEmitter[] = [];
  readonly #loaded = new Map<string | AnyEmitter, AnyEmitter>();
  /** The places of emitters that are listed without options. */
  readonly #plain = new Map<string, string>();

  constructor(
    private readonly config: LoadedConfig,
    private readonly ofOldKeys: Readonly<Record<string, JsonObject>>,
  ) {}

  async load(wanted: readonly EmitterEntry[], pointer: string): Promise<readonly VersionEmitter[]> {
    const emitters: VersionEmitter[] = [];
    for (const [index, entry] of wanted.entries()) {
      const place = placeIn(this.config, `${pointer}/${index}`);
      const [one, options] = typeof entry === 'object' && 'length' in entry ? entry : [entry];
      const emitter = this.#loaded.get(one) ?? (await this.#load(one, place));
      this.#loaded.set(one, emitter);
      const all = [...emitters, ...(pointer === 'emitters' ? this.apiEmitters.map((each) => each.emitter) : [])];
      if (all.some(({ name }) => name === emitter.name)) throw twice(emitter.name, place);
      if ('needsOfExtended' in emitter && hasOneVersion(this.config.config)) throw withOneVersion(emitter.name, place);
      this.#setOptions(emitter, options, place);
      if (!('scope' in emitter)) emitters.push(emitter);
      else if (pointer === 'emitters')
        this.apiEmitters.push({
          emitter,
          pointer: place,
          folderPointer: options === undefined ? place : `${place}/1/folder`,
        });
      else throw ofOneVersion(emitter.name, place);
    }
    return emitters;
  }

  /** Adds an emitter of a package for all versions, unless it is listed. */
  async add(name: string, pointer: string): Promise<void> {
    if (this.apiEmitters.some(({ emitter }) => emitter.name === name)) return;
    const emitter = await builtInApiEmitter(name);
    if (emitter === undefined) throw new Error(`no emitter is called "${name}"`);
    this.#setOptions(emitter, undefined, pointer);
    this.apiEmitters.push({ emitter, pointer, folderPointer: pointer });
  }

  /** Gives emitters that are listed without options those that they have elsewhere. @throws CONFIG_STRUCTURE */
  async complete(): Promise<void> {
    for (const [name, options] of Object.entries(this.ofOldKeys)) {
      this.options[name] ??= options;
      // Those of emitters that others need.
      const emitter = name in this.schemas ? undefined : await builtInEmitter(name);
      if (emitter?.options !== undefined) this.schemas[name] = emitter.options;
    }
    for (const [name, place] of this.#plain) {
      if (this.options[name] !== undefined) continue;
      const schema = this.schemas[name];
      if (schema !== undefined) assertConforms({}, schema, place, 'CONFIG_STRUCTURE');
      this.options[name] = {};
    }
  }

  #load(emitter: string | AnyEmitter, place: string): Promise<AnyEmitter> {
    const { folder, file } = this.config;
    return typeof emitter === 'string'
      ? emitterNamed(emitter, folder, place)
      : loadCustomEmitter(checkedEmitter(emitter, place), file);
  }

  #setOptions(emitter: AnyEmitter, options: JsonObject | undefined, place: string) {
    const { name } = emitter;
    const schema = optionsSchemaOf(emitter);
    if (schema !== undefined) this.schemas[name] = schema;
    if (options === undefined) {
      if (!this.#plain.has(name)) this.#plain.set(name, place);
      return;
    }
    const wrong = (subject: string, remedy: string) =>
      new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy });
    if (schema === undefined)
      throw wrong(
        `The emitter "${name}" has no options`,
        emitter.place === undefined
          ? `Write "${name}" alone`
          : 'Remove them, or declare their JSON Schema in "options" of the emitter',
      );
    assertConforms(options, schema, `${place}/1`, 'CONFIG_STRUCTURE');
    const ofKeys = this.ofOldKeys[name];
    if (ofKeys !== undefined)
      throw wrong(
        `The emitter "${name}" has options here and in keys of the configuration: ${JSON.stringify(ofKeys)}`,
        'Move them here, and remove the keys',
      );
    const other = this.options[name];
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(options))
      throw wrong(`The emitter "${name}" has other options elsewhere`, 'Give it the same options for all versions');
    this.options[name] = options;
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
  const builtIn = (await builtInEmitter(name)) ?? (await builtInApiEmitter(name));
  if (builtIn !== undefined) return builtIn;
  const isPath = name.startsWith('.') || name.startsWith('/');
  const file = isPath ? (isAbsolute(name) ? name : join(folder, name)) : packaged(name, folder);
  if (file === undefined || !existsSync(file))
    throw new LadingError({ code: 'CONFIG_STRUCTURE', place, ...unknownEmitter(name, isPath, folder) });
  return loadCustomEmitter(checkedEmitter(await loadModule(file), file), file);
}

function unknownEmitter(name: string, isPath: boolean, folder: string) {
  const subject = `Unknown emitter "${name}"`;
  const asPath = 'Correct the path, which is relative to the configuration';
  if (isPath) return { subject: `The emitter "${name}" does not exist`, remedy: asPath };
  if (existsSync(join(folder, name))) return { subject, remedy: `Write "./${name}"` };
  const install = `Run ${managerCommands().add} ${name}`;
  if (name.startsWith('@'))
    return { subject: `The package of the emitter "${name}" is not installed`, remedy: install };
  const named = suggestion(name, [...builtInEmitters, ...builtInApiEmitters]);
  return {
    subject,
    remedy: `${named}, the path of a file that begins with "./", or a package such as "@lading/emit-validators"`,
  };
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

/** Returns the JSON Schema of the options of an emitter; undefined if it has none. */
export function optionsSchemaOf(emitter: AnyEmitter): JsonObject | undefined {
  return emitter.options ?? ('scope' in emitter ? folderSchema : undefined);
}

/** The options of an emitter of packages for all versions that declares none. */
const folderSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { folder: { type: 'string', description: 'A folder below the output folder.' } },
};

/** A specification may get overlays later; a single document has no other version. */
function hasOneVersion({ documents, overlays = [] }: LadingConfig): boolean {
  return documents !== undefined && documents.length + overlays.length < 2;
}

function withOneVersion(name: string, place: string): LadingError {
  return new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The emitter "${name}" generates packages of versions that extend another one, but the configuration has one version`,
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
