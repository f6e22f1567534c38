/** Plans the overlay of a published document's version, and lists what a person has to write and decide. */
import { compareApis, derive } from '../compare/index.js';
import { undecidedOf, conversionRulesOf, type Decision } from '../conversion-rules/index.js';
import type { Document, OverlayFile, JsonObject } from '../document/index.js';
import { compareVersions, everyOperation, type Api, type Change } from '../ir/index.js';
import { lint, type LintFinding } from '../lint/index.js';
import { normalize } from '../normalize/index.js';
import { differencesOf, nameDifferences } from '../overlay/index.js';
import {
  changedDescriptions,
  missingDescriptions,
  type DescriptionChange,
  factsOf,
  type Conflict,
} from '../port-changes/index.js';
import { portPublished, type PortedVersion, type PublishedPair } from './port-published.js';

/** The inputs of a plan. */
export interface BumpInputs extends Omit<PublishedPair, 'emitOpenapi'> {
  /** The file of the overlay. */
  readonly file: string;
  /** The value of `extends` in the overlay. */
  readonly extends: string;
}

/** The plan of a bump. */
export interface BumpPlan extends Pick<
  PortedVersion,
  'conflicts' | 'unmatched' | 'inapplicable' | 'appliedCorrections' | 'skipsVersions'
> {
  readonly version: string;
  readonly extends: string;
  readonly overlay: OverlayFile;
  readonly older: Api;
  readonly newer: Api;
  /** The changes from the older to the newer version. */
  readonly changes: readonly Change[];
  /** Errors of the published document that the previous one did not have. */
  readonly findings: readonly LintFinding[];
  /** The new parts without a description. */
  readonly unwritten: readonly (readonly string[])[];
  /** The published descriptions that changed. */
  readonly descriptionChanges: readonly DescriptionChange[];
  /** The differences that generation needs a rule for. */
  readonly undecided: readonly Decision[];
  /** Differences between our document and the published one without an explanation. */
  readonly unexplained: readonly Change[];
}

export async function planBump(inputs: BumpInputs): Promise<BumpPlan> {
  const { emitOpenapi } = await import('../emit/openapi/index.js');
  const { base, previous, next } = inputs;
  const { version } = next;
  const ported = portPublished({ ...inputs, emitOpenapi });
  const document: Document = { ...base.document, name: inputs.file, version, root: ported.document };
  const overlay = overlayOf(inputs, document);
  const isNewer = compareVersions(version, base.document.version) > 0;
  const [olderDocument, newerDocument] = isNewer ? [base.document, document] : [document, base.document];
  const older = normalize(olderDocument);
  const newer = normalize(newerDocument, everyOperation(older));
  const { conflicts, unmatched, inapplicable, appliedCorrections, skipsVersions } = ported;
  return {
    conflicts,
    unmatched,
    inapplicable,
    appliedCorrections,
    skipsVersions,
    version,
    extends: base.document.version,
    overlay,
    older,
    newer,
    changes: compareApis(older, newer),
    findings: newErrors(previous, next),
    unwritten: missingDescriptions(base.document.root, document.root),
    descriptionChanges: changedDescriptions(previous.root, next.root),
    undecided: undecidedOf({
      version,
      older,
      newer,
      rules: conversionRulesOf(overlay),
      differences: differencesOf(overlay),
    }),
    unexplained: unexplainedChanges(ported, base.document, document, emitOpenapi),
  };
}

function overlayOf({ base, file, ...inputs }: BumpInputs, document: Document): OverlayFile {
  const { version } = document;
  const options = { name: file, extends: inputs.extends, version, title: `API version ${version}` };
  return nameDifferences(derive(base.document, document, options));
}

function newErrors(previous: Document, next: Document): readonly LintFinding[] {
  const key = ({ rule, place }: LintFinding) => `${rule} ${place.slice(place.indexOf('#'))}`;
  const earlier = new Set(lint(previous).map(key));
  return lint(next).filter((finding) => finding.severity === 'error' && !earlier.has(key(finding)));
}

/**
 * Compares our document of the new version with the corrected published one. Differences that the base version already had,
 * and those that are reported as conflicts, are left out.
 *
 * @param base our document of the base version
 * @param document our document of the new version
 */
function unexplainedChanges(
  { root, published, conflicts }: PortedVersion,
  base: Document,
  document: Document,
  emitOpenapi: (api: Api) => JsonObject,
): readonly Change[] {
  // Facts have the form of OpenAPI 3.1, whatever our document is written in.
  const form = { dialect: 'openapi-3.1' } as const;
  const apiOf = (tree: JsonObject) => normalize({ ...base, ...form, root: tree });
  const facts = (tree: Document) => apiOf(emitOpenapi(factsOf(normalize(tree))));
  const differing = compareApis(
    factsOf(normalize({ ...document, ...form, root: published.next })),
    facts({ ...document, root }),
  );
  const earlier = compareApis(apiOf(published.previous), facts(base));
  const reported = new Set(conflicts.flatMap(placesOfConflict));
  const earlierKeys = new Set(earlier.map(keyOf));
  return differing.filter((change) => !reported.has(change.place) && !earlierKeys.has(keyOf(change)));
}

function keyOf({ kind, place }: Change): string {
  return `${kind} ${place}`;
}

/** `components schemas X properties Y type` and the entry `Y` of `components schemas X required` are both `X.Y`. */
function placesOfConflict({ path, before, after }: Conflict): readonly string[] {
  const [, , schema, key, property] = path;
  if (key === 'properties') return [`${schema}.${property}`];
  return path.at(-1) === 'required' ? [`${schema}.${String(before ?? after)}`] : [];
}
