/** Gives each operation of a document an identifier of its own. */
import { identify, type Identity } from './identify.js';
import { pascalCase } from './naming.js';

/** What the identifier of an operation is made of. */
export interface Identifiable {
  readonly method: string;
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

/**
 * Returns the identity of each operation, in the same order. The first operation with an operationId keeps it. One whose
 * identifier is taken, or that has none, is named after its method and path, which do not move when a document grows; only
 * if that is taken too, a number follows.
 */
export function identitiesOf(operations: readonly Identifiable[]): readonly OperationIdentity[] {
  const taken = new Set<string>();
  const claim = (documentId: string, { method, nouns }: Identifiable): OperationIdentity | undefined => {
    if (pascalCase(documentId) === '') return undefined;
    const identity = identify(documentId, method, nouns);
    if (taken.has(identity.id)) return undefined;
    taken.add(identity.id);
    return { ...identity, documentId };
  };
  const declared = operations.map((operation) => claim(operation.documentId ?? '', operation));
  return operations.map((operation, index) => declared[index] ?? named(operation, claim));
}

function named(
  operation: Identifiable,
  claim: (documentId: string, operation: Identifiable) => OperationIdentity | undefined,
): OperationIdentity {
  let identity = claim(operation.name, operation);
  for (let count = 2; identity === undefined; count += 1) identity = claim(`${operation.name}${count}`, operation);
  return identity;
}
