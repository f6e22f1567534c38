// What differs from recordings for a known reason: `deviations.yaml`. A cell with a deviation is a miss all the same.

import { parse } from 'yaml';
import type { SeenCell } from './observed-cells.js';

export interface RecordedDeviation {
  /** The cells: `Schema.Property`, in which a final `*` is any rest. */
  readonly at: readonly string[];
  /** The versions; undefined: all. */
  readonly versions: readonly string[] | undefined;
  readonly with: 'same engine' | 'older engines';
  readonly reason: string;
}

/** Reads the list. @throws Error for an entry without a place, a reason or what it is compared with */
export function readRecordedDeviations(content: string, file: string): readonly RecordedDeviation[] {
  return ((parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[]).map((entry, index) => {
    const { at, versions, with: other, reason } = entry;
    if (at === undefined || typeof reason !== 'string' || (other !== 'same engine' && other !== 'older engines'))
      throw new Error(`${file}, entry ${index + 1}: needs \`at\`, \`with\` and \`reason\``);
    return {
      at: [at].flat().map(String),
      versions: versions === undefined ? undefined : [versions].flat().map(String),
      with: other,
      reason,
    };
  });
}

export function deviationOf(
  deviations: readonly RecordedDeviation[],
  version: string,
  other: RecordedDeviation['with'],
  { at }: SeenCell,
): RecordedDeviation | undefined {
  return deviations.find(
    (one) =>
      one.with === other &&
      one.versions?.includes(version) !== false &&
      one.at.some((place) => (place.endsWith('*') ? at.startsWith(place.slice(0, -1)) : at === place)),
  );
}
