/** Rules about parameters and headers. */
import { get, isArray, isObject } from '../../document/index.js';
import type { Inventory } from '../inventory.js';
import { shown, textOf } from '../keys.js';
import type { Remark, LintRule } from '../rule.js';
import type { DocumentSite, OperationSite } from '../site.js';

/** A parameter that is declared twice in one array: the last declaration takes precedence. */
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
        const sentence = `${label} declares the ${shown(get(value, 'in'))} parameter "${name}" twice; the last one applies.`;
        return [{ path, sentence }];
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

/** A header whose name HTTP does not allow: clients and servers do not send it. */
export const headerNameInvalid: LintRule = {
  name: 'header-name-invalid',
  severity: 'error',
  check: ({ parameters, responses }) => {
    const sent = parameters.flatMap(({ path, value }) => {
      const name = get(value, 'in') === 'header' ? textOf(get(value, 'name')) : undefined;
      return name === undefined || name === '' ? [] : [{ path: [...path, 'name'], name }];
    });
    const received = responses.flatMap(({ path, value }) => {
      const headers = get(value, 'headers');
      return isObject(headers) ? Object.keys(headers).map((name) => ({ path: [...path, 'headers', name], name })) : [];
    });
    return [...sent, ...received]
      .filter(({ name }) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      .map(({ path, name }) => ({ path, sentence: `HTTP allows no header "${name}", so that it cannot be sent.` }));
  },
};

/** Query parameters that are written as their properties, of which one is another parameter: what arrives is of both. */
export const parametersAlike: LintRule = {
  name: 'parameters-alike',
  severity: 'warning',
  check: ({ operations, follow }) =>
    operations.flatMap(({ label, parameters }) => {
      const owners = new Map<string, string>();
      const names = new Map(
        parameters.flatMap((site) => {
          const name = get(site.value, 'in') === 'query' ? textOf(get(site.value, 'name')) : undefined;
          return name === undefined ? [] : [[name, site] as const];
        }),
      );
      return [...names].flatMap(([name, site]): readonly Remark[] => {
        const written = writtenNames(name, site, follow);
        const clash = written.find((each) => owners.has(each));
        const other = clash === undefined ? undefined : owners.get(clash);
        for (const each of written) owners.set(each, name);
        if (other === undefined) return [];
        const sentence = `The query parameters "${other}" and "${name}" of ${label} both write "${clash}", so that servers cannot tell them apart.`;
        return [{ path: site.path, sentence }];
      });
    }),
};

/** The names of a query parameter in a URL: those of its properties, for an exploded object. */
function writtenNames(name: string, { path, value }: DocumentSite, follow: Inventory['follow']): readonly string[] {
  const schema = get(value, 'schema');
  const isExploded = [undefined, 'form'].includes(get(value, 'style') as string) && get(value, 'explode') !== false;
  if (!isExploded || !isObject(schema)) return [name];
  const properties = propertiesOf({ path: [...path, 'schema'], value: schema }, follow);
  return properties.length === 0 ? [name] : properties;
}

function propertiesOf(site: DocumentSite, follow: Inventory['follow'], depth = 0): readonly string[] {
  const { path, value } = follow(site) ?? site;
  const [properties, parts] = [get(value, 'properties'), get(value, 'allOf')];
  const own = isObject(properties) ? Object.keys(properties) : [];
  const parents = isArray(parts) && depth < 10 ? parts.filter(isObject) : [];
  return [...own, ...parents.flatMap((each) => propertiesOf({ path, value: each }, follow, depth + 1))];
}

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
