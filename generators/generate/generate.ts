/** A request → the text of every file to be written. */
import { LadingError } from '../diagnostics/index.js';
import { basename } from '../document/path.js';
import { withContents } from './config/option-files.js';
import { emittersOfVersion, isWithin } from './config/emitters-by-version.js';
import type { GenerateRequest } from './generate-request.js';
import { outputOf, SingleRun, timelineOf, type Output, type PipelineCache } from './pipeline/index.js';
import { onFileRead, readRuntimes } from '../read/index.js';
import { versionNamed, type VersionDocument } from '../overlay/index.js';
import { runtimesFolder } from './repository.js';
import type { Timeline } from '../ir/index.js';
import { ignoredRules, lint, uncheckedRules, type LintFinding } from '../lint/index.js';
import { versionsFrom } from './sources.js';
import type { Steps } from './steps.js';
import { countsOf, type VersionCounts } from './summary.js';
import { unfinishedOf } from './unfinished.js';
import { unsupportedFeatures } from './unsupported-features.js';

/** The output of a run, and its versions in numbers. */
export interface GeneratedFiles extends Output {
  readonly versions: readonly VersionCounts[];
  /** What the documents use and the generated packages do not support. */
  readonly warnings: readonly LintFinding[];
  /** What a bump has left to a person. */
  readonly unfinished: readonly LintFinding[];
}

export interface GenerateOptions {
  /** Called with each file before it is read. */
  readonly onRead?: (path: string) => void;
  /** The results of earlier runs of the same session. */
  readonly cache?: PipelineCache;
}

export async function generate(
  request: GenerateRequest,
  steps: Steps,
  options: GenerateOptions = {},
): Promise<GeneratedFiles> {
  const { timeline, options: emitterOptions, head, ...findings } = prepare(request, steps, options);
  const emitOptions = {
    ...request,
    options: emitterOptions,
    apiEmitters: request.apiEmitters.map((placed) => ({
      ...placed,
      options: emitterOptions[placed.emitter.name] ?? {},
    })),
    head,
    // A name that is the same on every machine and in every folder.
    apiHead: headOf(request, `the versions of ${apiNameOf(request)}${basename(request.config ?? 'the specification')}`),
    ...(request.runtimes === 'vendored' && {
      vendoredOf: (names: Iterable<string>) => readRuntimes(runtimesFolder, names),
    }),
  };
  const output = await outputOf(timeline, emitOptions, steps, options.cache);
  if (request.workspace) assertNotBuilt(output, request);
  return { ...findings, ...output };
}

/** @throws CONFIG_STRUCTURE if the build of a package is to write files, which that of a generated workspace does not */
function assertNotBuilt({ files }: Output, { config = 'the configuration', api }: GenerateRequest): void {
  const built = files.find(({ isBuilt }) => isBuilt === true);
  if (built === undefined) return;
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `A generated workspace is built by the compiler, and not by another command, which ${built.path} needs`,
    place: api === undefined ? config : `${config}#/apis/${api}`,
    remedy: 'Set "workspace" to false, or remove the option "build" of its emitter',
  });
}

/** Reads the inputs of a run, and generates nothing. @param onRead called with each file and folder before it is read */
export function readInputs({ sources, options, optionFiles }: GenerateRequest, onRead: (path: string) => void): void {
  onFileRead(onRead, () => {
    versionsFrom(sources);
    withContents(options, optionFiles);
  });
}

/** Reads the inputs of a run. What it returns does not hold the documents, which may be large. */
function prepare(request: GenerateRequest, steps: Steps, { onRead = () => {}, cache }: GenerateOptions) {
  const documents = steps.run(
    'read',
    () => onFileRead(onRead, () => versionsFrom(request.sources)),
    'reading documents',
  );
  assertVersionsExist(request, documents);
  const options = steps.run(
    'read',
    () => onFileRead(onRead, () => withContents(request.options, request.optionFiles)),
    'reading articles and READMEs',
  );
  const timeline = timelineOf(documents, steps, cache);
  return {
    timeline,
    options,
    head: headsOf(request, new Map(documents.map(({ document, source }) => [document.version, source]))),
    versions: countsOf(timeline),
    warnings: [...request.warnings, ...warningsOf(request, timeline, documents, cache)],
    // Only a specification has descriptions of our own: documents and overlays elsewhere may have none.
    unfinished: request.sources.spec === undefined ? [] : unfinishedOf(documents),
  };
}

/** Returns the head of the files of each version, from the names of the sources by version. */
function headsOf(request: GenerateRequest, sources: ReadonlyMap<string, string>) {
  return (version: string) => headOf(request, sources.get(version) ?? version);
}

function apiNameOf({ api }: GenerateRequest): string {
  return api === undefined ? '' : `the API ${api} in `;
}

function headOf({ command }: GenerateRequest, source: string): readonly string[] {
  return [`Generated by lading from ${source}. Do not edit: change the source and run \`${command}\`.`];
}

function warningsOf(
  request: GenerateRequest,
  { versions }: Timeline,
  documents: readonly VersionDocument[],
  cache: PipelineCache = new SingleRun(),
): readonly LintFinding[] {
  return versions.flatMap(({ version, api }) => {
    const document = documents.find((one) => one.document.version === version)?.document;
    const emitters = emittersOfVersion(request, version);
    const isValidating = emitters.some((emitter) => emitter.validates?.(request.options[emitter.name] ?? {}));
    return [
      ...unsupportedFeatures(api, document?.name ?? version, emitters, request.options),
      ...(document === undefined
        ? []
        : cache.getSync(
            `warnings ${version}`,
            () => [JSON.stringify(document), isValidating],
            () => asWarnings(lint(document, [...ignoredRules, ...(isValidating ? uncheckedRules : [])])),
          )),
    ];
  });
}

function asWarnings(findings: readonly LintFinding[]): readonly LintFinding[] {
  return findings.map((finding) => ({ ...finding, severity: 'warning' }));
}

/** @throws VERSION_UNKNOWN if the configuration names the emitters of a version that is not generated */
function assertVersionsExist(
  { emittersByVersion, config, api }: GenerateRequest,
  documents: readonly VersionDocument[],
): void {
  for (const key of emittersByVersion.keys()) {
    if (documents.some(({ document }) => isWithin(document.version, key))) continue;
    versionNamed(
      documents,
      key,
      `${config ?? 'the configuration'}#/${api === undefined ? '' : `apis/${api}/`}emittersByVersion/${key}`,
    );
  }
}
