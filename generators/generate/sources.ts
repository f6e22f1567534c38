/** The sources of a run, and the versions in them. */
import {
  applyCorrections,
  assertDistinctVersions,
  assertOneApi,
  declarePagination,
  filterOperations,
  rename,
  withProductName,
  versionsOf,
  versionNamed,
  versionsOfSpec,
  type VersionDocument,
} from '../overlay/index.js';
import {
  type Correction,
  type Document,
  type NameRules,
  type OperationFilter,
  type OverlaySource,
  type PaginationRule,
} from '../document/index.js';
import { copiesFolder, readDocument, readOverlay, readCorrections, withVersion, readSpec } from '../read/index.js';
import { LadingError, isUrl, printableUrl } from '../diagnostics/index.js';
import { completeInterrupted } from '../write/index.js';
import { existsSync } from 'node:fs';
import { join, normalize, resolve } from '../document/path.js';
import { assertMemory } from './assert-memory.js';
import type { DocumentSource, LadingConfig } from './config/config.js';
import { nearestConfig, loadConfig, loadConfigs, placeFrom } from './config/load.js';
import { copyPath, documentUrl } from '../fetch/index.js';
import { documentSource, localDocument, withLocalDocuments } from './local-documents.js';
import type { ShowProgress } from './progress.js';
import { repositoryPath } from './repository.js';

/** A folder with a `versions.yaml`, or single files; their names, which of their operations are meant, and what pages these have. */
export type Sources = {
  readonly operations?: OperationFilter;
  readonly pagination?: readonly PaginationRule[];
  readonly names?: NameRules;
} & ({ readonly spec: string } | DocumentSources);

interface DocumentSources {
  readonly spec?: undefined;
  readonly documents: readonly DocumentSource[];
  readonly overlays: readonly string[];
  readonly corrections: readonly string[];
  readonly product: string | undefined;
}

/** @param place resolves a path of the configuration */
export function sourcesOf(config: LadingConfig, place: (path: string) => string): Sources {
  const { spec, documents = [], overlays = [], corrections = [], product, operations, pagination, names } = config;
  const selected = { ...(operations && { operations }), ...(pagination && { pagination }), ...(names && { names }) };
  if (spec !== undefined) return { spec: place(spec), ...selected };
  return {
    ...selected,
    documents: documents.map(documentSource).map((source) => ({
      ...source,
      file: place(source.file),
      ...(source.folder !== undefined && { folder: place(source.folder) }),
    })),
    overlays: overlays.map(place),
    corrections: corrections.map(place),
    product,
  };
}

/** The options of a command that select its sources. */
export interface SourceOptions {
  readonly config?: string;
  /** The API of the configuration, if it has several. */
  readonly api?: string;
  readonly document?: readonly string[];
  readonly spec?: string;
}

/** Returns the sources of the options, or else those of the given or the nearest configuration. */
export async function chosenSources({ config, api, document, spec }: SourceOptions): Promise<Sources> {
  if (document !== undefined) {
    const documents = await Promise.all(document.map((each) => localDocument(each)));
    return sourcesOf({ documents }, (path) => path);
  }
  if (spec !== undefined) return complete({ spec });
  const found = config ?? nearestConfig();
  if (found === undefined) return complete({ spec: repositoryPath('spec') });
  const loaded = await loadConfig(found, api);
  return complete(sourcesOf(await withLocalDocuments(loaded.config, loaded.folder), placeFrom(loaded)));
}

/**
 * Returns the folder of the specification: that of the options, or else of the given or the nearest configuration.
 *
 * @throws CONFIG_LOAD, CONFIG_STRUCTURE if the configuration lists documents instead
 */
export async function chosenSpecification({ config, api, spec }: Omit<SourceOptions, 'document'>): Promise<string> {
  if (spec !== undefined) return spec;
  const found = config ?? nearestConfig();
  if (found === undefined) return repositoryPath('spec');
  const loaded = await loadConfig(found, api);
  if (loaded.config.spec !== undefined) return placeFrom(loaded)(loaded.config.spec);
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: 'The configuration lists documents, and has no folder of a specification',
    place: found,
    remedy: 'Name the folder: --spec DIR. To add a version without one, add its document to "documents"',
  });
}

/** Completes the changes of an interrupted command in the specification. @throws WRITE_BUSY, WRITE_FAILED */
export async function complete<T extends { readonly spec?: string | undefined }>(sources: T): Promise<T> {
  if (sources.spec !== undefined) await completeInterrupted(sources.spec);
  return sources;
}

/**
 * Returns the document that a command line names: a file, a URL, or a version of the configuration (`1.44`). Where the configuration
 * gives the version of a file, the document has that version here too.
 *
 * @throws READ_…, FETCH_…, DOCUMENT_…, VERSION_UNKNOWN
 */
