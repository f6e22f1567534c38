/** The steps from documents to a timeline: normalize, compare. */
import { compareApis } from '../../compare/index.js';
import { assertRulesFit, conversionRulesOf, rulesOfSelection, type SelectedApi } from '../../conversion-rules/index.js';
import type { Document } from '../../document/index.js';
import type { Api, Timeline, TimelineVersion } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { compareVersions, differencesOf, parseOverlay, type VersionDocument } from '../../overlay/index.js';
import type { Steps } from '../steps.js';
import { SingleRun, type PipelineCache } from './cache.js';

/** Normalizes the documents, and compares each version with the one it extends. */
export function timelineOf(
  versions: readonly VersionDocument[],
  steps: Steps,
  cache: PipelineCache = new SingleRun(),
): Timeline {
  const apis = versions.map(({ document }) =>
    steps.run('normalize', () => apiOf(document, cache), `normalizing ${document.version}`),
  );
  return {
    versions: apis.map((api, index): TimelineVersion => {
      const version = versions[index];
      const base = apis.find((other) => other.version === version?.extends);
      const baseVersion = versions.find(({ document }) => document.version === version?.extends);
      const wholes = [version, baseVersion].map((one) => version?.overlay && wholeApi(one, cache));
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

/** Documents of equal content share one API. */
function apiOf(document: Document, cache: PipelineCache): Api {
  return cache.getSync(
    `api ${document.version}`,
    () => [JSON.stringify(document)],
    () => normalize(document),
  );
}

/** The API with all operations, if a filter has left out some. */
function wholeApi(version: VersionDocument | undefined, cache: PipelineCache): Api | undefined {
  const whole = version?.whole;
  if (whole === undefined) return undefined;
  return cache.getSync(
    `whole api ${whole.version}`,
    () => [JSON.stringify(whole)],
    () => normalize(whole),
  );
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
