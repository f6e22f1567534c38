/** Finds paths that may have another name: a question for a person, since documents never say so. */
import { pathForm, parametersOf, type Api, type Content, type Operation } from '../ir/index.js';

/** Returns the rules that pair operations of equal messages whose paths differ in one segment, each once. */
export function likelyPathRenames(older: Api, newer: Api): readonly string[] {
  const [before, after] = [unpaired(older, newer), unpaired(newer, older)];
  const found = new Map<string, { readonly from: string; readonly to: string; isLikely: boolean }>();
  for (const one of before) {
    for (const other of after) {
      const ends = renamedSegment(one, other);
      if (ends === undefined || shapeOf(one) !== shapeOf(other)) continue;
      const key = ends.join(' ');
      const group = found.get(key) ?? { from: ends[0], to: ends[1], isLikely: false };
      group.isLikely ||= hasContent(one) || (one.documentId !== undefined && one.documentId === other.documentId);
      found.set(key, group);
    }
  }
  const all = [...found.values()];
  const isClear = ({ from, to }: (typeof all)[number]) =>
    all.filter((each) => each.from === from || each.to === to).length === 1;
  return all
    .filter((each) => each.isLikely && isClear(each))
    .map(({ from, to }) => `{ rule: rename, at: { paths: ${scalar(to)} }, from: ${scalar(from)} }`);
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

/** Returns the beginnings of both paths up to the only segment that differs. */
function renamedSegment(one: Operation, other: Operation): readonly [string, string] | undefined {
  const [before, after] = [one.path.split('/'), other.path.split('/')];
  if (one.method !== other.method || before.length !== after.length) return undefined;
  const [index = -1, ...more] = before.flatMap((segment, at) =>
    pathForm(segment) === pathForm(after[at] ?? '') ? [] : [at],
  );
  const isLiteral = [before[index], after[index]].every((segment) => segment !== undefined && !segment.includes('{'));
  if (more.length > 0 || !isLiteral) return undefined;
  return [before.slice(0, index + 1).join('/'), after.slice(0, index + 1).join('/')];
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
