/** The order of a report: by resource group, then by operation or schema, breaking changes first. */
import type { ProblemItem } from '../../diagnostics/index.js';
import type { Change } from '../../ir/index.js';
import { carriers } from '../sentence-parts.js';
import { homesOf, titlesOf, type Home, type VersionApis } from './home.js';

interface ReportGroup {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** The changes of one operation, of one schema, or of the API as a whole. */
export interface Section extends Home {
  readonly parts: readonly Part[];
}

/** Changes that concern the same operations. */
export interface Part extends Pick<Change, 'operations' | 'direction'> {
  readonly changes: readonly Change[];
}

export function sectionsOf(all: readonly Change[], versions: VersionApis): readonly ReportGroup[] {
  const homes = homesOf(versions);
  const repeated = repeatedChanges(all);
  const isRepeated = new Set(repeated.flatMap((each) => each.all));
  const changes = all.filter((change) => !isRepeated.has(change));
  const shared = gathered(
    repeated.map(({ change }) => change),
    ({ operations }) => JSON.stringify(operations),
  ).map((entries): ReportGroup => {
    const count = entries[0]?.operations.length ?? 0;
    return {
      title: `${count} operations`,
      sections: [{ about: 'operations', name: '', group: '', parts: partsOf(entries) }],
    };
  });
  const sections = gathered(changes, (change) => JSON.stringify(homes(change))).flatMap((entries) => {
    const [first] = entries;
    return first === undefined ? [] : [{ ...homes(first), parts: partsOf(entries) }];
  });
  const groups = [...titlesOf(versions)].flatMap(([group, title]) => {
    const own = sections.filter((section) => section.group === group);
    return own.length === 0 ? [] : [{ title, sections: own.sort(bySeverity) }];
  });
  return [...shared, ...groups];
}

/** Counts changes and breaking changes. */
export function countsOf(changes: readonly Change[]) {
  const breaking = changes.filter(({ breaks }) => breaks !== 'none');
  const kinds = gathered(changes, ({ kind }) => kind).map(
    (entries) => [entries[0]?.kind ?? '', entries.length] as const,
  );
  return {
    changes: changes.length,
    breaking: breaking.length,
    clients: breaking.filter(({ breaks }) => breaks !== 'server').length,
    servers: breaking.filter(({ breaks }) => breaks !== 'client').length,
    kinds: Object.fromEntries(kinds.sort(([, a], [, b]) => b - a)),
  };
}

/** Returns `48 changes: 18 breaking, 15 for clients and 12 for servers.` */
export function summaryOf(changes: readonly Change[]): string {
  const counts = countsOf(changes);
  if (counts.changes === 0) return 'No changes.';
  const all = `${counts.changes} ${counts.changes === 1 ? 'change' : 'changes'}`;
  if (counts.breaking === 0) return `${all}, none of them breaking.`;
  return `${all}: ${counts.breaking} breaking, ${counts.clients} for clients and ${counts.servers} for servers.`;
}

/** The title of the list of undecided differences. */
export const undecidedTitle = 'Conversions to decide';

/** Returns the place and question of an undecided difference, and where to decide it. */
export function undecidedTexts({ subject, place, remedy }: ProblemItem): readonly [string, string] {
  return [`${subject} (${place})`, remedy];
}

/** Returns the sentence of a change without its operations, which are named above it. */
export function shortened({ sentence, ...reach }: Change): string {
  return sentence.replace(carriers('to', reach), '').replace(carriers('from', reach), '');
}

/** Returns `requests of order.create`, where changes apply, unless their section says so. */
export function reachOf(about: Section['about'], { operations, direction }: Part): string | undefined {
  if (about === 'operations') return operations.join(', ');
  if (about !== 'schema' || operations.length === 0) return undefined;
  return `${direction === 'both' ? 'requests and responses' : `${direction}s`} of ${operations.join(', ')}`;
}

function partsOf(changes: readonly Change[]): readonly Part[] {
  const parts = gathered(changes, ({ operations, direction }) => JSON.stringify([operations, direction]));
  return parts
    .flatMap((entries): Part[] => {
      const [first] = entries;
      const sorted = [...entries].sort((a, b) => rank(a) - rank(b));
      return first === undefined ? [] : [{ operations: first.operations, direction: first.direction, changes: sorted }];
    })
    .sort((a, b) => worst(a.changes) - worst(b.changes));
}

function bySeverity(a: Section, b: Section): number {
  const severity = ({ parts }: Section): number => worst(parts.flatMap(({ changes }) => changes));
  return severity(a) - severity(b) || Number(a.about === 'schema') - Number(b.about === 'schema');
}

const severities: readonly Change['breaks'][] = ['both', 'client', 'server', 'none'];

function rank({ breaks }: Change): number {
  return severities.indexOf(breaks);
}

function worst(changes: readonly Change[]): number {
  return Math.min(...changes.map(rank));
}

/** Groups entries by key, in the order in which the keys first appear. */
function gathered<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(key(entry));
    if (group === undefined) groups.set(key(entry), [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** The same change of several operations. */
interface RepeatedChange {
  /** The change of the first operation, with the sentence of all. */
  readonly change: Change;
  readonly all: readonly Change[];
}

/** How many operations have a change that is said once. */
const MINIMUM = 3;

/** Returns the changes that only differ in the operation that has them. */
function repeatedChanges(changes: readonly Change[]): readonly RepeatedChange[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const { operations, subject, kind, breaks, direction } = change;
    if (operations.length !== 1 || ['api', 'operation', 'schema', 'field'].includes(subject)) continue;
    const key = JSON.stringify([kind, breaks, direction, sentenceOfAll(change)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].flatMap((all): readonly RepeatedChange[] => {
    const [first] = all;
    if (first === undefined || all.length < MINIMUM) return [];
    const operations = all.flatMap((change) => change.operations);
    return [{ change: { ...first, sentence: sentenceOfAll(first), operations }, all }];
  });
}

function sentenceOfAll({ sentence, operations: [id = ''] }: Change): string {
  const name = id.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return sentence.replace(new RegExp(`(?<=(?:of|to|from|in) \`?)${name}(?![\\w/-])`, 'g'), 'each');
}
