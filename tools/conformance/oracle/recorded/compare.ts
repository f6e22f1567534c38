// Compares what older clients get through a bridge, in front of the recorded responses of the newest version, with what engines sent.

import type { Document } from '../../check/document.js';
import { check } from '../../check/check.js';
import type { Exchange } from '../../recorder/exchange.js';
import type { Entry, NormalisationRules } from '../lists.js';
import { bridgedReads, isRead } from './bridged-reads.js';
import { isAlike, isSame, observedCells, type Seen, type SeenCell } from './observed-cells.js';

/** What differs for a known reason. Its places are `Schema.Property`, in which a final `*` is any rest. */
export interface RecordedDeviation extends Entry {
  readonly with: RecordedComparison['with'];
}

export interface RecordedComparison {
  readonly version: string;
  /**
   * `same engine`: the recording of the engine at that version, or below the versions that it was recorded at, what a bridge makes of
   * its oldest recording. `older engines`: the recordings of engines of that time.
   */
  readonly with: 'same engine' | 'older engines';
  readonly cells: number;
  readonly explained: readonly { readonly cell: SeenCell; readonly deviation: RecordedDeviation }[];
  readonly different: readonly SeenCell[];
}

export interface RecordedResult {
  readonly comparisons: readonly RecordedComparison[];
  /** The bodies that clients get, and those that the contract of their version does not allow. */
  readonly bodies: number;
  readonly invalid: readonly string[];
}

export interface RecordedOptions {
  /** What one engine received and sent, at several versions. */
  readonly recorded: readonly Exchange[];
  /** The version whose responses are converted. */
  readonly newest: string;
  /** The first version at which it was recorded. */
  readonly oldest: string;
  /** What engines received and sent that are older than that one. */
  readonly older: readonly Exchange[];
  readonly versions: readonly string[];
  readonly document: (version: string) => Promise<Document>;
  readonly rules: NormalisationRules;
  readonly deviations: readonly RecordedDeviation[];
  /** Returns the command of a bridge that uses a version with its engine. */
  readonly command: (spoken: string) => string;
}

export async function compareRecorded(options: RecordedOptions): Promise<RecordedResult> {
  const { recorded, newest, oldest, older, versions, rules, deviations, command } = options;
  const at = (version: string): readonly Exchange[] => recorded.filter((exchange) => exchange.version === version);
  const { byVersion: bridged } = await bridgedReads(at(newest), versions, command(newest));
  const below = versions.filter((version) => minor(version) < minor(oldest));
  const expected = below.length === 0 ? undefined : (await bridgedReads(at(oldest), below, command(oldest))).byVersion;
  const comparisons: RecordedComparison[] = [];
  const invalid: string[] = [];
  let bodies = 0;
  for (const version of versions) {
    const document = await options.document(version);
    const got = bridged.get(version) ?? [];
    const report = check(document, got);
    bodies += report.bodies.responses;
    invalid.push(
      ...report.failures.map(
        ({ operation, pointer, example }) => `${version} ${operation} ${pointer}: ${example.message}`,
      ),
    );
    const compare = (other: RecordedComparison['with'], exchanges: readonly Exchange[]): void => {
      const reads = exchanges.filter((exchange) => exchange.version === version && isRead(exchange));
      if (reads.length === 0) return;
      const all = observedCells(document, reads, got, rules);
      const unequal = all
        .filter((cell) => !(other === 'same engine' ? isSame : isAlike)(cell))
        .map((cell) => ({ cell, deviation: deviations.find((one) => explains(one, version, other, cell)) }));
      comparisons.push({
        version,
        with: other,
        cells: all.length,
        explained: unequal.filter(
          (one): one is typeof one & { deviation: RecordedDeviation } => one.deviation !== undefined,
        ),
        different: unequal.filter(({ deviation }) => deviation === undefined).map(({ cell }) => cell),
      });
    };
    compare('same engine', expected?.get(version) ?? at(version));
    compare('older engines', older);
  }
  return { comparisons, bodies, invalid };
}

function explains(
  { at = [], versions, with: compared }: RecordedDeviation,
  version: string,
  other: RecordedComparison['with'],
  cell: SeenCell,
): boolean {
  const isPlace = (place: string): boolean =>
    place.endsWith('*') ? cell.at.startsWith(place.slice(0, -1)) : cell.at === place;
  return compared === other && versions?.includes(version) !== false && at.some(isPlace);
}

const minor = (version: string): number => Number(version.slice(2));

export const equalCells = ({ cells, explained, different }: RecordedComparison): number =>
  cells - explained.length - different.length;

export const cellText = ({ at, expected, bridged }: SeenCell): string =>
  `${at} is ${seenText(expected)}; bridged ${seenText(bridged)}`;

const seenText = ({ presence, kinds, only }: Seen): string =>
  presence === 'never'
    ? 'never there'
    : `${presence} there, ${kinds.join(' or ')}${only === undefined ? '' : ` ${only}`}`;
