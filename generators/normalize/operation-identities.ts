/** Gives each operation of a document an identifier, a group and a method of its own. */
import { pathForm, type Operation } from '../ir/index.js';
import { methodNames, type MethodPlace } from './method-name.js';
import { pascalCase } from './naming.js';

/** What the names of an operation are made of. */
export interface Identifiable {
  readonly method: string;
  readonly path: string;
  /** The name if it has no operationId, or one that is taken. */
  readonly name: string;
  /** The operationId, if the document has one. */
  readonly documentId: string | undefined;
  /** The name of its group in clients. */
  readonly group: string;
  /** What the group is named after. */
  readonly groupOwner: string;
  /** The group and the method that the document names. */
  readonly place: MethodPlace | undefined;
}

export type OperationIdentity = Pick<Operation, 'id' | 'documentId' | 'noun' | 'verb'>;

/** The names of an operation of an older version, and what they are made of. */
export interface OlderOperation extends OperationIdentity, Pick<Operation, 'method' | 'path'> {
  /** Its path in the version that is read, if that has another name there. */
  readonly renamedPath?: string;
}

/**
 * Returns the names of each operation, in the same order. Each takes the first of its names that is free, in the order of the
 * document, so that operations which follow change no name. What an older version has chosen comes before, so that an
 * operation that a newer version adds anywhere takes no name away.
 *
 * @param older the operations of older versions, those of newer ones first
 */
export function identitiesOf(
  operations: readonly Identifiable[],
  older: readonly OlderOperation[] = [],
): readonly OperationIdentity[] {
  const olderOf = olderFinder(older, operations);
  const ids = uniqueNames(
    operations.map((operation) => {
      const { documentId = '', name } = operation;
      const before = olderOf(operation);
      const isRenamed = before?.renamedPath !== undefined && before.path !== operation.path;
      const wanted = [...(isRenamed ? [before.id] : []), pascalCase(documentId), pascalCase(name)];
      return { scope: '', former: before?.id, wanted };
    }),
  );
  const verbs = uniqueNames(
    operations.map((operation) => {
      const { documentId = '', method, path, group, groupOwner, place } = operation;
      if (place !== undefined) return { scope: place.noun, former: undefined, wanted: [place.verb] };
      const wanted = [documentId, `${method} ${path}`].flatMap((text) => methodNames(text, groupOwner));
      const before = olderOf(operation);
      return { scope: group, former: before?.noun === group ? before.verb : undefined, wanted };
    }),
  );
  return operations.map(({ documentId, group, place }, index) => ({
    id: ids[index] ?? '',
    ...(documentId !== undefined && { documentId }),
    noun: place?.noun ?? group,
    verb: verbs[index] ?? '',
  }));
}

/**
 * Finds an operation in the nearest older version: the one at the same path, or else one at a path that is renamed, or that had
 * the operationId elsewhere, unless another operation is still at that path.
 */
function olderFinder(
  older: readonly OlderOperation[],
  operations: readonly Identifiable[],
): (operation: Identifiable) => OlderOperation | undefined {
  const found = new Map<string, OlderOperation>();
  for (const operation of older) {
    const { documentId } = operation;
    for (const key of [...(documentId === undefined ? [] : [JSON.stringify([documentId])]), keyOf(operation)])
      if (!found.has(key)) found.set(key, operation);
  }
  const renamed = new Map(
    older.flatMap((operation) => {
      const { method, renamedPath: path } = operation;
      return path === undefined ? [] : [[formOf({ method, path }), operation] as const];
    }),
  );
  const unmoved = new Set(operations.map((operation) => found.get(keyOf(operation))));
  return (operation) => {
    const { documentId } = operation;
    const moved =
      renamed.get(formOf(operation)) ??
      (documentId === undefined ? undefined : found.get(JSON.stringify([documentId])));
    return found.get(keyOf(operation)) ?? (unmoved.has(moved) ? undefined : moved);
  };
}

function formOf({ method, path }: Pick<OlderOperation, 'method' | 'path'>): string {
  return `${method} ${pathForm(path)}`;
}

function keyOf({
  documentId,
  method,
  path,
}: Pick<OlderOperation, 'documentId' | 'method' | 'path'> | Identifiable): string {
  return JSON.stringify([documentId ?? null, method, path]);
}

interface WantedNames {
  /** Names are unique in a scope. */
  readonly scope: string;
  /** The name of the operation in an older version. */
  readonly former: string | undefined;
  /** The preferred name first. */
  readonly wanted: readonly string[];
}

function uniqueNames(all: readonly WantedNames[]): readonly string[] {
  const taken = new Set<string>();
  const claim = (scope: string, name: string): boolean => {
    const key = JSON.stringify([scope, name]);
    if (name === '' || taken.has(key)) return false;
    taken.add(key);
    return true;
  };
  /** The last number of each name: a thousand equal ones are not counted a thousand times. */
  const numbers = new Map<string, number>();
  const former = all.map(({ scope, former: name = '', wanted }) => {
    const last = wanted.at(-1) ?? '';
    const isWanted = wanted.includes(name) || (name.startsWith(last) && /^\d+$/.test(name.slice(last.length)));
    return isWanted && claim(scope, name) ? name : undefined;
  });
  return all.map(({ scope, wanted }, index) => {
    const found = former[index] ?? wanted.find((name) => claim(scope, name));
    if (found !== undefined) return found;
    const last = wanted.findLast((name) => name !== '') ?? 'operation';
    const key = JSON.stringify([scope, last]);
    let count = numbers.get(key) ?? 2;
    while (!claim(scope, `${last}${count}`)) count += 1;
    numbers.set(key, count);
    return `${last}${count}`;
  });
}
