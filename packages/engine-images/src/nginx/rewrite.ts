/** The directives that change a request in their order: `set`, `if`, `rewrite`, `break` and `return`. */
import { encodedPath } from './address.js';
import type { Exchange } from './exchange.js';
import type { Directive } from './parse-config.js';

/** What ends the directives of a block. */
export type Ending =
  | { readonly kind: 'break' | 'last' }
  | { readonly kind: 'return'; readonly args: readonly string[] }
  | { readonly kind: 'redirect'; readonly status: number; readonly target: string };

export function runDirectives(exchange: Exchange, directives: readonly Directive[]): Ending | undefined {
  for (const { name, args, block = [] } of directives) {
    let ending: Ending | undefined;
    if (name === 'set') exchange.variables.set((args[0] ?? '').slice(1), exchange.value(args[1] ?? ''));
    else if (name === 'break') ending = { kind: 'break' };
    else if (name === 'return') ending = { kind: 'return', args };
    else if (name === 'rewrite') ending = rewrite(exchange, args);
    else if (name === 'if' && isTrue(exchange, args)) {
      exchange.levels = [...exchange.levels, block];
      ending = runDirectives(exchange, block);
    }
    if (ending !== undefined) return ending;
  }
  return undefined;
}

function rewrite(exchange: Exchange, [pattern = '', replacement = '', flag]: readonly string[]): Ending | undefined {
  if (!exchange.matches(pattern, exchange.path)) return undefined;
  const isRedirect = /^https?:\/\//.test(replacement) || flag === 'permanent' || flag === 'redirect';
  const [, before = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(replacement) ?? [];
  const next = isRedirect ? decodedTarget(exchange.value(before, encodedPath)) : exchange.value(before);
  // A replacement that ends with `?` drops the arguments; others keep them.
  const own = exchange.value((query ?? '').replace(/\?$/, ''), encodedArgument);
  const isWhole = query === '' || query?.endsWith('?') === true;
  const former = isWhole ? '' : exchange.search.slice(1);
  const search = own === '' && former === '' ? '' : `?${[own, former].filter(Boolean).join('&')}`;
  if (isRedirect) return { kind: 'redirect', status: flag === 'permanent' ? 301 : 302, target: next + search };
  [exchange.path, exchange.search, exchange.isRewritten] = [next, search, true];
  return flag === 'last' || flag === 'break' ? { kind: flag } : undefined;
}

/** Decodes what nginx decodes in the target of a redirect: characters after `%`, but no control characters. */
const decodedTarget = (target: string): string =>
  target.replaceAll(/%(?:2[6-9a-f]|[3-6]\d|[3-6][a-f]|7[\da-e])/gi, decodeURIComponent);

/** Encodes a group of an expression in the arguments of a replacement. */
const encodedArgument = (group: string): string =>
  encodeURIComponent(group).replaceAll(/%(?:2F|3A|3D|40|2C|24)/g, decodeURIComponent);

/** Whether a condition such as `($request_method = POST)` holds. */
function isTrue(exchange: Exchange, args: readonly string[]): boolean {
  const words = args
    .join(' ')
    .replace(/^\(\s*/, '')
    .replace(/\s*\)$/, '');
  const [, first = '', operator, second = ''] = /^(\S+)(?:\s+(!?~\*?|!?=)\s*(.*))?$/s.exec(words) ?? [];
  const [, not = '', kind] = /^(!?)-([fdex])\s/.exec(words) ?? [];
  if (kind !== undefined) {
    const found = exchange.context.files.kindOf(exchange.value(words.slice(words.indexOf(' ') + 1)));
    const holds = kind === 'f' ? found === 'file' : kind === 'd' ? found === 'folder' : found !== undefined;
    return holds === (not === '');
  }
  const value = exchange.value(first);
  if (operator === undefined) return value !== '' && value !== '0';
  const isNegated = operator.startsWith('!');
  const holds = operator.includes('~')
    ? exchange.matches(second, value, operator.endsWith('*') ? 'i' : '')
    : value === exchange.value(second);
  return holds !== isNegated;
}
