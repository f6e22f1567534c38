/** Compares two versions of an API. */
import type { Api, Change } from '../ir/index.js';
import { changesOf } from './changes.js';
import { Comparison } from './comparison.js';
import { compareOperations } from './operations.js';
import { compareSecuritySchemes } from './security.js';
import { compareServers } from './servers.js';
import { compareStateSets } from './state-sets.js';
import { compareUnusedSchemas } from './unused-schemas.js';

/**
 * Returns every difference between two versions that a client or a server can observe, and every exported name that differs.
 *
 * Values are compared by structure wherever an operation contains them. It is no change if an inline schema gets a name, a base
 * is inlined, or a name becomes an alias. Descriptions, titles, examples, tags, extensions, external documentation, the versions
 * that introduced a part, and the order of declarations are not compared.
 *
 * @returns the changes ordered by subject, place and kind, which makes the result deterministic
 */
export function compareApis(older: Api, newer: Api): readonly Change[] {
  const comparison = new Comparison(older, newer);
  compareOperations(comparison);
  compareAddresses(comparison);
  compareSecuritySchemes(comparison);
  compareUnusedSchemas(comparison);
  compareStateSets(comparison);
  return changesOf(comparison.pairs);
}

function compareAddresses(comparison: Comparison): void {
  const { older, newer } = comparison;
  const pair = comparison.pair();
  for (const { id } of newer.api.operations) pair.requests.add(id);
  const at = { pair, subject: 'api', place: 'servers', label: 'the API' } as const;
  compareServers(at, { api: older.api }, { api: newer.api });
}
