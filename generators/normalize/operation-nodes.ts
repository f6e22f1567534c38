/** The operations of a path item, as nodes of the document, and what their groups are named after. */
import { methods } from '../ir/index.js';
import { groupName, groupOfPath } from './method-name.js';
import type { Node, Source } from './source.js';

export interface OperationNode {
  readonly path: string;
  readonly item: Node;
  readonly node: Node;
  readonly method: string;
}

/** Finds the operations of a path item: those of its methods, then those of its other methods. */
export function operationNodes(source: Source, path: string, reference: Node): readonly OperationNode[] {
  const target = source.follow(reference);
  // What stands beside a reference is part of the path item, too.
  const item = { ...target, value: { ...target.value, ...reference.value } };
  const byKeyword = Object.keys(item.value).flatMap((key) => {
    const method = methods.find((candidate) => candidate.toLowerCase() === key);
    const node = method && source.child(Object.hasOwn(reference.value, key) ? reference : target, key);
    return method === undefined || node === undefined ? [] : [{ method, node }];
  });
  const others = source.entries(item, 'additionalOperations').map(([method, node]) => ({ method, node }));
  return [...byKeyword, ...others].map(({ method, node }) => ({ path, item, node, method }));
}

/** The group of an operation that has neither a tag nor a path with a segment of its own. */
export const commonGroup = 'common';

/** What the group of an operation is named after. */
export interface GroupOwner {
  /** The first tag, or the first segment of the path without a parameter. */
  readonly text: string;
  readonly isTag: boolean;
}

/** @param path the path, if the operation is one of the paths and no callback or webhook */
export function groupOwnerOf(source: Source, node: Node, path?: string): GroupOwner {
  const [tag] = source.texts(node, 'tags');
  if (tag !== undefined && groupName(tag) !== undefined) return { text: tag, isTag: true };
  return { text: (path === undefined ? undefined : groupOfPath(path)) ?? commonGroup, isTag: false };
}
