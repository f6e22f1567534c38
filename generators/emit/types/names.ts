/** The name and the module of each declaration of a types package. */
import {
  uniqueName,
  groupModule,
  identifier,
  modulePath,
  operationsModule,
  packageName,
  identifiersFor,
  mention,
  type CodeSymbol,
  type ModuleId,
  type Naming,
  type TypeCode,
} from '../../code/index.js';
import {
  containsInt64,
  everyOperation,
  preferredContent,
  typesOf,
  type Api,
  type Operation,
  type Parameter,
  type Type,
} from '../../ir/index.js';
import { isNarrowedBy } from './discriminated.js';
import type { TypeSpelling } from './type-code.js';

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

  /** @param base the names of the version that this one extends: equal names have equal identifiers */
  constructor(
    readonly api: Api,
    private readonly naming: Naming,
    base?: TypeNames,
  ) {
    this.package = packageName(naming, 'types', api.version);
    this.large = naming.exact ? 'bigint' : 'number';
    const plain = { scope: naming.scope };
    this.#plain = { package: packageName(plain, 'types', api.version), path: modulePath(plain, 'index') };
    this.#isLarge = containsInt64(api);
    // Names of the document have precedence over those of inline schemas.
    const schemas = [...api.schemas.filter(({ named }) => named), ...api.schemas.filter(({ named }) => !named)];
    const ids = identifiersFor(
      schemas.map(({ name }) => name),
      (name) => (base === undefined ? undefined : base.#schemas.get(name)?.name),
    );
    const taken = new Set([...ids.values(), 'stateSets', 'StateSetName']);
    const modules = new Map(api.schemas.map(({ group }) => [group, groupModule(naming, group)]));
    for (const schema of api.schemas) {
      const name = ids.get(schema.name) ?? identifier(schema.name);
      const home = this.#home(modules.get(schema.group) ?? '', [schema.type]);
      this.#schemas.set(schema.name, { name, home });
    }
    for (const schema of api.schemas.filter(({ type }) => type.kind === 'enum')) {
      const symbol = this.schema(schema.name);
      this.#values.set(schema.name, { ...symbol, name: uniqueName(`${symbol.name}Values`, taken), value: true });
    }
    for (const operation of everyOperation(api)) this.#nameParts(operation, taken);
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

  #nameParts(operation: Operation, taken: Set<string>): void {
    const path = operationsModule(this.naming, operation.group);
    const id = identifier(operation.id);
    for (const part of operationTypeParts) {
      const wanted = `${id}${part}`;
      const schema = this.#ownSchema(operation, part, wanted);
      this.#parts.set(
        `${operation.id} ${part}`,
        schema ?? { name: uniqueName(wanted, taken), home: this.#home(path, partTypes[part](operation)) },
      );
    }
  }

  // The exact entry point re-exports the declarations of the plain one that contain no large integer.
  #home(path: string, types: readonly Type[]): ModuleId {
    return !this.naming.exact || types.some(this.#isLarge) ? { package: this.package, path } : this.#plain;
  }

  // `PetCreateResponse` may already be a schema of the document; then it is not declared twice.
  #ownSchema(operation: Operation, part: OperationTypePart, wanted: string): CodeSymbol | undefined {
    const type =
      part === 'Request'
        ? preferredContent(operation.body?.content)?.type
        : part === 'Response'
          ? successOf(operation)?.type
          : undefined;
    if (type?.kind !== 'reference' || type.nullable) return undefined;
    const symbol = this.#schemas.get(type.name);
    return symbol?.name === wanted ? symbol : undefined;
  }
}

/** Returns the content of the first successful response. */
export function successOf(operation: Operation) {
  return preferredContent(
    operation.responses.find(({ status, content }) => /^2/.test(status) && content.length > 0)?.content,
  );
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
