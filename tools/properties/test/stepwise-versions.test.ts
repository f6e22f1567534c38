/**
 * Version 1.41 extends 1.44 directly, while 1.42 and 1.43 are steps between them. Both ways have the same conversion rules for
 * each difference; what 1.41 has beyond those of 1.42 and 1.43 came with 1.42, or concerns older engines only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../paths.js';
import { versions } from '../specification.js';

interface Action {
  readonly 'x-lading-difference': string;
  readonly 'x-lading-conversion-rules'?: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the conversion rules of an overlay by difference, without their descriptions. */
function rulesOf(version: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(repository, `spec/overlays/v${version}.yaml`), 'utf8');
  const rules = new Map<string, string[]>();
  for (const action of (parse(text) as { readonly actions: readonly Action[] }).actions) {
    const own = rules.get(action['x-lading-difference']) ?? [];
    const added = action['x-lading-conversion-rules'] ?? [];
    rules.set(action['x-lading-difference'], [
      ...own,
      ...added.map((rule) => JSON.stringify({ ...rule, description: undefined })),
    ]);
  }
  return rules;
}

const direct = rulesOf('1.41');
const steps = ['1.43', '1.42'].flatMap((version) =>
  [...rulesOf(version)].map(([difference, rules]) => ({ version, difference, rules })),
);
// At 1.41 the schema of an inspected image has another name, and the rules of these two differences belong to it.
const inspectedImage = ['virtualsize', 'image-created'];

describe('the rules of a step between 1.44 and 1.41', () => {
  it.each(steps.filter(({ difference }) => !inspectedImage.includes(difference)))(
    '$version: $difference',
    ({ difference, rules }) => {
      const own = direct.get(difference) ?? [];
      // Engines of 1.41 may differ in more.
      expect(rules.filter((rule) => !own.includes(rule))).toEqual([]);
      expect(own.length > 0).toBe(rules.length > 0);
    },
  );

  it('for inspected images are those of the direct step', () => {
    const ofSteps = steps.filter(({ difference }) => inspectedImage.includes(difference)).flatMap(({ rules }) => rules);
    const ofDirect = [...(direct.get('virtualsize') ?? []), ...(direct.get('image-name') ?? [])];
    expect([...ofSteps].sort()).toEqual([...ofDirect].sort());
  });

  it('belong to one step', () => {
    const differences = steps.map(({ difference }) => difference).filter((difference) => difference !== 'version');
    expect(differences).toEqual([...new Set(differences)]);
  });
});

it('no version from 1.24 to the newest one is missing', () => {
  const minors = versions.map(({ document }) => Number(document.version.replace('1.', ''))).sort((a, b) => a - b);
  expect(minors).toEqual(Array.from({ length: minors.length }, (_, index) => 24 + index));
});
