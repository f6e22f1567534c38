/** Names operations as their document does, for reports to people who know the document and no generated code. */
import type { Api } from './api.js';
import type { Operation } from './operation.js';

/** Returns the API with the operationId of each operation as its id; with method and path if it has none, or shares it. */
export function withDocumentNames(api: Api): Api {
  const counts = new Map<string, number>();
  for (const { documentId } of [...api.operations, ...api.webhooks])
    if (documentId !== undefined) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  const renamed = (operation: Operation): Operation => {
    const { documentId, method, path, callbacks } = operation;
    return {
      ...operation,
      id: documentId !== undefined && counts.get(documentId) === 1 ? documentId : `${method} ${path}`,
      ...(callbacks && {
        callbacks: callbacks.map((one) => ({ ...one, operation: withOwner(one.operation, operation) })),
      }),
    };
  };
  return { ...api, operations: api.operations.map(renamed), webhooks: api.webhooks.map(renamed) };
}

/** A callback that several operations have has the name of each of them. */
function withOwner(callback: Operation, owner: Operation): Operation {
  const { documentId, method, path } = callback;
  return { ...callback, id: documentId ?? `${method} ${path} of ${owner.method} ${owner.path}` };
}
