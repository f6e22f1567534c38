// Compares what older clients get through a bridge, in front of the recorded responses of the newest version, with what engines sent: a
// cell is a property of a schema, or a header of an operation and a status, as clients saw it in many responses.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { check } from '../../check/check.js';
import { bundle, matcher, repository, type Document } from '../../check/document.js';
import { observe, propertyOf, type Position } from '../../check/observe.js';
import { mapStrings, readRecording, type Exchange } from '../../recorder/exchange.js';
import { entriesOf, oracleFolder, rules, type Entry } from '../lists.js';
import { headerText, normaliseText } from '../normalise.js';
import { bridgedReads, isRead } from './bridged-reads.js';
import { readReadings } from './reads.js';

/** What differs for a known reason. Its places are `Schema.Property`, in which a final `*` is any rest. */
interface RecordedDeviation extends Entry {
  readonly with: 'same engine' | 'older engines';
}

const deviations = entriesOf(
  parse(readFileSync(join(oracleFolder, 'replay/deviations.yaml'), 'utf8')),
  'replay/deviations.yaml',
) as unknown as readonly RecordedDeviation[];

/**
 * What clients get of older versions is compared with the `same engine`: its recording at that version, or below the versions that it was
 * recorded at, what a bridge makes of its oldest recording; and with recordings of `older engines`, which are of that time.
 *
 * @param recorded what one engine received and sent, at several versions
 * @param newest the version whose responses are converted
 * @param oldest the first version at which it was recorded
 * @returns the bodies that clients get, those that the contract of their version does not allow, and for each comparison the number of
 *   cells, of equal ones, and the others without a known reason
 */
export async function compareRecorded(
  recorded: readonly Exchange[],
  newest: string,
  oldest: string,
  versions: readonly string[],
) {
  const at = (version: string): readonly Exchange[] => recorded.filter((exchange) => exchange.version === version);
  const { byVersion: bridged } = await bridgedReads(at(newest), versions, newest);
  const below = versions.filter((version) => Number(version.slice(2)) < Number(oldest.slice(2)));
  const converted = below.length === 0 ? undefined : await bridgedReads(at(oldest), below, oldest);
  const older = [
    ...readReadings(join(oracleFolder, 'replay/reads-26.1.jsonl.gz')),
    ...readFolder(join(repository, 'tools/conformance/recordings'), isOlder),
  ];
  const comparisons: { readonly cells: number; readonly equal: number; readonly different: readonly string[] }[] = [];
  const invalid: string[] = [];
  let bodies = 0;
  for (const version of versions) {
    const document = await bundle(version);
    const got = bridged.get(version) ?? [];
    const report = check(document, got);
    bodies += report.bodies.responses;
    for (const { operation, pointer, example } of report.failures)
      invalid.push(`${version} ${operation} ${pointer}: ${example.message}`);
    const compare = (other: RecordedDeviation['with'], exchanges: readonly Exchange[]): void => {
      const reads = exchanges.filter((exchange) => exchange.version === version && isRead(exchange));
      if (reads.length === 0) return;
      const cells = cellsOf(document, reads, got);
      const unequal = cells.filter((cell) => !(other === 'same engine' ? isSame : isAlike)(cell));
      const different = unequal.filter((cell) => !deviations.some((one) => explains(one, version, other, cell)));
      const equal = cells.length - unequal.length;
      comparisons.push({ cells: cells.length, equal, different: different.map(cellText) });
    };
    compare('same engine', converted?.byVersion.get(version) ?? at(version));
    compare('older engines', older);
  }
  return { comparisons, bodies, invalid };
}

/** The exchanges of the recordings of a folder whose file names pass. */
export function readFolder(folder: string, passes: (name: string) => boolean = () => true): readonly Exchange[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name) && passes(name))
    .flatMap((name) => readRecording(join(folder, name)));
}

/** Whether a recording is that of an engine before 29. */
export const isOlder = (name: string): boolean => Number(/^\d+/.exec(name)?.[0]) < 29;

