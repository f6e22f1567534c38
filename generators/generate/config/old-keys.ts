/** Keys of earlier configurations → the options of emitters that replace them, with warnings that show what to write. */
import type { JsonObject, Json } from '../../document/index.js';
import type { LintFinding } from '../../lint/index.js';
import type { EmitterEntry, LadingConfig } from './config.js';

/** What the keys of earlier configurations say. */
export interface OldKeys {
  /** The options by the names of their emitters. */
  readonly options: Readonly<Record<string, JsonObject>>;
  /** The emitters of packages for all versions, with the pointers of their keys. */
  readonly added: Readonly<Record<string, string>>;
  /** The keys by the names of their emitters. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** Each key, with the emitter and its option. */
const moved: readonly (readonly [key: string, emitter: string, option: string])[] = [
  ['paths', 'types', 'paths'],
  ['readmes/types', 'types', 'readme'],
  ['readmes/paths', 'types', 'pathsReadme'],
  ['client/runtime', 'client', 'runtime'],
  ['readmes/client', 'client', 'readme'],
  ['readmes/exactClient', 'client', 'exactReadme'],
  ['server/dialect', 'server', 'dialect'],
  ['readmes/server', 'server', 'readme'],
  ['docs/articles', 'docs', 'articles'],
  ['docs/commands', 'docs', 'commands'],
  ['docs/curl', 'docs', 'curl'],
  ['docs/build', 'docs', 'build'],
  ['overlay/hooks', 'conversion', 'hooks'],
  // Engines ignore properties that they do not know.
  ['server/dialect', 'conversion', 'ignoresUnknown'],
  ['umbrellas/client', 'clients', 'folder'],
  ['umbrellas/server', 'servers', 'folder'],
  ['server/conversions', 'servers', 'conversions'],
  ['umbrellas/docs', 'references', 'folder'],
  ['umbrellas/conversions', 'conversions', 'folder'],
  ['overlay/hooks', 'conversions', 'hooks'],
  ['server/dialect', 'conversions', 'ignoresUnknown'],
];

/** @param placeOf returns the place of a key in the file of the configuration */
export function oldKeysOf(config: LadingConfig, placeOf: (pointer: string) => string): OldKeys {
  const options: Record<string, JsonObject> = {};
  const keys: Record<string, readonly string[]> = {};
  const added: Record<string, string> = {};
  for (const [key, emitter, option] of moved) {
    const value = valueAt(config as unknown as JsonObject, key);
    if (value === undefined || (option === 'ignoresUnknown' && value !== 'engine')) continue;
    if (key.startsWith('umbrellas/')) added[emitter] = placeOf(key);
    options[emitter] = { ...options[emitter], [option]: option === 'ignoresUnknown' ? true : value };
    keys[emitter] = [...(keys[emitter] ?? []), key];
  }
  return { options, added, keys };
}

/** Emitters by their names in earlier configurations. */
const renamed: Readonly<Record<string, string>> = { overlay: 'conversion' };

/** Returns the present name of an emitter that had another one; otherwise undefined. */
export function presentNameOf(emitter: string): string | undefined {
  return Object.hasOwn(renamed, emitter) ? renamed[emitter] : undefined;
}

/** @param written what to write in the place of the earlier name */
export function renamedSentence(emitter: string, name: string, written: string): string {
  return `The emitter "${emitter}" is called "${name}", and so are its packages: write ${written}.`;
}

/** A configuration with the present names of emitters, and warnings about the others. */
export interface PresentNames {
  readonly config: LadingConfig;
  readonly oldNames: readonly LintFinding[];
}

/** @param placeOf returns the place of a pointer in the file of the configuration */
export function withPresentNames(config: LadingConfig, placeOf: (pointer: string) => string): PresentNames {
  const oldNames: LintFinding[] = [];
  const present = (entries: readonly EmitterEntry[], key: string) =>
    entries.map((entry, index): EmitterEntry => {
      const [emitter, ...options] = Array.isArray(entry) ? (entry as readonly [unknown, JsonObject]) : [entry];
      const name = typeof emitter === 'string' ? presentNameOf(emitter) : undefined;
      if (name === undefined) return entry;
      const [first] = options;
      const now = first === undefined ? name : ([name, first] as const);
      oldNames.push({
        severity: 'warning',
        rule: 'renamed-emitter',
        place: placeOf(`${key}/${index}`),
        sentence: renamedSentence(String(emitter), name, JSON.stringify(now)),
      });
      return now;
    });
  const { emitters, emittersByVersion } = config;
  const byVersion = Object.entries(emittersByVersion ?? {}).map(([version, entries]) => {
    return [version, present(entries, `emittersByVersion/${version}`)] as const;
  });
  const named = {
    ...config,
    ...(emitters && { emitters: present(emitters, 'emitters') }),
    ...(emittersByVersion && { emittersByVersion: Object.fromEntries(byVersion) }),
  };
  return { config: named, oldNames };
}

/** Emitters that have an option of a key which is that of another emitter too. */
const shared: readonly string[] = ['conversion', 'conversions'];

/** A list of emitters in a configuration: its key, and the names of those that are in it, and of those that run for them. */
export interface EmitterNames {
  readonly key: string;
  readonly listed: ReadonlySet<string>;
  readonly running: ReadonlySet<string>;
}

/**
 * Returns a warning for each emitter that has options in keys of earlier configurations: it shows what to write.
 *
 * @param placeOf returns the place of a key in the file of the configuration
 * @param lists the lists of emitters; `emitters` first, unless the configuration has none
 */
export function oldKeyWarnings(
  { options, added, keys }: OldKeys,
  placeOf: (pointer: string) => string,
  lists: readonly EmitterNames[],
): readonly LintFinding[] {
  return Object.entries(keys).flatMap(([emitter, of]): readonly LintFinding[] => {
    const list = lists.find(({ listed }) => listed.has(emitter));
    const user = lists.find(({ running }) => running.has(emitter));
    const isIdle = list === undefined && user === undefined && !(emitter in added);
    if (isIdle && shared.includes(emitter)) return [];
    const entry = JSON.stringify([emitter, options[emitter]]);
    const remedy = isIdle
      ? `remove it, since "${emitter}" is not generated`
      : list === undefined
        ? `add ${entry} to "${user?.key ?? 'emitters'}", which is ["types"] when left out`
        : `in "${list.key}", write ${entry} in the place of "${emitter}"`;
    const named = of.map((key) => `"${key.replace('/', '.')}"`).join(', ');
    return [
      {
        severity: 'warning',
        rule: 'moved-option',
        place: placeOf(of[0] ?? ''),
        sentence: `${named} ${of.length > 1 ? 'are options' : 'is an option'} of the emitter "${emitter}": ${remedy}.`,
      },
    ];
  });
}

function valueAt(config: JsonObject, key: string): Json | undefined {
  const [first = '', second] = key.split('/');
  const value = config[first];
  if (second === undefined) return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[second]
    : undefined;
}
