/** Emits and prints the generated parts of all umbrellas. */
import { type Naming, type OutputFile } from '../../code/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { ConversionHooks, ConvertedStep } from '../../emit/overlay/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ServerConversions } from '../../emit/umbrella/index.js';
import { compareVersions, type Api, type Timeline } from '../../ir/index.js';
import { conversionStep } from '../pipeline/conversion-step.js';
import type { EmittedPackages, PrintedPackage } from '../pipeline/emit-packages.js';
import type { Umbrella, UmbrellaEmitter, UmbrellaInputs, UmbrellaKind } from './umbrella.js';

export interface UmbrellaOptions {
  readonly naming: Naming;
  readonly serverDialect: ServerDialectName;
  /** The package of the default conversion hooks. */
  readonly conversionHooks?: ConversionHooks | undefined;
  /** The package of the conversions and contracts of all versions, if servers load them. */
  readonly serverConversions?: ServerConversions | undefined;
  readonly umbrellas: readonly Umbrella[];
  /** The head of the files. */
  readonly head: readonly string[];
}

/** The dependencies of an umbrella on packages of versions. */
export interface UmbrellaDependencies {
  /** The folder of the umbrella, below the output folder. */
  readonly folder: string;
  /** The kinds of packages that the umbrella depends on. */
  readonly packageKinds: readonly string[];
  /** The packages, with the range for a new dependency. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface PrintedUmbrellas {
  readonly files: readonly OutputFile[];
  readonly dependencies: readonly UmbrellaDependencies[];
}

const emitters: Readonly<Record<UmbrellaKind, () => Promise<UmbrellaEmitter>>> = {
  client: async () => (await import('./client.js')).client,
  server: async () => (await import('./server.js')).server,
  docs: async () => (await import('./docs.js')).docs,
  conversions: async () => (await import('./conversions.js')).conversions,
};

/** @throws CONFIG_STRUCTURE if an umbrella is in the folder of a package of a version */
export async function printUmbrellas(
  timeline: Timeline,
  emitted: EmittedPackages,
  { naming, serverDialect, serverConversions, conversionHooks, umbrellas, head }: UmbrellaOptions,
): Promise<PrintedUmbrellas> {
  const files: OutputFile[] = [];
  const dependencies: UmbrellaDependencies[] = [];
  for (const { kind, folder } of umbrellas) {
    assertFree(folder, emitted.packages);
    const { packageKinds, emit } = await emitters[kind]();
    const { printModule } = await import('../../write/print/index.js');
    const { modules, dependencies: wanted } = emit({
      naming,
      folder,
      serverDialect,
      serverConversions,
      timeline,
      ...versionsOf(kind, timeline, emitted),
      steps: () => stepsOf(timeline, { conversionHooks, serverDialect }),
    });
    files.push(...modules.map((module) => printModule(module, { head, folder })));
    dependencies.push({ folder, packageKinds, dependencies: wanted });
  }
  return { files, dependencies };
}

function versionsOf(
  kind: UmbrellaKind,
  { versions }: Timeline,
  { packages, symbolsOf }: EmittedPackages,
): Pick<UmbrellaInputs, 'versions' | 'contracts' | 'apiOf' | 'overlays'> {
  const of = (name: string) => packages.filter(({ emitter }) => emitter.name === name).map(({ version }) => version);
  return {
    versions: of(kind).sort((a, b) => compareVersions(b, a)),
    contracts: of('contract'),
    apiOf: (wanted) => versions.find(({ version }) => version === wanted)?.api as Api,
    // Conversions that need hooks, without default ones, are options of the server.
    overlays: versions.flatMap(({ version, extends: base }) =>
      base === undefined || symbolsOf('overlay', version)?.isComplete !== true ? [] : [{ version, extends: base }],
    ),
  };
}

function stepsOf(
  { versions }: Timeline,
  { conversionHooks: hooks, serverDialect }: Pick<UmbrellaOptions, 'conversionHooks' | 'serverDialect'>,
): readonly ConvertedStep[] {
  return [...versions]
    .sort((a, b) => compareVersions(b.version, a.version))
    .flatMap((described) => {
      const base = versions.find(({ version }) => version === described.extends)?.api;
      if (base === undefined) return [];
      return [{ ...conversionStep(described, base, serverDialect === 'engine'), ...(hooks && { hooks }) }];
    });
}

function assertFree(folder: string, packages: readonly PrintedPackage[]): void {
  const holder = packages.find((one) => `${folder}/`.startsWith(`${one.folder}/`));
  if (holder === undefined) return;
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The folder of an umbrella is also the ${holder.emitter.name} package of version ${holder.version}`,
    place: folder,
    remedy: 'Use another folder for the umbrella',
  });
}
