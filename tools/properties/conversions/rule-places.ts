/** The places of messages that conversion rules name. */
import type { OperationConversion, Rule } from '@lading/runtime-conversion';

/** All rules of an operation, of both directions and messages. */
export function rulesOf({ request, response }: OperationConversion): readonly Rule[] {
  return [request, response].flatMap((message) => [...message.upgrade, ...message.downgrade]);
}

/** The place that a rule changes. */
export function placeOf({ at: { body, query, path } }: Rule): string {
  return body ?? (query === undefined ? '' : path === undefined ? query : `${query}.${path}`);
}

/** Returns whether a path is near one that one of the rules names. */
export function nearOf(rules: readonly Rule[]): (path: string) => boolean {
  const paths = rules.flatMap((rule) => {
    const place = placeOf(rule);
    const beside = place.replace(/\.?[^.\]}]*$/, '');
    const others = (rule.when ?? []).map(({ of }) => (beside === '' ? of : `${beside}.${of}`));
    return [place, ...others, ...('from' in rule && typeof rule.from === 'string' ? [rule.from] : [])];
  });
  // Below a path that a hook converts, or that a rule inspects, any property may matter; two levels are enough.
  return (path) => paths.some((place) => place === path || place.startsWith(path) || isJustBelow(path, place));
}

function isJustBelow(path: string, place: string): boolean {
  return place !== '' && path.startsWith(place) && path.slice(place.length).split('.').length <= 2;
}
