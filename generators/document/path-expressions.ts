/** The expressions of URI templates (RFC 6570) that are no part of a path: `{?word}`, `{&word}` and `{#part}`. */
const expression = /\{[?&#][^{}]*\}/g;

export function expressionsIn(route: string): readonly string[] {
  return route.match(expression) ?? [];
}

export function withoutExpressions(route: string): string {
  return route.replace(expression, '');
}