function explains(
  { at = [], versions, with: compared }: RecordedDeviation,
  version: string,
  other: RecordedDeviation['with'],
  cell: SeenCell,
): boolean {
  const isPlace = (place: string): boolean =>
    place.endsWith('*') ? cell.at.startsWith(place.slice(0, -1)) : cell.at === place;
  return compared === other && versions?.includes(version) !== false && at.some(isPlace);
}

/** What was seen of a property, in all objects of its schema. */
interface Seen {
  readonly presence: 'always' | 'sometimes' | 'never';
  readonly kinds: readonly string[];
  /** The value as JSON, if it was the same one each time. */
  readonly only?: string | undefined;
}

interface SeenCell {
  readonly at: string;
  readonly expected: Seen;
  readonly bridged: Seen;
}

/** The cells of what both have seen. */
function cellsOf(document: Document, expected: readonly Exchange[], bridged: readonly Exchange[]): readonly SeenCell[] {
  const [one, other] = [positionsOf(document, expected), positionsOf(document, bridged)];
  const all = [...one].flatMap(([name, left]) => {
    const right = other.get(name);
    if (right === undefined) return [];
    return [...new Set([...left.properties.keys(), ...right.properties.keys()])].map((property) => ({
      at: `${name}.${property}`,
      expected: seen(left, property),
      bridged: seen(right, property),
    }));
  });
  return all.filter((cell) => cell.expected.presence !== 'never' || cell.bridged.presence !== 'never');
}

/** The objects of each schema, and the headers of each operation and status, without what differs between two runs. */
function positionsOf(document: Document, exchanges: readonly Exchange[]): ReadonlyMap<string, Position> {
  const normalised = exchanges.map(({ response, ...rest }) => ({
    ...rest,
    response: mapStrings(response, (text) => normaliseText(text, rules.texts)),
  }));
  const { responses } = observe(document, normalised);
  const positions = new Map([...responses].map(([at, one]) => [at.replace('/components/schemas/', ''), one]));
  const match = matcher(document);
  for (const { response, ...exchange } of normalised) {
    const operation = match(exchange);
    if (operation === undefined) continue;
    const name = `${operation.id} ${response.status}`;
    const position = positions.get(name) ?? { count: 0, properties: new Map() };
    positions.set(name, position);
    position.count += 1;
    for (const [header, value] of Object.entries(response.headers)) {
      const text = headerText(header, value, rules);
      if (text === undefined) continue;
      const property = propertyOf(position, header.toLowerCase());
      property.present += 1;
      property.types.add('string');
      property.examples.add(JSON.stringify(text));
    }
  }
  return positions;
}

function seen({ count, properties }: Position, name: string): Seen {
  const { present, types, examples } = properties.get(name) ?? { present: 0, types: [], examples: [] };
  const [value, ...others] = examples;
  // What an object contains has cells of its own.
  const isScalar = value !== undefined && (!/^[[{]/.test(value) || value.length === 2);
  return {
    presence: present === 0 ? 'never' : present === count ? 'always' : 'sometimes',
    kinds: [...types].sort(),
    only: others.length === 0 && isScalar ? value : undefined,
  };
}

/**
 * Whether both are the same, as from two runs of one engine: the same presence and kinds, and not two different values where each has
 * only one.
 */
function isSame({ expected, bridged }: SeenCell): boolean {
  const isConflict = expected.only !== bridged.only && expected.only !== undefined && bridged.only !== undefined;
  return !isConflict && expected.presence === bridged.presence && expected.kinds.join(' ') === bridged.kinds.join(' ');
}

/** Whether two engines with different objects may be the same: each sends what the other always sends, of one of its kinds. */
function isAlike({ expected, bridged }: SeenCell): boolean {
  const presences = [expected.presence, bridged.presence];
  if (presences.includes('never')) return !presences.includes('always');
  return expected.kinds.some((kind) => bridged.kinds.includes(kind));
}

function cellText({ at, expected, bridged }: SeenCell): string {
  const [left, right] = [expected, bridged].map(({ presence, kinds, only }) =>
    presence === 'never' ? 'never there' : [`${presence} there, ${kinds.join(' or ')}`, only].filter(Boolean).join(' '),
  );
  return `${at} is ${left}; bridged ${right}`;
}
