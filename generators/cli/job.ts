/** What one run of `generate` is to make, whoever says it: a configuration, or the command line. */
import { resolve } from 'node:path';
import type { Naming } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { LadingConfig } from './config/config.js';
import { kindsOf } from './config/emitters.js';
import { configIn, nearestConfig, loadConfig, placeFrom, type LoadedConfig } from './config/load.js';
import { builtInKinds } from './kinds/index.js';
import type { Kind } from './kinds/kind.js';
import { repository } from './place.js';
import type { ProseSources } from '../read/index.js';
import { sourcesOf, type Sources } from './sources.js';

export interface JobOptions {
  readonly config?: string;
  readonly document?: readonly string[];
  readonly spec?: string;
  readonly out?: string;
  readonly scope?: string;
  readonly paths: boolean;
  readonly clients?: true;
  readonly servers?: true;
  readonly docs?: true;
}

export interface Job {
  readonly sources: Sources;
  readonly kinds: readonly Kind[];
  readonly naming: Naming;
  /** What says more of the API than its documents. */
  readonly prose: ProseSources;
  readonly paths: boolean;
  readonly workspace: boolean;
  /** The output folder. */
  readonly out: string;
  /** How the run is repeated, for the head of each file. */
  readonly command: string;
  /** The configuration, where one says all this. */
  readonly config?: string;
  /** The files of emitters of the user's own. */
  readonly emitters: readonly string[];
  /** Whether all of it is data: nothing of the user's is run. */
  readonly isData: boolean;
}

const commandLine = 'the command line';

/** @throws USAGE, CONFIG_…, EMITTER_… */
export async function jobOf(options: JobOptions): Promise<Job> {
  const { config, document, spec } = options;
  if (config !== undefined && (document ?? spec) !== undefined)
    throw usage('--config excludes --document and --spec', 'Give one of them');
  const isSaid = document !== undefined || spec !== undefined;
  const loaded = isSaid
    ? { config: saidConfig(options), file: commandLine, folder: '' }
    : await loadConfig(configFile(options));
  return jobFrom(loaded, options);
}

async function jobFrom(loaded: LoadedConfig, options: JobOptions): Promise<Job> {
  const { config, folder, file } = loaded;
  const place = placeFrom(loaded);
  const emitters = [...(config.emitters ?? ['types']), ...added(options, config)];
  return {
    sources: sourcesOf(config, place),
    kinds: await kindsOf({ config: { ...config, emitters }, file, folder }),
    naming: {
      scope: options.scope ?? config.scope ?? '@lading',
      ...(config.packageName !== undefined && { pattern: config.packageName }),
      // Only this repository has what joins the modules of a package.
      ...(resolve(folder) === repository && file !== commandLine && { joined: true }),
    },
    prose: proseOf(config, place),
    paths: options.paths && config.paths !== false,
    workspace: config.workspace !== false,
    out: options.out ?? place(config.out ?? 'generated'),
    command: options.document === undefined ? 'npx lading generate' : 'lading generate --document …',
    ...(file !== commandLine && { config: file }),
    emitters: emitters
      .filter((each) => typeof each === 'string')
      .filter((each) => /^\.{0,2}\//.test(each))
      .map(place),
    isData: emitters.every((emitter) => typeof emitter === 'string' && builtInKinds.includes(emitter)),
  };
}

function proseOf({ docs = {}, readmes = {} }: LadingConfig, place: (path: string) => string): ProseSources {
  return {
    ...(docs.articles !== undefined && { articles: place(docs.articles) }),
    ...(docs.curl !== undefined && { curl: docs.curl }),
    readmes: Object.fromEntries(Object.entries(readmes).map(([name, file]) => [name, place(file)])),
  };
}

/** What flags want besides. */
function added({ clients, servers, docs }: JobOptions, { emitters = [] }: LadingConfig): readonly string[] {
  const wanted = [clients && 'client', servers && 'server', docs && 'docs'];
  return wanted.filter((kind) => typeof kind === 'string').filter((kind) => !emitters.includes(kind));
}

// Documents of the user's own belong into a folder of their own, never among the packages of this repository.
function saidConfig({ document, spec, out }: JobOptions): LadingConfig {
  if (document !== undefined && out === undefined) throw usage('--document needs --out', 'Name a folder: --out DIR');
  if (document !== undefined && spec !== undefined) throw usage('--document and --spec exclude each other', 'Give one');
  if (spec !== undefined && out === undefined) throw usage('--spec needs --out', 'Name a folder: --out DIR');
  return { ...(document !== undefined && { documents: document }), ...(spec !== undefined && { spec }) };
}

/** The one that is named, or the nearest one. @throws USAGE where there is none, or `--out` names the folder of another */
function configFile({ config, out }: JobOptions): string {
  if (config !== undefined) return config;
  const nearest = nearestConfig();
  const ofOutput = out === undefined ? undefined : configIn(resolve(out));
  if (ofOutput !== undefined && ofOutput !== nearest) {
    throw usage(
      `The output folder ${out ?? ''} has a configuration of its own, ${ofOutput}`,
      `Name the one that is meant: --config ${ofOutput}${nearest === undefined ? '' : ` or --config ${nearest}`}`,
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
