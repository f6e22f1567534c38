// Finds the operation that an exchange belongs to.

import type { Exchange } from '../recorder/exchange.js';
import type { Document, Operation } from './document.js';

type OperationMatcher = (exchange: Exchange) => Operation | undefined;

export function matcher({ operations }: Document): OperationMatcher {
  // A fixed segment is a better match than a parameter that could contain it: `/images/json` before `/images/{name}`,
  // and `/services/{id}/logs` before `/services/{id}`, because names may contain slashes.
  const rules = operations
    .map((operation) => {
      const words = operation.path.split(/\{[^}]*\}/);
      return { operation, pattern: pattern(words), holes: words.length, fixed: words.join('').length };
    })
    .sort((a, b) => a.holes - b.holes || b.fixed - a.fixed);
  return ({ method, path }) => {
    const bare = path.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/\?.*$/, '');
    return rules.find((rule) => rule.operation.method === method && rule.pattern.test(bare))?.operation;
  };
}

/** The pattern of a path. Names of images and plugins contain slashes, which clients send unencoded. */
function pattern(words: readonly string[]): RegExp {
  const source = words.map((word) => word.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.+')}$`);
}

export function queryOf({ path }: Exchange): URLSearchParams {
  return new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '');
}
