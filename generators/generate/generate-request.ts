/** Turns the configuration and the options of the command line into the request of one run of `generate`. */
import { join, resolve } from '../document/path.js';
import { markdownText, titleLine, type Naming, type PackageLicense } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import { placedEmitter } from './config/api-emitters.js';
import type { LadingConfig } from './config/config.js';
import { loadEmitters } from './config/emitters.js';
import {
  configIn,
  nearestConfig,
  loadConfig,
  loadConfigs,
  placeFrom,
  placeIn,
  type LoadedConfig,
} from './config/load.js';
import { optionFilesOf, type OptionFile } from './config/option-files.js';
import type { LintFinding } from '../lint/index.js';
import { builtInApiEmitters, builtInEmitters } from './built-in-emitters.js';
import type { WantedEmitters } from './config/emitters-by-version.js';
import { localDocument, withLocalDocuments } from './local-documents.js';
import type { ShowProgress } from './progress.js';
import type { EmitterOptions, PlacedApiEmitter } from './pipeline/index.js';
import { complete, sourcesOf, type Sources } from './sources.js';

/** The options of the command line. */
export interface GenerateRequestOptions {
  readonly config?: string;
  /** The API of the configuration, if it has several. */
  readonly api?: string;
  /** Whether files are only compared; then no document is fetched. */
  readonly check?: true;
  readonly document?: readonly string[];
  readonly spec?: string;
  readonly out?: string;
  readonly scope?: string;
  readonly paths?: boolean;
  readonly clients?: true;
  readonly servers?: true;
  readonly docs?: true;
  readonly conversions?: true;
  readonly includeTag?: readonly string[];
  readonly includePath?: readonly string[];
  readonly includeOperation?: readonly string[];
  readonly excludeTag?: readonly string[];
  readonly excludePath?: readonly string[];
  readonly excludeOperation?: readonly string[];
  readonly excludeDeprecated?: true;
}

/** Everything that one run of `generate` depends on. */
export interface GenerateRequest extends Required<WantedEmitters> {
  readonly sources: Sources;
  /** The options of the emitters, without the contents of files. */
  readonly options: EmitterOptions;
  /** The options that name files. */
  readonly optionFiles: readonly OptionFile[];
  /** Warnings about the configuration. */
  readonly warnings: readonly LintFinding[];
  readonly naming: Naming;
  readonly workspace: boolean;
  /** Whether a workspace installs the runtimes from tarballs that it contains, or from the registry. */
  readonly runtimes: 'vendored' | 'registry';
  /** The emitters of packages for all versions. */
  readonly apiEmitters: readonly PlacedApiEmitter[];
  /** The output folder. */
  readonly out: string;
  /** The command that repeats the run, for the heads of the files. */
  readonly command: string;
  /** The file of the configuration, if there is one. */
  readonly config?: string;
  /** The API of the configuration, if it has several. */
  readonly api?: string;
  /** The files of custom emitters. */
  readonly emitterFiles: readonly string[];
  /** Whether everything is data, so that no code of the user runs. */
  readonly isData: boolean;
}

const commandLine = 'the command line';

const builtIn = [...builtInEmitters, ...builtInApiEmitters];

/** The emitters that flags add. */
const emittersByFlag = { clients: 'client', servers: 'server', docs: 'docs', conversions: 'conversion' } as const;

/** The options that flags set. */
const optionsByFlag = [['paths', 'types', { when: false, options: { paths: false } }]] as const;

/** Returns the names of the APIs that the options mean, one undefined name if there is only one API. @throws USAGE, CONFIG_… */
export async function apiNames(options: GenerateRequestOptions): Promise<readonly (string | undefined)[]> {
  if (options.api !== undefined || options.document !== undefined || options.spec !== undefined) return [options.api];
  return (await loadConfigs(configFile(options))).map(({ api }) => api?.name);
}

/** @throws USAGE, CONFIG_…, EMITTER_… */
export async function generateRequest(options: GenerateRequestOptions, show?: ShowProgress): Promise<GenerateRequest> {
  const { config: named, document, spec } = options;
  if (named !== undefined && (document ?? spec) !== undefined)
    throw usage('--config cannot be combined with --document or --spec', 'Use one of them');
  const isCommandLine = document !== undefined || spec !== undefined;
  if (isCommandLine) {
    if (options.api !== undefined)
      throw usage('--api cannot be combined with --document or --spec', 'Use it with a configuration');
    const { documents, ...others } = configOfOptions(options);
    const local = await Promise.all((document ?? []).map((each) => localDocument(each, show)));
    return requestFrom(
      { config: { ...others, ...(documents && { documents: local }) }, file: commandLine, folder: '' },
      options,
    );
  }
  const loaded = await loadConfig(configFile(options), options.api);
  const config = await withLocalDocuments(loaded.config, loaded.folder, { isOffline: options.check === true, show });
  return requestFrom({ ...loaded, config }, options);
}