export async function chosenDocument(
  named: string,
  options: SourceOptions = {},
  show?: ShowProgress,
): Promise<Document> {
  const found = options.spec === undefined ? (options.config ?? nearestConfig()) : undefined;
  const loaded = found === undefined ? [] : await loadConfigs(found, options.api);
  const listed = loaded.flatMap((one) => {
    const place = placeFrom(one);
    const sources = (one.config.documents ?? []).map(documentSource);
    return sources.map((source) => ({
      ...source,
      path: isUrl(source.file) ? undefined : resolve(place(source.file)),
      folder: source.folder === undefined ? undefined : place(source.folder),
    }));
  });
  const isFile = isUrl(named) || existsSync(named);
  // Versions may be dates and words; a misspelled path is none.
  const isPath = /[/\\]|\.(ya?ml|json)$/i.test(named) && !listed.some(({ version }) => version === named);
  const hasVersions = (found ?? options.spec) !== undefined;
  const isVersion = /^v?\d+\.\d+$/.test(named) || (hasVersions && !isPath);
  if (!isFile && isVersion) {
    const sources = await chosenSources(options);
    return versionNamed(versionsFrom(sources), named, placeOf(sources)).document;
  }
  const source = listed.find(({ file, path }) => (path === undefined ? file === named : path === resolve(named)));
  return withVersion(readDocument(await localDocument(named, show), source?.folder), source?.version);
}

/** Whether a version is that of an overlay, or one that an overlay extends. */
export async function hasOverlay(named: string, options: SourceOptions = {}): Promise<boolean> {
  if (isUrl(named) || existsSync(named)) return false;
  const versions = versionsFrom(await chosenSources(options));
  const { document } = versionNamed(versions, named, '');
  return versions.some(
    ({ overlay, extends: base, ...version }) =>
      overlay !== undefined && (version.document === document || base === document.version),
  );
}

/** Returns the place that lists the versions, for errors. */
export function placeOf(sources: Sources): string {
  return sources.spec === undefined
    ? sources.documents.map(({ file }) => file).join(', ')
    : join(sources.spec, 'versions.yaml');
}

/**
 * Returns every version with the selected operations, each after the version that it extends.
 *
 * @throws READ_…, DOCUMENT_…, OVERLAY_…, CORRECTION_STRUCTURE, VERSION_…, CONFIG_STRUCTURE
 */
export function versionsFrom(sources: Sources, { neutral = false } = {}): readonly VersionDocument[] {
  const { operations, pagination, names } = sources;
  const documents = wholeVersions(sources, neutral);
  const all = names === undefined ? documents : rename(documents, names);
  assertOneApi(all);
  const versions = pagination === undefined ? all : declarePagination(all, pagination);
  return operations === undefined ? versions : filterOperations(versions, operations);
}

/** Returns every version with all of its operations, as it is in the documents. */
export function wholeVersions(sources: Sources, neutral: boolean): readonly VersionDocument[] {
  if (sources.spec !== undefined) {
    const spec = readSpec(sources.spec);
    return neutral ? versionsOfSpec(spec) : withProductName(versionsOfSpec(spec), spec.product);
  }
  const { documents, overlays, product } = sources;
  const read = documents.map(({ file, folder, version }) => {
    assertMemory(`reading ${file}`);
    return withVersion(readDocument(file, folder), version);
  });
  // Whatever else is wrong with two documents of one version is wrong with one of them.
  assertDistinctVersions(read);
  const corrections = sources.corrections.flatMap((folder) => readCorrections(folder));
  const whole = read.map((document) => applyCorrections(document, corrections));
  assertNeeded(corrections, new Set(whole.map(({ version }) => version)));
  const versions = versionsOf(
    whole,
    overlays.map(readOverlay).map((overlay) => withExtendedCopy(overlay, sources)),
  );
  return product === undefined || neutral ? versions : withProductName(versions, product);
}

/** An overlay may extend the URL of a document, of which there is a copy. @throws OVERLAY_EXTENDS, FETCH_REFUSED */
function withExtendedCopy(overlay: OverlaySource, { documents, overlays }: DocumentSources): OverlaySource {
  if (!isUrl(overlay.extends)) return overlay;
  const path = `/${copiesFolder}/${copyPath(documentUrl(overlay.extends))}`;
  const copy = [...documents.map(({ file }) => file), ...overlays].find((file) => join('/', file).endsWith(path));
  if (copy !== undefined) return { ...overlay, extends: normalize(copy) };
  throw new LadingError({
    code: 'OVERLAY_EXTENDS',
    subject: `version ${overlay.version} extends ${printableUrl(overlay.extends)}, which is no document of the configuration`,
    place: `${overlay.file}#/extends`,
    remedy: 'Add this URL to "documents", or extend a file',
  });
}

// A correction without a document would go unnoticed.
function assertNeeded(corrections: readonly Correction[], versions: ReadonlySet<string>): void {
  const idle = corrections.find(({ appliesTo }) => !appliesTo.some((version) => versions.has(version)));
  if (idle === undefined) return;
  throw new LadingError({
    code: 'CORRECTION_STRUCTURE',
    subject: `The correction applies to ${idle.appliesTo.join(', ')}, which no document describes`,
    place: `${idle.file}#/x-lading-correction/applies-to`,
    remedy: 'Name an existing version, or remove the correction',
  });
}
