/** Compares security schemes by name, and the requirements of operations by their alternatives. */
import type { Operation, SecurityRequirement, SecurityScheme } from '../ir/index.js';
import { effectInBoth, effectOf, nonBreaking } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { equalFacts } from './facts.js';
import type { ComparedPair } from './pair.js';
import { code, list } from './sentence-parts.js';

export function compareSecuritySchemes(comparison: Comparison): void {
  const before = new Map(comparison.older.api.securitySchemes.map((scheme) => [scheme.name, scheme]));
  const after = new Map(comparison.newer.api.securitySchemes.map((scheme) => [scheme.name, scheme]));
  for (const [name, scheme] of after) {
    const other = before.get(name);
    const pair = pairOf(comparison, name);
    if (other === undefined) one(pair, scheme, 'added');
    else compareSchemes(pair, other, scheme);
  }
  for (const [name, scheme] of before) if (!after.has(name)) one(pairOf(comparison, name), scheme, 'removed');
}

/** Returns a pair for a scheme, which is part of the requests that may require it. */
function pairOf(comparison: Comparison, name: string): ComparedPair {
  const pair = comparison.pair();
  for (const { id, security = [] } of comparison.newer.api.operations) {
    if (security.some((all) => all.some(({ scheme }) => scheme === name))) pair.requests.add(id);
  }
  return pair;
}

// What an added or removed scheme breaks is said by the operations that require it.
function one(pair: ComparedPair, scheme: SecurityScheme, kind: 'added' | 'removed'): void {
  pair.findings.push({
    kind,
    subject: 'api',
    place: scheme.name,
    [kind === 'added' ? 'after' : 'before']: factsOf(scheme),
    effect: nonBreaking,
    say: () => `The security scheme ${code(scheme.name)} (${scheme.kind}) was ${kind}.`,
  });
}

function compareSchemes(pair: ComparedPair, older: SecurityScheme, newer: SecurityScheme): void {
  const before = factsOf(older);
  const after = factsOf(newer);
  if (!equalFacts(before, after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => !equalFacts(before[key], after[key]),
    );
    pair.findings.push({
      kind: 'type',
      subject: 'api',
      place: newer.name,
      before,
      after,
      effect: effectInBoth(addsOnlyScopes(older, newer) ? 'none' : 'both'),
      say: () => `The security scheme ${code(newer.name)} has another ${list(keys.map(code))}.`,
    });
  }
  if ((older.deprecated === undefined) !== (newer.deprecated === undefined)) {
    const isDeprecated = newer.deprecated !== undefined;
    pair.findings.push({
      kind: 'deprecated',
      subject: 'api',
      place: newer.name,
      before: !isDeprecated,
      after: isDeprecated,
      effect: nonBreaking,
      say: () => `The security scheme ${code(newer.name)} is ${isDeprecated ? 'now' : 'no longer'} deprecated.`,
    });
  }
}

/** Whether the newer scheme has the flows of the older one, and all of their scopes. */
function addsOnlyScopes(older: SecurityScheme, newer: SecurityScheme): boolean {
  if (older.kind !== 'oauth2' || newer.kind !== 'oauth2') return false;
  return older.flows.every(({ kind, scopes, ...urls }) => {
    const flow = newer.flows.find((other) => other.kind === kind);
    if (flow === undefined) return false;
    const { kind: _kind, scopes: newScopes, ...newUrls } = flow;
    return equalFacts(urls, newUrls) && scopes.every(({ name }) => newScopes.some((scope) => scope.name === name));
  });
}

function factsOf(scheme: SecurityScheme): Readonly<Record<string, unknown>> {
  const { name: _name, description: _description, deprecated: _deprecated, extensions: _extensions, ...facts } = scheme;
  if (facts.kind !== 'oauth2') return facts;
  const flows = facts.flows.map(({ scopes, ...flow }) => [
    flow.kind,
    { ...flow, scopes: scopes.map(({ name }) => name).sort() },
  ]);
  return { ...facts, flows: Object.fromEntries(flows) as unknown };
}

/** An operation without requirements accepts anonymous requests. */
const anonymous: readonly SecurityRequirement[] = [[]];

export function compareSecurity(pair: ComparedPair, older: Operation, newer: Operation): void {
  const before = (older.security ?? anonymous).map(textOf).sort();
  const after = (newer.security ?? anonymous).map(textOf).sort();
  if (equalFacts(before, after)) return;
  const keeps = before.every((alternative) => after.includes(alternative));
  const adds = after.some((alternative) => !before.includes(alternative));
  pair.findings.push({
    kind: 'behaviour',
    subject: 'operation',
    place: newer.id,
    before: { security: older.security ?? [] },
    after: { security: newer.security ?? [] },
    // A further alternative widens what a server must accept, a removed one narrows it.
    effect: effectOf(keeps ? 'wider' : adds ? 'other' : 'narrower'),
    say: () => `The authentication of ${newer.id} changed from ${alternatives(before)} to ${alternatives(after)}.`,
  });
}

/** Returns an alternative as a text: `petKey and petAuth (read, write)`; empty if it allows anonymous requests. */
function textOf(requirement: SecurityRequirement): string {
  const schemes = requirement.map(({ scheme, scopes = [] }) =>
    scopes.length === 0 ? scheme : `${scheme} (${[...scopes].sort().join(', ')})`,
  );
  return schemes.sort().join(' and ');
}

function alternatives(texts: readonly string[]): string {
  return texts.map((text) => (text === '' ? 'none' : code(text))).join(' or ');
}
