/** A `{part}` of a path without a parameter that declares it. */
import { get } from '../../document/index.js';
import type { OperationSite } from '../site.js';
import type { LintRule } from '../rule.js';

export const pathParameterUndeclared: LintRule = {
  name: 'path-parameter-undeclared',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap((operation) => {
      const declared = pathParameters(operation);
      return partsOf(operation.route)
        .filter((part) => !declared.has(part))
        .map((part) => ({
          path: operation.path,
          sentence: `${operation.label} does not declare the path parameter "${part}".`,
        }));
    }),
};

function pathParameters({ parameters }: OperationSite): ReadonlySet<unknown> {
  return new Set(parameters.filter(({ value }) => get(value, 'in') === 'path').map(({ value }) => get(value, 'name')));
}

function partsOf(route: string): readonly string[] {
  return [...route.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part);
}
