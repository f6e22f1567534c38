/** The name and the module of each declaration of a types package. */
import {
  groupModule,
  modulePath,
  operationsModule,
  packageName,
  mention,
  type CodeSymbol,
  type ModuleId,
  type Naming,
  type TypeCode,
  containsInt64,
  everyOperation,
  typesOf,
  type Api,
  type Operation,
  type Parameter,
  type Type,
  schemaNamed,
} from '../../emitter/index.js';
import {
  identifiersOf,
  keyOf,
  operationTypeParts,
  schemaOf,
  type Identifiers,
  type OperationTypePart,
} from './identifiers.js';
import type { TypeSpelling } from './type-code.js';
import { flattened } from './flatten.js';

export class TypeNames implements TypeSpelling {
  readonly package: string;
  /** The type of large integers. */
  readonly large: 'number' | 'bigint';
  readonly bytes = 'AsyncIterable<Uint8Array>';
  readonly #schemas = new Map<string, CodeSymbol>();
  readonly #values = new Map<string, CodeSymbol>();
  readonly #parts = new Map<string, CodeSymbol>();
  readonly #plain: ModuleId;
  readonly #isLarge: (type: Type) => boolean;

  constructor(
    readonly api: Api,
    private readonly naming: Naming,
    identifiers: Identifiers = identifiersOf(api),
  ) {
    this.package = packageName(naming, 'types', api.version);
    this.large = naming.exact ? 'bigint' : 'number';
    const { exact: _exact, ...plain } = naming;
    this.#plain = { package: packageName(plain, 'types', api.version), path: modulePath(plain, 'index') };
    this.#isLarge = containsInt64(api);
    const identifierOf = (key: string): string => {
      const name = identifiers.get(key);
      if (name === undefined) throw new Error(`nothing names ${key}`);
      return name;
    };
    const modules = new Map(api.schemas.map(({ group }) => [group, groupModule(naming, group)]));
    for (const { name, group, type } of api.schemas) {
      const home = this.#home(modules.get(group) ?? '', [type]);
      this.#schemas.set(name, { name: identifierOf(keyOf.schema(name)), home });
      if (type.kind === 'enum') this.#values.set(name, { name: identifierOf(keyOf.values(name)), home, value: true });
    }
    for (const operation of everyOperation(api)) {
      const path = operationsModule(naming, operation.group);
      for (const part of operationTypeParts) {
        const name = identifierOf(keyOf.part(operation.id, part));
        this.#parts.set(
          `${operation.id} ${part}`,
          this.#schemaNamed(operation, part, name) ?? { name, home: this.#home(path, partTypes[part](operation)) },
        );
      }
    }
  }

  /** Tells whether a symbol is declared here, and not re-exported from the plain entry point. */
  owns = ({ home }: CodeSymbol): boolean => home.package === this.package;

  schema(name: string): CodeSymbol {
    const symbol = this.#schemas.get(name);
    if (symbol === undefined) throw new Error(`no schema has the name ${name}`);
    return symbol;
  }

  reference = (name: string): TypeCode => mention(this.schema(name));

  isNarrowedBy = (schema: string, property: string, values: readonly string[]): boolean =>
    isNarrowedBy({ kind: 'reference', name: schema }, property, values, this.api);

  /** Returns the constant with the array of an enum's values. */
  values(name: string): CodeSymbol {
    return this.#values.get(name) ?? { ...this.schema(name), value: true };
  }

  part({ id }: Operation, part: OperationTypePart): CodeSymbol {
    const symbol = this.#parts.get(`${id} ${part}`);
    if (symbol === undefined) throw new Error(`operation ${id} has no ${part}`);
    return symbol;
  }

  // The exact entry point re-exports the declarations of the plain one that contain no large integer.
  #home(path: string, types: readonly Type[]): ModuleId {
    return !this.naming.exact || types.some(this.#isLarge) ? { package: this.package, path } : this.#plain;
  }

  // A part may be a schema of the document; then it is not declared twice.
  #schemaNamed(operation: Operation, part: OperationTypePart, name: string): CodeSymbol | undefined {
    const schema = schemaOf(operation, part);
    const symbol = schema === undefined ? undefined : this.#schemas.get(schema);
    return symbol?.name === name ? symbol : undefined;
  }
}

/** The types that occur in each part of an operation. */
const partTypes: Readonly<Record<OperationTypePart, (operation: Operation) => readonly Type[]>> = {
  Path: parametersIn('path'),
  Query: parametersIn('query'),
  Headers: parametersIn('header'),
  Cookies: parametersIn('cookie'),
  Request: ({ body }) => (body?.content ?? []).map(({ type }) => type),
  Response: responseTypes,
  Responses: responseTypes,
  Operation: typesOf,
};

function responseTypes({ responses }: Operation): readonly Type[] {
  return responses.flatMap(({ content }) => content.map(({ type }) => type));
}

function parametersIn(place: Parameter['in']) {
  return ({ parameters }: Operation) => parameters.filter((one) => one.in === place).map(({ type }) => type);
}

/** Tells whether the property may have these values and others; a schema that excludes a value contradicts the mapping. */
function isNarrowedBy(option: Type, property: string, values: readonly string[], api: Api): boolean {
  const type = resolved(option, api);
  if (type?.kind === 'intersection') return type.parts.every((part) => isNarrowedBy(part, property, values, api));
  if (type?.kind !== 'record')
    return type?.kind === 'union' && type.options.every((one) => isNarrowedBy(one, property, values, api));
  const field = flattened(type, api).fields.find(({ name }) => name === property);
  if (field === undefined) return true;
  const value = resolved(field.type, api);
  if (value?.kind !== 'enum') return value?.kind === 'string' || value?.kind === 'any';
  if (value.open) return true;
  return (
    value.values.length > values.length && values.every((one) => value.values.some((other) => other.value === one))
  );
}

function resolved(type: Type, api: Api, seen: ReadonlySet<string> = new Set()): Type | undefined {
  if (type.kind !== 'reference') return type;
  if (seen.has(type.name)) return undefined;
  const schema = schemaNamed(api, type.name);
  return schema && resolved(schema.type, api, new Set([...seen, type.name]));
}
