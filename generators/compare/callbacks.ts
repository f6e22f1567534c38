/** Compares requests that servers send to clients: webhooks, and the callbacks of operations. */
import type { Operation } from '../ir/index.js';
import { effectInBoth, nonBreaking } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import type { ComparedPair } from './pair.js';
import { code } from './sentence-parts.js';

type CompareOperation = (comparison: Comparison, older: Operation, newer: Operation) => void;

/** Compares webhooks by name and method. @param compare compares two operations that servers send */
export function compareWebhooks(comparison: Comparison, compare: CompareOperation): void {
  const pair = comparison.pair();
  matched(comparison.older.api.webhooks, comparison.newer.api.webhooks, webhookKey, {
    both: (older, newer) => compare(comparison, older, newer),
    one: (webhook, kind) => one(pair, `webhook ${code(webhook.path)}`, webhook, kind),
  });
}

/** Compares callbacks by name, expression and method. */
export function compareCallbacks(
  comparison: Comparison,
  pair: ComparedPair,
  older: Operation,
  newer: Operation,
  compare: CompareOperation,
): void {
  const names = new Map(
    [...(older.callbacks ?? []), ...(newer.callbacks ?? [])].map((one) => [one.operation, one.name]),
  );
  const key = (operation: Operation) => `${names.get(operation)} ${webhookKey(operation)}`;
  const operationsOf = ({ callbacks = [] }: Operation) => callbacks.map(({ operation }) => operation);
  matched(operationsOf(older), operationsOf(newer), key, {
    both: (before, after) => compare(comparison, before, after),
    one: (callback, kind) => one(pair, `callback ${code(names.get(callback) ?? '')} of ${newer.id}`, callback, kind),
  });
}

function webhookKey({ method, path }: Operation): string {
  return `${method} ${path}`;
}

interface Match {
  readonly both: (older: Operation, newer: Operation) => void;
  readonly one: (operation: Operation, kind: 'added' | 'removed') => void;
}

function matched(
  older: readonly Operation[],
  newer: readonly Operation[],
  key: (operation: Operation) => string,
  { both, one: single }: Match,
): void {
  const before = new Map(older.map((operation) => [key(operation), operation]));
  const after = new Map(newer.map((operation) => [key(operation), operation]));
  for (const [name, operation] of after) {
    const other = before.get(name);
    if (other === undefined) single(operation, 'added');
    else both(other, operation);
  }
  for (const [name, operation] of before) if (!after.has(name)) single(operation, 'removed');
}

// A client ignores a webhook that it does not expect, and waits in vain for one that is no longer sent.
function one(pair: ComparedPair, what: string, operation: Operation, kind: 'added' | 'removed'): void {
  const { id, method, path } = operation;
  pair.responses.add(id);
  pair.findings.push({
    kind,
    subject: 'operation',
    place: id,
    [kind === 'added' ? 'after' : 'before']: { method, path },
    effect: kind === 'added' ? nonBreaking : effectInBoth('client'),
    say: () => `The ${what} (${method}) was ${kind}.`,
  });
}
