/** Chooses the identifiers of a types package, so that those of published versions stay when a newer version is added. */
import {
  identifier,
  identifiersFor,
  uniqueName,
  everyOperation,
  preferredContent,
  type Api,
  type Operation,
} from '../../emitter/index.js';

/** The types that belong to an operation, by the suffix of their names. */
export const operationTypeParts = [
  'Path',
  'Query',
  'Headers',
  'Cookies',
  'Request',
  'Response',
  'Responses',
  'Operation',
] as const;
export type OperationTypePart = (typeof operationTypeParts)[number];

/** The keys of declarations: what an identifier names. */
export const keyOf = {
  schema: (name: string) => `schema ${name}`,
  /** The constant with the values of an enum. */
  values: (name: string) => `values ${name}`,
  part: (operation: string, part: OperationTypePart) => `${part} ${operation}`,
};

/** The identifier of each declaration of a version, by its key. */
export type Identifiers = ReadonlyMap<string, string>;

/**
 * Returns the identifiers of each version. The oldest version chooses first, and a declaration keeps its identifier in newer
 * versions, whatever they add. If the name that an identifier yielded to is removed, so is the number in the identifier: a type
 * is not numbered because of an old version only.
 *
 * @param apis the versions, oldest first
 */
export function identifiersByVersion(apis: readonly Api[]): ReadonlyMap<string, Identifiers> {
  const chosen = new Map<string, string>();
  return new Map(
    apis.map((api) => {
      const identifiers = identifiersOf(api, chosen);
      for (const [key, name] of identifiers) chosen.set(key, name);
      return [api.version, identifiers];
    }),
  );
}

/** @param chosen the identifiers that declarations have in older versions */
export function identifiersOf(api: Api, chosen: Identifiers = new Map()): Identifiers {
  const taken = new Set(['stateSets', 'StateSetName']);
  const result = new Map<string, string>();
  const set = (key: string, name: string): void => {
    taken.add(name);
    result.set(key, name);
  };
  const parts = partsOf(api);
  const madeUp = [
    ...api.schemas
      .filter(({ type }) => type.kind === 'enum')
      .map(({ name }) => ({
        key: keyOf.values(name),
        wanted: () => `${result.get(keyOf.schema(name)) ?? name}Values`,
      })),
    ...parts.filter(({ schema }) => schema === undefined).map(({ key, wanted }) => ({ key, wanted: () => wanted })),
  ];
  // Names of the document have precedence over those of inline schemas.
  const schemas = [...api.schemas.filter(({ named }) => named), ...api.schemas.filter(({ named }) => !named)];
  const schemaKeys = schemas.map(({ name }) => keyOf.schema(name));
  // Those that were made up in an older version stay too, although names of the document come first otherwise.
  for (const key of [...schemaKeys, ...madeUp.map(({ key }) => key)]) {
    const before = chosen.get(key);
    if (before !== undefined && !taken.has(before)) set(key, before);
  }
  const rest = schemas.map(({ name }) => name).filter((name) => !result.has(keyOf.schema(name)));
  for (const [name, id] of identifiersFor(rest, taken)) set(keyOf.schema(name), id);
  for (const { key, wanted } of madeUp) {
    // A number that was needed beside a name of an older document is not needed without it.
    if (result.has(key) && taken.has(wanted())) continue;
    taken.delete(result.get(key) ?? '');
    set(key, uniqueName(wanted(), taken));
  }
  for (const { key, schema, wanted } of parts) {
    if (schema === undefined) continue;
    // `PetCreateResponse` may already be a schema of the document; then it is not declared twice.
    const declared = result.get(keyOf.schema(schema));
    set(key, declared === wanted ? declared : uniqueName(wanted, taken));
  }
  return result;
}

interface TypePart {
  readonly key: string;
  readonly wanted: string;
  /** The schema whose identifier is the wanted one, if the part is of its type. */
  readonly schema?: string;
}

function partsOf(api: Api): readonly TypePart[] {
  return everyOperation(api).flatMap((operation) => {
    const id = identifier(operation.id);
    return operationTypeParts.map((part): TypePart => {
      const wanted = `${id}${part}`;
      const schema = schemaOf(operation, part);
      const isSame = schema !== undefined && identifier(schema) === wanted;
      return { key: keyOf.part(operation.id, part), wanted, ...(isSame && { schema }) };
    });
  });
}

/** Returns the schema that is the whole type of a part. */
export function schemaOf(operation: Operation, part: OperationTypePart): string | undefined {
  if (part !== 'Request' && part !== 'Response') return undefined;
  const content = part === 'Request' ? preferredContent(operation.body?.content) : successOf(operation);
  return content?.type.kind === 'reference' && !content.type.nullable ? content.type.name : undefined;
}

/** Returns the content of the first successful response. */
export function successOf(operation: Operation) {
  return preferredContent(
    operation.responses.find(({ status, content }) => /^2/.test(status) && content.length > 0)?.content,
  );
}
