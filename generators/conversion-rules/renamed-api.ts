/** Gives an older version the names of the newer one, so that their messages are compared, and rules placed, by one set of names. */
import {
  conversionPath,
  type Api,
  parametersOf,
  renamedPath,
  type ConversionPlace,
  type ConversionRule,
  type ConversionValue,
  type EnumType,
  type Operation,
  type PathRename,
  type PathsPlace,
  type RecordType,
  type RenameRule,
  type Type,
} from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { RenamedTypes, type Rename } from './renamed-types.js';

/** Returns the rules `rename`, those of an object before those of its properties, one of all directions. */
export function renamesOf(rules: readonly ConversionRule[]): readonly RenameRule[] {
  const renames = rules.filter((rule): rule is RenameRule => rule.rule === 'rename');
  const byLine = new Map(renames.map((rule) => [JSON.stringify([rule.at, rule.from, rule.to]), rule]));
  return [...byLine.values()].sort((one, other) => depthOf(one.at) - depthOf(other.at));
}

function depthOf(at: ConversionPlace): number {
  return 'path' in at ? conversionPath(at.path).length : 0;
}

/**
 * Returns the older version with the names and the values of the newer one, where rules rename them.
 *
 * @throws LadingError `OVERLAY_RULE` for a name that the older version does not have, or that the newer one does not have
 */
export function withNewNames(older: Api, newer: Api, rules: readonly ConversionRule[]): Api {
  return renamesOf(rules).reduce((api, rule) => renamed(api, newer, rule), older);
}

function renamed(api: Api, newer: Api, rule: RenameRule): Api {
  const { at } = rule;
  switch (at.in) {
    case 'schema':
    case 'body':
      return withRenamedTypes(api, newer, rule);
    case 'query':
    case 'header':
      return at.in === 'query' && at.path !== ''
        ? reject(rule, 'a parameter is renamed as a whole')
        : withRenamedParameter(api, newer, rule, at);
    case 'paths':
      return withRenamedPaths(api, newer, rule, at);
    default:
      return reject(rule, 'the rule rename needs a place in the message');
  }
}

/** Returns the rules that rename paths, each once. */
export function pathRenamesOf(rules: readonly ConversionRule[]): readonly PathRename[] {
  return renamesOf(rules).flatMap(({ at, from }) => (at.in === 'paths' ? [{ from: String(from), to: at.path }] : []));
}

/** The operations have the identifiers of the newer version already, which their paths told. */
function withRenamedPaths(api: Api, newer: Api, rule: RenameRule, at: PathsPlace): Api {
  const paths = { from: String(rule.from), to: at.path };
  if (rule.to !== undefined) reject(rule, 'paths have no values');
  if (parametersOf(paths.from).length !== parametersOf(paths.to).length)
    reject(rule, `${paths.from} and ${paths.to} have not the same number of parameters`);
  for (const [version, path] of [
    [api, paths.from],
    [newer, paths.to],
  ] as const) {
    const begins = (one: Operation) => renamedPath(one.path, { from: path, to: path }) !== undefined;
    if (!version.operations.some(begins)) reject(rule, `no path of version ${version.version} begins with ${path}`);
  }
  const operations = api.operations.map((operation) => {
    const path = renamedPath(operation.path, paths);
    return path === undefined ? operation : { ...operation, path };
  });
  return { ...api, operations };
}

/** Returns the older version with the paths of the newer one, where rules rename them. */
export function withNewPaths(older: Api, newer: Api, rules: readonly ConversionRule[]): Api {
  return withNewNames(
    older,
    newer,
    rules.filter(({ at }) => at.in === 'paths'),
  );
}

function withRenamedTypes(api: Api, newer: Api, rule: RenameRule): Api {
  const { at } = rule;
  if (at.in === 'schema') {
    if (at.operations.length > 0) reject(rule, 'a property is renamed wherever messages contain its schema');
    const types = new RenamedTypes(api);
    const segments = conversionPath(at.path);
    if (new RenamedTypes(newer).inSchema(at.schema, segments, presence(rule, segments)) === undefined)
      reject(rule, `schema ${at.schema} of version ${newer.version} itself has no ${shown(rule, at.path)}`);
    if (types.inSchema(at.schema, segments, renameOf(rule, segments)) === undefined)
      reject(rule, `schema ${at.schema} of version ${api.version} itself has no ${JSON.stringify(rule.from)}`);
    return { ...api, schemas: types.schemas() };
  }
  const types = new RenamedTypes(api);
  const segments = at.in === 'body' ? conversionPath(at.path) : [];
  const operations = api.operations.map((operation): Operation => {
    if (!at.operations.includes(operation.id)) return operation;
    const renamed = types.inOperation(operation, segments, renameOf(rule, segments));
    return (
      renamed ??
      reject(rule, `no body of ${operation.id} of version ${api.version} itself has ${JSON.stringify(rule.from)}`)
    );
  });
  return { ...api, operations, schemas: types.schemas() };
}

