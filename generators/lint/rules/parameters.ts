/** Rules about parameters. */
import { get } from '../../document/index.js';
import { shown, textOf } from '../keys.js';
import type { Remark, LintRule } from '../rule.js';
import type { OperationSite } from '../site.js';

/** A parameter that is declared twice in one array: the second declaration silently takes precedence. */
export const parameterDuplicate: LintRule = {
  name: 'parameter-duplicate',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, parameters }) => {
      const seen = new Set<string>();
      return parameters.flatMap(({ path, value }): readonly Remark[] => {
        const name = textOf(get(value, 'name'));
        if (name === undefined) return [];
        // An operation may override a parameter of its path, but not within the same array.
        const key = JSON.stringify([path.slice(0, -1), get(value, 'in'), name]);
        if (!seen.has(key)) {
          seen.add(key);
          return [];
        }
        return [{ path, sentence: `${label} declares the ${shown(get(value, 'in'))} parameter "${name}" twice.` }];
      });
    }),
};

/** A parameter whose name is empty: no request can have it, so that it is left out. */
export const parameterWithoutName: LintRule = {
  name: 'parameter-without-name',
  severity: 'warning',
  check: ({ operations }) =>
    operations.flatMap(({ label, parameters }) =>
      parameters
        .filter(({ value }) => get(value, 'name') === '')
        .map(({ path, value }) => ({
          path: [...path, 'name'],
          sentence: `A ${shown(get(value, 'in'))} parameter of ${label} has an empty name, and is left out.`,
        })),
    ),
};

/** A `{part}` of a path without a parameter that declares it. */
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
          sentence: `${operation.label} does not declare the path parameter "${part}", which is read as a string${remedyFor(part)}.`,
        }));
    }),
};

function pathParameters({ parameters }: OperationSite): ReadonlySet<unknown> {
  return new Set(
    parameters.filter(({ value }) => get(value, 'in') === 'path').map(({ value }) => textOf(get(value, 'name'))),
  );
}

function partsOf(route: string): readonly string[] {
  return [...route.matchAll(/\{([^{}?&#][^{}]*)?\}/g)].map(([, part = '']) => part);
}

/** What replaces an expression of URI templates (RFC 6570), or of a framework: a part is nothing but a name. */
function remedyFor(part: string): string {
  if (part.includes(',')) return '; write a part for each parameter';
  const [, operator = '', name = part, star, constraint] = /^\s*([.;/+]?)([^*:\s]+)(\*?)(:.*)?\s*$/.exec(part) ?? [];
  if (name === part) return '';
  const keys = [
    ...(operator === '.' ? ['"style: label"'] : operator === ';' ? ['"style: matrix"'] : []),
    ...(star ? ['"explode: true"'] : []),
    ...(constraint ? ['a "pattern" or "maxLength"'] : []),
  ];
  return `; write "{${name}}"${keys.length === 0 ? '' : `, and ${keys.join(' and ')} in its parameter`}`;
}

/** A path parameter that does not occur in the path, and is left out. */
export const pathParameterUnused: LintRule = {
  name: 'path-parameter-unused',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, route, parameters }) =>
      parameters
        .filter(({ value }) => get(value, 'in') === 'path')
        .flatMap(({ path, value }) => {
          const name = textOf(get(value, 'name'));
          return name === undefined ? [] : [{ path, name }];
        })
        .filter(({ name }) => !route.includes(`{${name}}`))
        .map(({ path, name }) => {
          const remedy = `${route}/`.includes(`/:${name}/`) ? `; write "{${name}}" for ":${name}"` : '';
          const sentence = `${label} declares the path parameter "${name}", which does not occur in its path and is left out${remedy}.`;
          return { path, sentence };
        }),
    ),
};
