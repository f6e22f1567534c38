/** Gives each operation of a document an identifier of its own. */
import type { Operation } from '../ir/index.js';
import { identify, type Identity } from './identify.js';
import { pascalCase } from './naming.js';

/** What the identifier of an operation is made of. */
export interface Identifiable {
  readonly method: string;
  readonly path: string;
  /** The name if it has no operationId, or one that is taken. */
  readonly name: string;
  /** The operationId, if the document has one. */
  readonly documentId: string | undefined;
  /** The nouns with which an identifier may start. */
  readonly nouns: readonly string[];
}

export interface OperationIdentity extends Identity {
  readonly documentId: string;
}

/** What the identifier of an operation of an older version is made of. */
export type OlderOperation = Pick<Operation, 'id' | 'documentId' | 'method' | 'path'>;

/**
 * Returns the identity of each operation, in the same order. The first operation with an operationId keeps it. One whose
 * identifier is taken, or that has none, is named after its method and path, which do not move when a document grows; only
 * if that is taken too, a number follows. What an older version has chosen comes before, so that an operationId that a newer
 * version adds, or another order, takes no identifier away.
 *
 * @param older the operations of older versions, those of newer ones first
 */
export function identitiesOf(
  operations: readonly Identifiable[],
  older: readonly OlderOperation[] = [],
): readonly OperationIdentity[] {
  const taken = new Set<string>();
  const claim = (documentId: string, { method, nouns }: Identifiable): OperationIdentity | undefined => {
    if (pascalCase(documentId) === '') return undefined;
    const identity = identify(documentId, method, nouns);
    if (taken.has(identity.id)) return undefined;
    taken.add(identity.id);
    return { ...identity, documentId };
  };
  const chosen = choicesOf(older);
  const unmoved = operations.map((operation) => claim(chosen(operation) ?? '', operation));
  const declared = operations.map((operation, index) => unmoved[index] ?? claim(operation.documentId ?? '', operation));
  return operations.map((operation, index) => declared[index] ?? named(operation, claim));
}

/** Finds what an older version has made the identifier of an operation of. */
function choicesOf(older: readonly OlderOperation[]): (operation: Identifiable) => string | undefined {
  const oldestFirst = [...older].reverse();
  const documentIds = new Set(older.map(({ documentId }) => documentId));
  const ids = new Set(older.map(({ id }) => id));
  const byPlace = new Map(oldestFirst.map((each) => [`${each.method} ${each.path}`, each]));
  return ({ documentId, name, method, path, nouns }) => {
    const before = byPlace.get(`${method} ${path}`)?.documentId;
    const wasNamed = before?.startsWith(name) === true && /^\d*$/.test(before.slice(name.length));
    if (documentId === undefined) return wasNamed ? before : undefined;
    // It was named after its method and path because another operation has the identifier.
    if (before !== documentId && wasNamed && ids.has(identify(documentId, method, nouns).id)) return before;
    return documentIds.has(documentId) ? documentId : undefined;
  };
}

function named(
  operation: Identifiable,
  claim: (documentId: string, operation: Identifiable) => OperationIdentity | undefined,
): OperationIdentity {
  let identity = claim(operation.name, operation);
  for (let count = 2; identity === undefined; count += 1) identity = claim(`${operation.name}${count}`, operation);
  return identity;
}