async function requestFrom(loaded: LoadedConfig, options: GenerateRequestOptions): Promise<GenerateRequest> {
  const { config, file, api } = loaded;
  const place = placeFrom(loaded);
  const { emittersByVersion = {} } = config;
  const emitters = [...(config.emitters ?? ['types']), ...added(options, config.emitters)];
  const ofVersions = Object.entries(emittersByVersion).map(([version, named]) => {
    return [version, [...named, ...added(options, named)]] as const;
  });
  const all = [...emitters, ...ofVersions.flatMap(([, named]) => named)].map((entry) =>
    typeof entry === 'object' && 'length' in entry ? entry[0] : entry,
  );
  const list = { ...config, emitters, emittersByVersion: Object.fromEntries(ofVersions) };
  const sources = await complete(sourcesOf({ ...config, ...operationsOf(options) }, place));
  const { apiEmitters, schemas, ...loadedEmitters } = await loadEmitters({ ...loaded, config: list });
  const emitterOptions = { ...loadedEmitters.options };
  for (const [flag, emitter, set] of optionsByFlag)
    if (options[flag] === set.when) emitterOptions[emitter] = { ...emitterOptions[emitter], ...set.options };
  assertBuild(config, placeIn(loaded, 'build'));
  const named = all.filter((each) => typeof each === 'string');
  const versioned = [loadedEmitters.emitters, ...loadedEmitters.emittersByVersion.values()].flat();
  return {
    sources,
    ...loadedEmitters,
    naming: {
      scope: options.scope ?? config.scope ?? '@lading',
      ...(config.packageName !== undefined && { pattern: config.packageName }),
      ...(config.build !== undefined && { build: config.build }),
      ...(config.license !== undefined && { license: licenseOf(config.license) }),
    },
    options: emitterOptions,
    optionFiles: Object.entries(schemas).flatMap(([name, schema]) =>
      optionFilesOf({ name, options: schema }, emitterOptions[name] ?? {}, place),
    ),
    workspace: config.workspace !== false,
    runtimes: config.runtimes ?? 'vendored',
    apiEmitters: apiEmitters.map(({ emitter, ...pointers }) =>
      placedEmitter(emitter, config, {
        ...pointers,
        place,
        options: emitterOptions,
        names: versioned.map(({ name }) => name),
      }),
    ),
    out:
      options.out === undefined
        ? place(config.out ?? 'generated')
        : api === undefined
          ? options.out
          : join(options.out, api.name),
    command: options.document === undefined ? 'npx lading generate' : 'lading generate --document …',
    ...(file !== commandLine && { config: file }),
    ...(api && { api: api.name }),
    emitterFiles: named.filter((each) => /^\.{0,2}\//.test(each)).map(place),
    isData: all.every((emitter) => typeof emitter === 'string' && builtIn.includes(emitter)),
  };
}

/** @throws CONFIG_STRUCTURE if a generated workspace, which the compiler builds, is to be built by another command */
function assertBuild({ build, workspace }: LadingConfig, place: string): void {
  if (build === undefined || workspace === false) return;
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: 'A generated workspace is built by the compiler, and not by another command',
    place,
    remedy: 'Set "workspace" to false, or remove "build"',
  });
}

/** Returns the filter of the flags, which replaces that of the configuration. */
function operationsOf(options: GenerateRequestOptions): Pick<LadingConfig, 'operations'> {
  const { includeTag, includePath, includeOperation, excludeTag, excludePath, excludeOperation, excludeDeprecated } =
    options;
  const include = definedOf({ tags: includeTag, paths: includePath, ids: includeOperation });
  const exclude = definedOf({
    tags: excludeTag,
    paths: excludePath,
    ids: excludeOperation,
    deprecated: excludeDeprecated,
  });
  return definedOf({ operations: definedOf({ include, exclude }) }) ?? {};
}

/** Returns the defined properties, or undefined if there are none. */
function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return defined.length === 0
    ? undefined
    : (Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> });
}

/** Returns the emitters that flags add to a list. */
function added(options: GenerateRequestOptions, emitters: readonly unknown[] = []): readonly string[] {
  const listed = emitters.map((entry) => (Array.isArray(entry) ? (entry[0] as unknown) : entry));
  return Object.entries(emittersByFlag)
    .filter(([flag, emitter]) => options[flag as keyof typeof emittersByFlag] === true && !listed.includes(emitter))
    .map(([, emitter]) => emitter);
}

// Other documents are never generated among the packages of this repository.
function configOfOptions({ document, spec, out }: GenerateRequestOptions): LadingConfig {
  if (document !== undefined && out === undefined) throw usage('--document needs --out', 'Name a folder: --out DIR');
  if (document !== undefined && spec !== undefined)
    throw usage('--document and --spec are mutually exclusive', 'Use one of them');
  if (spec !== undefined && out === undefined) throw usage('--spec needs --out', 'Name a folder: --out DIR');
  return { ...(document !== undefined && { documents: document }), ...(spec !== undefined && { spec }) };
}

/** Returns the given or the nearest configuration. @throws USAGE if there is none, or if the folder of `--out` has another one */
function configFile({ config, out }: GenerateRequestOptions): string {
  if (config !== undefined) return config;
  const nearest = nearestConfig();
  const outputConfig = out === undefined ? undefined : configIn(resolve(out));
  if (outputConfig !== undefined && outputConfig !== nearest) {
    throw usage(
      `The output folder ${out ?? ''} has another configuration, ${outputConfig}`,
      `Choose the configuration: --config ${outputConfig}${nearest === undefined ? '' : ` or --config ${nearest}`}`,
    );
  }
  if (nearest !== undefined) return nearest;
  throw usage(
    'There is no configuration in this folder or above it',
    'Write one: lading init. Or name a document: --document FILE --out DIR',
  );
}

function usage(subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'USAGE', subject, place: 'lading generate', remedy });
}

function licenseOf(license: string | false): PackageLicense | false {
  return license !== false && { value: license, text: markdownText(titleLine(license)) };
}
