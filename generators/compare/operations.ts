/** Compares operations. They are matched by method and path; names of path parameters do not matter. */
import type { Api, Operation, Pagination } from '../ir/index.js';
import { nonBreaking, effectInBoth } from './breaking-changes.js';
import { compareResponses } from './responses.js';
import { compareBodies } from './bodies.js';
import { compareCallbacks, compareWebhooks } from './callbacks.js';
import type { Comparison } from './comparison.js';
import { compareNotes } from './metadata.js';
import type { ComparedPosition, ComparisonFinding, ComparedPair } from './pair.js';
import { compareParameters } from './parameters.js';
import { compareSecurity } from './security.js';
import { code, json } from './sentence-parts.js';
import { compareServers } from './servers.js';
import { equalFacts } from './facts.js';

export function compareOperations(comparison: Comparison): void {
  const { older, newer } = comparison;
  const left = new Map(older.api.operations.map((operation) => [exact(operation), operation]));
  const found = new Map<Operation, Operation>();
  // Equal paths first: two paths may differ only in the names of their parameters.
  for (const key of [exact, template]) {
    const keyed = new Map([...left.values()].map((operation) => [key(operation), operation]));
    for (const operation of newer.api.operations) {
      const match = keyed.get(key(operation));
      if (match === undefined || found.has(operation) || !left.delete(exact(match))) continue;
      found.set(operation, match);
    }
  }
  for (const operation of newer.api.operations) {
    const match = found.get(operation);
    if (match === undefined) one(comparison, operation, 'added');
    else if (!comparison.areSame(match, operation)) compareTwo(comparison, match, operation);
  }
  for (const operation of left.values()) one(comparison, operation, 'removed');
  compareWebhooks(comparison, compareCallback);
}

function compareTwo(comparison: Comparison, older: Operation, newer: Operation): void {
  const [request, response, both] = [comparison.pair(), comparison.pair(), comparison.pair()];
  carry(newer.id, [request, both], [response, both]);
  compareMessages(comparison, older, newer, { request, response, both });
  comparePagination(both, older, newer);
  compareSecurity(request, older, newer);
  compareServersOf(comparison, request, older, newer);
}

/** Compares requests that the server sends: what they contain is what a client receives. */
function compareCallback(comparison: Comparison, older: Operation, newer: Operation): void {
  if (comparison.areSame(older, newer)) return;
  const [request, response, both] = [comparison.pair(), comparison.pair(), comparison.pair()];
  carry(newer.id, [response, both], [request, both]);
  compareMessages(comparison, older, newer, { request, response, both });
}

interface ComparedMessages {
  readonly request: ComparedPair;
  readonly response: ComparedPair;
  readonly both: ComparedPair;
}

function compareMessages(
  comparison: Comparison,
  older: Operation,
  newer: Operation,
  { request, response, both }: ComparedMessages,
): void {
  const at: ComparedPosition = {
    pair: both,
    subject: 'operation',
    place: newer.id,
    label: `the operation ${newer.id}`,
  };
  if (older.id !== newer.id || older.documentId !== newer.documentId) both.findings.push(renamed(older, newer));
  compareNotes(at, [older], [newer]);
  compareParameters(comparison, request, older, newer);
  compareBodies(comparison, request, older, newer);
  compareResponses(comparison, response, older, newer);
  compareCallbacks(comparison, response, older, newer, compareCallback);
}

/** An operation that has its own servers in neither version is at those of the API, which are compared once. */
function compareServersOf(comparison: Comparison, pair: ComparedPair, older: Operation, newer: Operation): void {
  if (older.servers === undefined && newer.servers === undefined) return;
  const at = { pair, subject: 'operation', place: newer.id, label: newer.id } as const;
  const sideOf = (api: Api, { servers }: Operation) => ({ api, ...(servers && { servers }) });
  compareServers(at, sideOf(comparison.older.api, older), sideOf(comparison.newer.api, newer));
}

function one(comparison: Comparison, operation: Operation, kind: 'added' | 'removed'): void {
  const { id, method, path } = operation;
  const pair = comparison.pair();
  carry(id, [pair], [pair]);
  // Its schemas are in use, though there is nothing to compare them with.
  pair.findings.push({
    kind,
    subject: 'operation',
    place: id,
    [kind === 'added' ? 'after' : 'before']: { method, path },
    effect: effectInBoth(kind === 'added' ? 'server' : 'client'),
    say: () => `The operation ${id} (${code(`${method} ${path}`)}) was ${kind}.`,
  });
}

function carry(id: string, requests: readonly ComparedPair[], responses: readonly ComparedPair[]): void {
  requests.forEach((pair) => pair.requests.add(id));
  responses.forEach((pair) => pair.responses.add(id));
}

function renamed(older: Operation, newer: Operation): ComparisonFinding {
  const nameOf = ({ id, documentId = id }: Operation) => (older.id === newer.id ? documentId : id);
  const [before, after] = [nameOf(older), nameOf(newer)];
  return {
    kind: 'renamed',
    subject: 'operation',
    place: newer.id,
    before,
    after,
    effect: nonBreaking,
    say: () => `The operation ${code(before)} was renamed to ${code(after)}; requests and responses do not change.`,
  };
}

function exact({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function template({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

/** Compares how the pages of an operation follow each other. No message changes with it, but older clients miss pages. */
function comparePagination(pair: ComparedPair, older: Operation, newer: Operation): void {
  const { pagination: before } = older;
  const { pagination: after } = newer;
  if (equalFacts(before, after)) return;
  pair.findings.push({
    kind: 'behaviour',
    subject: 'operation',
    place: newer.id,
    before: { pagination: before ?? false },
    after: { pagination: after ?? false },
    // Results without declared pages were complete for their clients, and their first page remains what it was.
    effect: before === undefined ? nonBreaking : effectInBoth('client'),
    say: () => `The pages of ${newer.id} changed from ${shown(before)} to ${shown(after)}.`,
  });
}

function shown(pagination: Pagination | undefined): string {
  return pagination === undefined ? 'none' : json(pagination);
}
