/** The APIs of several versions → the inputs of operations that not every version has. */
import { type Api, type Field, type Operation, type Schema, type Type, requestBody } from '../../emitter/index.js';

/** The API of one version. */
export interface VersionedApi {
  readonly version: string;
  readonly api: Api;
}

/** The versions that have an input: from the first one until before the first one without it. */
export interface InputRange {
  readonly since?: string;
  readonly until?: string;
}

/** The ranges by operation, and by the path of the input: `body/size/unit`, `*` for every key or item, empty for the operation itself. */
export type InputVersions = ReadonlyMap<string, ReadonlyMap<string, InputRange>>;

interface Found extends InputRange {
  readonly versions: readonly string[];
}

/**
 * Returns the parameters and properties of request bodies whose range is known: from the documents, or because one of the
 * given versions lacks them.
 *
 * @param apis the newest version first
 */
export function inputVersions(apis: readonly VersionedApi[]): InputVersions {
  const result = new Map<string, ReadonlyMap<string, InputRange>>();
  for (const id of new Set(apis.flatMap(({ api }) => api.operations.map((operation) => operation.id)))) {
    const having = apis.filter(({ api }) => api.operations.some((operation) => operation.id === id));
    const ranges = new Map<string, InputRange>();
    for (const [path, found] of inputsOf(id, having)) {
      const range = rangeOf(found, having);
      if (range !== undefined) ranges.set(path, range);
    }
    // What is below a path with the same range adds nothing.
    for (const [path, range] of ranges) if (isImplied(path, range, ranges)) ranges.delete(path);
    if (ranges.size > 0) result.set(id, ranges);
  }
  return result;
}

function inputsOf(id: string, apis: readonly VersionedApi[]): ReadonlyMap<string, Found> {
  const all = new Map<string, Found>();
  for (const { version, api } of apis) {
    const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
    for (const operation of api.operations.filter((one) => one.id === id)) {
      for (const [path, { since, until }] of [['', operation] as const, ...inputs(operation, schemas)]) {
        const earlier = all.get(path);
        const first = earlier?.since ?? since;
        const end = earlier?.until ?? until;
        const versions = [...(earlier?.versions ?? []), version];
        all.set(path, {
          versions,
          ...(first !== undefined && { since: first }),
          ...(end !== undefined && { until: end }),
        });
      }
    }
  }
  return all;
}

function rangeOf({ versions, since, until }: Found, apis: readonly VersionedApi[]): InputRange | undefined {
  const all = apis.map(({ version }) => version);
  // Newest first: versions before the first one that has it lack it because it was removed.
  const newer = all.slice(0, all.indexOf(versions[0] ?? ''));
  const oldest = versions.at(-1);
  const isInOldest = oldest === all.at(-1);
  const first = since ?? (isInOldest ? undefined : oldest);
  const end = until ?? newer.at(-1);
  if (first === undefined && end === undefined) return undefined;
  return { ...(first !== undefined && { since: first }), ...(end !== undefined && { until: end }) };
}

function isImplied(path: string, range: InputRange, ranges: ReadonlyMap<string, InputRange>): boolean {
  if (path === '') return false;
  const parts = path.split('/');
  return parts.some((_, index) => {
    const above = ranges.get(parts.slice(0, index).join('/'));
    return above !== undefined && above.since === range.since && above.until === range.until;
  });
}

function* inputs(operation: Operation, schemas: ReadonlyMap<string, Schema>): Generator<readonly [string, InputRange]> {
  for (const parameter of operation.parameters) {
    yield [parameter.name, parameter];
    yield* properties(parameter.type, parameter.name, schemas, []);
  }
  const type = requestBody(operation)?.type;
  if (type !== undefined) yield* properties(type, 'body', schemas, []);
}

function* properties(
  type: Type,
  path: string,
  schemas: ReadonlyMap<string, Schema>,
  within: readonly string[],
): Generator<readonly [string, InputRange]> {
  switch (type.kind) {
    case 'reference': {
      const target = schemas.get(type.name);
      // A schema within itself: its properties are known at the first level.
      if (target !== undefined && !within.includes(type.name))
        yield* properties(target.type, path, schemas, [...within, type.name]);
      break;
    }
    case 'record':
      for (const base of type.bases) yield* properties({ kind: 'reference', name: base }, path, schemas, within);
      for (const field of type.fields) yield* property(field, path, schemas, within);
      break;
    case 'map':
      yield* properties(type.values, `${path}/*`, schemas, within);
      break;
    case 'array':
      yield* properties(type.items, `${path}/*`, schemas, within);
      break;
    case 'union':
      for (const option of type.options) yield* properties(option, path, schemas, within);
      break;
    case 'intersection':
      for (const part of type.parts) yield* properties(part, path, schemas, within);
      break;
    default:
  }
}

function* property(
  field: Field,
  path: string,
  schemas: ReadonlyMap<string, Schema>,
  within: readonly string[],
): Generator<readonly [string, InputRange]> {
  // A slash in a name would divide it.
  if (field.readOnly === true || field.name.includes('/')) return;
  yield [`${path}/${field.name}`, field];
  yield* properties(field.type, `${path}/${field.name}`, schemas, within);
}