function withRenamedParameter(
  api: Api,
  newer: Api,
  rule: RenameRule,
  at: Extract<ConversionPlace, { readonly in: 'query' | 'header' }>,
): Api {
  const from = String(rule.from);
  const has = (operation: Operation | undefined, name: string) =>
    operation !== undefined && fieldsOf(operation, at.in).some((each) => isNamed(each, name, at.in));
  for (const id of at.operations) {
    for (const [version, name] of [
      [api, rule.to === undefined ? from : at.name],
      [newer, at.name],
    ] as const) {
      const operation = version.operations.find((each) => each.id === id);
      if (!has(operation, name)) reject(rule, `${id} of version ${version.version} has no ${at.in} ${name}`);
    }
  }
  if (rule.to !== undefined) return withRenamedValue(api, rule, at);
  const spelled = newer.operations
    .filter(({ id }) => at.operations.includes(id))
    .flatMap((operation) => fieldsOf(operation, at.in))
    .find((each) => isNamed(each, at.name, at.in));
  const name = spelled?.name ?? at.name;
  const rename = <Named extends { readonly name: string }>(each: Named): Named =>
    isNamed(each, from, at.in) ? { ...each, name } : each;
  return {
    ...api,
    operations: api.operations.map((operation) => {
      if (!at.operations.includes(operation.id)) return operation;
      const parameters = operation.parameters.map((each) => (each.in === at.in ? rename(each) : each));
      if (at.in === 'query') return { ...operation, parameters };
      const responses = operation.responses.map((each) => ({ ...each, headers: each.headers.map(rename) }));
      return { ...operation, parameters, responses };
    }),
  };
}

/** Renames a value of the enum of a parameter or header, which has the same name in both versions. */
function withRenamedValue(
  api: Api,
  rule: RenameRule,
  at: Extract<ConversionPlace, { readonly in: 'query' | 'header' }>,
): Api {
  const types = new RenamedTypes(api);
  const operations = api.operations.map((operation) => {
    if (!at.operations.includes(operation.id)) return operation;
    let isFound = false;
    const renamed = <Field extends { readonly name: string; readonly type: Type }>(each: Field): Field => {
      const type = isNamed(each, at.name, at.in) ? types.in(each.type, [], renameOf(rule, [])) : undefined;
      isFound ||= type !== undefined;
      return type === undefined ? each : { ...each, type };
    };
    const parameters = operation.parameters.map((each) => (each.in === at.in ? renamed(each) : each));
    const responses =
      at.in === 'query'
        ? operation.responses
        : operation.responses.map((each) => ({ ...each, headers: each.headers.map(renamed) }));
    return isFound
      ? { ...operation, parameters, responses }
      : reject(rule, `${at.in} ${at.name} of ${operation.id} has no value ${JSON.stringify(rule.from)}`);
  });
  return { ...api, operations, schemas: types.schemas() };
}

function fieldsOf({ parameters, responses }: Operation, location: 'query' | 'header'): readonly { name: string }[] {
  const own = parameters.filter((each) => each.in === location);
  return location === 'query' ? own : [...own, ...responses.flatMap(({ headers }) => headers)];
}

function isNamed({ name }: { readonly name: string }, other: string, location: 'query' | 'header'): boolean {
  return location === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other;
}

/** Returns what the rule does to the type at its place: to the record that has the property, or to the enum with the value. */
function renameOf({ from, to }: RenameRule, segments: readonly string[]): Rename {
  if (to !== undefined) return { isProperty: false, of: (type) => withValue(type, from, to) };
  const name = segments.at(-1) ?? '';
  return { isProperty: true, of: (type) => withProperty(type, String(from), name) };
}

/** Returns a rename that changes nothing, and tells whether the newer version has the place. */
function presence({ to }: RenameRule, segments: readonly string[]): Rename {
  const { isProperty, of } = renameOf({ from: to ?? segments.at(-1) ?? '', to } as RenameRule, segments);
  return { isProperty, of };
}

function withProperty(type: Type, from: string, name: string): RecordType | undefined {
  if (type.kind !== 'record' || !type.fields.some((field) => field.name === from)) return undefined;
  const { discriminator } = type;
  return {
    ...type,
    fields: type.fields.map((field) => (field.name === from ? { ...field, name } : field)),
    ...(discriminator?.property === from && { discriminator: { ...discriminator, property: name } }),
  };
}

function withValue(type: Type, from: ConversionValue, to: ConversionValue): EnumType | undefined {
  const isFrom = (value: unknown) => JSON.stringify(value) === JSON.stringify(from);
  if (type.kind !== 'enum' || !type.values.some(({ value }) => isFrom(value))) return undefined;
  return { ...type, values: type.values.map((each) => (isFrom(each.value) ? { ...each, value: to } : each)) };
}

function shown({ to }: RenameRule, path: string): string {
  return JSON.stringify(to ?? path);
}

const remedy = 'Name the place by the schema that declares it, or by operations and body, and the older name in from';

function reject({ difference }: RenameRule, subject: string): never {
  throw new LadingError({
    code: 'OVERLAY_RULE',
    subject,
    place: `rule rename of the difference ${difference}`,
    remedy,
  });
}
