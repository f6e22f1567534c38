/** The proof that a rebase changes no meaning: every version before and after, compared. */
import { equal } from '../../document/index.js';
import { wireRulesOf } from '../../conversion-rules/index.js';
import { parseOverlay, type VersionDocument } from '../../overlay/index.js';

/** What differs, a sentence each; nothing when the specification means the same. */
export function differencesInMeaning(
  before: readonly VersionDocument[],
  after: readonly VersionDocument[],
): readonly string[] {
  const versions = new Set([...before, ...after].map(({ document }) => document.version));
  return [
    ...[...versions].flatMap((version) => documentsOf(version, before, after)),
    ...said('wire rules', saysOf(before), saysOf(after)),
  ];
}

function documentsOf(version: string, before: readonly VersionDocument[], after: readonly VersionDocument[]) {
  const [one, other] = [before, after].map((all) => all.find(({ document }) => document.version === version));
  if (one === undefined) return [`Version ${version} was not there before.`];
  if (other === undefined) return [`Version ${version} is not there any more.`];
  // All that is generated for a version is made of its document and of what its overlay says of the step.
  return equal(one.document.root, other.document.root)
    ? []
    : [`The document of version ${version} says something else.`];
}

/** Between which two versions each rule stands, in the order in which the rules of a place act. */
function saysOf(versions: readonly VersionDocument[]): ReadonlyMap<string, string> {
  const said = versions.flatMap(({ document, extends: base, overlay }) => {
    if (base === undefined || overlay === undefined) return [];
    const parsed = parseOverlay(overlay.file, overlay.content);
    const pair = [document.version, base].sort().join(' and ');
    const byPlace = new Map<string, unknown[]>();
    // Under which difference a rule is listed changes no byte of a message.
    for (const { difference: _difference, ...rule } of wireRulesOf(parsed)) {
      const key = `${rule.direction} ${JSON.stringify(rule.at)}`;
      byPlace.set(key, [...(byPlace.get(key) ?? []), rule]);
    }
    return [...byPlace].map(([place, rules]) => [`${pair}, ${place}`, JSON.stringify(rules)] as const);
  });
  return new Map(said);
}

function said(
  what: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.filter((key) => before.get(key) !== after.get(key)).map((key) => `The ${what} between ${key} differ.`);
}
