/** Finds paths that may have another name: a question for a person, since documents never say so. */
import { pathForm, parametersOf, type Api, type Content, type Operation } from '../ir/index.js';

/** Operations by the segment in which they differ, and then by their paths up to that segment. */
type BySegment = Map<string, Map<string, Operation[]>>;

/** Operations of one method and of equal messages, whose paths differ in one segment at most. */
interface Similar {
  readonly before: BySegment;
  readonly after: BySegment;
}

/** The paths that each path may have in the other version: two are as many as more. */
type Counterparts = Map<string, Set<string>>;

/**
 * Returns the rules that pair operations of equal messages whose paths differ in one segment, each once. A path that may
 * have several names has no rule. The time grows with the length of all paths, not with the pairs.
 */
export function likelyPathRenames(older: Api, newer: Api): readonly string[] {
  const groups = similarOperations(unpaired(older, newer), unpaired(newer, older));
  const newNames: Counterparts = new Map();
  const oldNames: Counterparts = new Map();
  for (const { before, after } of groups) {
    addCounterparts(before, after, newNames);
    addCounterparts(after, before, oldNames);
  }
  const found = new Map<string, string>();
  for (const { before, after } of groups) {
    const named = new Map([...after.values()].flatMap((paths) => [...paths]));
    for (const [from, operations] of [...before.values()].flatMap((paths) => [...paths])) {
      const [to, ...more] = newNames.get(from) ?? [];
      if (to === undefined || more.length > 0 || oldNames.get(to)?.size !== 1) continue;
      const ids = new Set(named.get(to)?.map(({ documentId }) => documentId));
      const isOneOperation = ({ documentId: id }: Operation) => id !== undefined && ids.has(id);
      if (named.has(to) && operations.some((one) => hasContent(one) || isOneOperation(one))) found.set(from, to);
    }
  }
  return [...found].map(([from, to]) => `{ rule: rename, at: { paths: ${scalar(to)} }, from: ${scalar(from)} }`);
}

/** Returns the groups of similar operations that both versions have, for each segment that may differ. */
function similarOperations(before: readonly Operation[], after: readonly Operation[]): readonly Similar[] {
  const ids = new Map<string, number>();
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  const groups = new Map<string, Similar>();
  const add = (operation: Operation, side: keyof Similar) => {
    const segments = operation.path.split('/');
    // What follows a segment is known by a number, and so is what precedes it: texts would take the square of a path.
    const ends = [idOf('end')];
    for (const segment of segments.toReversed()) ends.push(idOf(`${ends.at(-1)} after ${pathForm(segment)}`));
    let start = idOf(`${operation.method} ${shapeOf(operation)}`);
    let length = 0;
    for (const [index, segment] of segments.entries()) {
      length += segment.length;
      if (!segment.includes('{')) {
        const key = `${start} ${ends[segments.length - index - 1]}`;
        const group = groups.get(key) ?? { before: new Map(), after: new Map() };
        groups.set(key, group);
        const paths = group[side].get(segment) ?? new Map<string, Operation[]>();
        group[side].set(segment, paths);
        const path = operation.path.slice(0, length);
        const operations = paths.get(path) ?? [];
        paths.set(path, operations);
        operations.push(operation);
      }
      length += 1;
      start = idOf(`${start} before ${pathForm(segment)}`);
    }
  };
  for (const operation of before) add(operation, 'before');
  for (const operation of after) add(operation, 'after');
  return [...groups.values()].filter((group) => group.before.size > 0 && group.after.size > 0);
}

function addCounterparts(own: BySegment, others: BySegment, counterparts: Counterparts): void {
  for (const [segment, paths] of own) {
    const found = firstTwo(others, segment);
    for (const path of paths.keys()) {
      const all = counterparts.get(path) ?? new Set();
      counterparts.set(path, all);
      for (const other of found) if (all.size < 2) all.add(other);
    }
  }
}

/** Returns two paths that differ in another segment than a given one, or as many as there are. */
function firstTwo(all: BySegment, except: string): readonly string[] {
  const found: string[] = [];
  for (const [segment, paths] of all) {
    if (segment === except) continue;
    for (const path of paths.keys()) if (found.push(path) === 2) return found;
  }
  return found;
}

/** Returns the operations that the other version lacks, or has at a path of another form whose parameters have other names. */
function unpaired(api: Api, other: Api): readonly Operation[] {
  const byId = new Map(other.operations.map((operation) => [operation.id, operation]));
  return api.operations.filter(({ id, path }) => {
    const match = byId.get(id);
    if (match === undefined) return true;
    return pathForm(match.path) !== pathForm(path) && parametersOf(match.path).join() !== parametersOf(path).join();
  });
}

function shapeOf({ parameters, body, responses }: Operation): string {
  const contentOf = (content: readonly Content[] = []) => content.map(({ mediaType, type }) => [mediaType, type]);
  return JSON.stringify([
    parameters.map(({ in: location, name, type }) => [location, location === 'path' ? '' : name, type]),
    contentOf(body?.content),
    responses.map(({ status, content }) => [status, contentOf(content)]),
  ]);
}

function hasContent({ body, responses }: Operation): boolean {
  return [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)].length > 0;
}

function scalar(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : JSON.stringify(path);
}
