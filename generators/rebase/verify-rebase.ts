/** Verifies a rebase: compares the meaning of every version before and after. */
import { equal } from '../document/index.js';
import { conversionRulesOf } from '../conversion-rules/index.js';
import { parseOverlay, type VersionDocument } from '../overlay/index.js';

/** Describes each difference in a sentence. */
export function semanticDifferences(
  before: readonly VersionDocument[],
  after: readonly VersionDocument[],
): readonly string[] {
  const versions = new Set([...before, ...after].map(({ document }) => document.version));
  return [
    ...[...versions].flatMap((version) => documentDifferences(version, before, after)),
    ...differingEntries('conversion rules', rulesByPlace(before), rulesByPlace(after)),
  ];
}

function documentDifferences(version: string, before: readonly VersionDocument[], after: readonly VersionDocument[]) {
  const [one, other] = [before, after].map((all) => all.find(({ document }) => document.version === version));
  if (one === undefined) return [`Version ${version} did not exist before.`];
  if (other === undefined) return [`Version ${version} no longer exists.`];
  // The generated packages of a version depend only on its document and the rules of its overlay.
  return equal(one.document.root, other.document.root) ? [] : [`The document of version ${version} is different.`];
}

/** The rules of each pair of versions and place, in the order in which they act. */
function rulesByPlace(versions: readonly VersionDocument[]): ReadonlyMap<string, string> {
  const ruleDifferences = versions.flatMap(({ document, extends: base, overlay }) => {
    if (base === undefined || overlay === undefined) return [];
    const parsed = parseOverlay(overlay.file, overlay.content);
    const pair = [document.version, base].sort().join(' and ');
    const byPlace = new Map<string, unknown[]>();
    // The name of a rule's difference has no effect on messages.
    for (const { difference: _difference, ...rule } of conversionRulesOf(parsed)) {
      const key = `${rule.direction} ${JSON.stringify(rule.at)}`;
      byPlace.set(key, [...(byPlace.get(key) ?? []), rule]);
    }
    return [...byPlace].map(([place, rules]) => [`${pair}, ${place}`, JSON.stringify(rules)] as const);
  });
  return new Map(ruleDifferences);
}

/** Describes the entries that differ. */
function differingEntries(
  what: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.filter((key) => before.get(key) !== after.get(key)).map((key) => `The ${what} between ${key} differ.`);
}
