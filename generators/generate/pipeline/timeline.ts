/** The steps from documents to a timeline: normalize, compare. */
import { compareApis } from '../../compare/index.js';
import {
  assertRulesFit,
  conversionRulesOf,
  pathRenamesOf,
  rulesOfSelection,
  type SelectedApi,
} from '../../conversion-rules/index.js';
import type { Document } from '../../document/index.js';
import {
  compareVersions,
  everyOperation,
  renamedPath,
  type Api,
  type PathRename,
  type Timeline,
  type TimelineVersion,
} from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { differencesOf, parseOverlay, type VersionDocument } from '../../overlay/index.js';
import type { Steps } from '../steps.js';
import { SingleRun, type PipelineCache } from './cache.js';

/** Normalizes the documents, and compares each version with the one it extends. */
export function timelineOf(
  versions: readonly VersionDocument[],
  steps: Steps,
  cache: PipelineCache = new SingleRun(),
): Timeline {
  const documents = versions.map(({ document }) => document);
  const oldestFirst = [...documents].sort((one, other) => compareVersions(one.version, other.version));
  const renames = versions.flatMap(renamesOf);
  // Newer versions keep the identifiers that older ones have chosen.
  const chosen = oldestFirst.reduce<readonly Api[]>((older, document) => {
    const normalized = () => apiOf('api', document, { older, renames }, cache);
    return [steps.run('normalize', normalized, `normalizing ${document.version}`), ...older];
  }, []);
  const apis = documents.flatMap(({ version }) => chosen.find((api) => api.version === version) ?? []);
  return {
    versions: apis.map((api, index): TimelineVersion => {
      const version = versions[index];
      const base = apis.find((other) => other.version === version?.extends);
      const baseVersion = versions.find(({ document }) => document.version === version?.extends);
      const wholes = [version, baseVersion].map(
        (one) => version?.overlay && wholeApi(one, { older: chosen, renames }, cache),
      );
      const inputs = () => [api, base, ...wholes, version?.overlay && JSON.stringify(version.overlay)];
      const compared = () =>
        cache.getSync(`version ${api.version}`, inputs, () => timelineVersion(version, api, base, wholes));
      return steps.run(
        'compare',
        compared,
        base ? `comparing ${api.version} with ${base.version}` : 'comparing versions',
      );
    }),
  };
}

/** The rules of an overlay that rename paths between two versions. */
interface RenamedPaths {
  readonly older: string;
  readonly newer: string;
  readonly paths: readonly PathRename[];
}

function renamesOf({ document, extends: base, overlay }: VersionDocument): readonly RenamedPaths[] {
  const paths =
    overlay === undefined ? [] : pathRenamesOf(conversionRulesOf(parseOverlay(overlay.file, overlay.content)));
  if (base === undefined || paths.length === 0) return [];
  const [older = base, newer = base] = [base, document.version].sort(compareVersions);
  return [{ older, newer, paths }];
}

/** What the names of a version follow. */
interface FollowedNames {
  /** The APIs of older versions, those of newer ones first. */
  readonly older: readonly Api[];
  readonly renames: readonly RenamedPaths[];
}

/** Documents of equal content share one API. */
function apiOf(key: string, document: Document, { older, renames }: FollowedNames, cache: PipelineCache): Api {
  const operations = older.flatMap((api) => {
    const paths = renames.filter((one) => one.newer === document.version && one.older === api.version);
    return everyOperation(api).map(({ id, documentId, noun, verb, method, path }) => {
      const renamed = paths.flatMap((one) => one.paths).flatMap((one) => renamedPath(path, one) ?? [])[0];
      return {
        id,
        noun,
        verb,
        method,
        path,
        ...(documentId !== undefined && { documentId }),
        ...(renamed !== undefined && { renamedPath: renamed }),
      };
    });
  });
  return cache.getSync(
    `${key} ${document.version}`,
    () => [JSON.stringify(document), JSON.stringify(operations)],
    () => normalize(document, operations),
  );
}

/** The API with all operations, if a filter has left out some. */
function wholeApi(
  version: VersionDocument | undefined,
  { older: apis, renames }: FollowedNames,
  cache: PipelineCache,
): Api | undefined {
  const whole = version?.whole;
  if (whole === undefined) return undefined;
  const older = apis.filter((api) => compareVersions(api.version, whole.version) <= 0);
  return apiOf('whole api', whole, { older, renames }, cache);
}

/**
 * @param wholes the APIs of both versions with all operations
 * @throws OVERLAY_RULE if a rule of the overlay does not fit its versions
 */
function timelineVersion(
  version: VersionDocument | undefined,
  api: Api,
  base: Api | undefined,
  [whole = api, wholeBase = base]: readonly (Api | undefined)[],
): TimelineVersion {
  if (base === undefined || wholeBase === undefined) return { version: api.version, api, changes: [] };
  const isOlder = compareVersions(api.version, base.version) < 0;
  const [older, newer] = isOlder ? [api, base] : [base, api];
  const selections = [
    { whole, selected: api },
    { whole: wholeBase, selected: base },
  ] as const;
  const rules = version?.overlay && rulesOf(version.overlay, isOlder ? selections : [selections[1], selections[0]]);
  return { version: api.version, api, extends: base.version, changes: compareApis(older, newer), ...rules };
}

/** The conversion rules and differences of an overlay. @throws OVERLAY_RULE */
function rulesOf(
  { file, content }: NonNullable<VersionDocument['overlay']>,
  [older, newer]: readonly [SelectedApi, SelectedApi],
): Pick<TimelineVersion, 'rules' | 'differences'> {
  const overlay = parseOverlay(file, content);
  const rules = conversionRulesOf(overlay);
  assertRulesFit(rules, older.whole, newer.whole);
  return { rules: rulesOfSelection(rules, [older, newer]), differences: differencesOf(overlay) };
}
