/** What each declaration of a version's types is called, and where it lives. */
import {
  uniqueName,
  groupModule,
  identifier,
  modulePath,
  operationsModule,
  packageName,
  identifiersFor,
  type CodeSymbol,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import { containsInt64, typesOf, type Api, type Operation, type Parameter, type Type } from '../../ir/index.js';

/** The types that belong to an operation, by the end of their names. */
export const operationParts = ['Path', 'Query', 'Headers', 'Request', 'Response', 'Responses', 'Operation'] as const;
export type OperationPart = (typeof operationParts)[number];

export class Names {
  readonly package: string;
  /** How a large integer is written. */
  readonly large: 'number' | 'bigint';
  readonly #schemas = new Map<string, CodeSymbol>();
  readonly #values = new Map<string, CodeSymbol>();
  readonly #parts = new Map<string, CodeSymbol>();
  readonly #plain: ModuleId;
  readonly #isLarge: (type: Type) => boolean;

  /** @throws NAME_COLLISION when two shapes become one after spelling */
  constructor(
    readonly api: Api,
    private readonly naming: Naming,
  ) {
    this.package = packageName(naming, 'types', api.version);
    this.large = naming.exact ? 'bigint' : 'number';
    const plain = { scope: naming.scope };
    this.#plain = { package: packageName(plain, 'types', api.version), path: modulePath(plain, 'index') };
    this.#isLarge = containsInt64(api);
    const ids = identifiersFor(
      api.schemas.map(({ name }) => name),
      `v${api.version}, names of shapes`,
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
    for (const operation of api.operations) this.#nameParts(operation, taken);
  }

  /** Whether it is declared here, and not passed on from the plain entry. */
  owns = ({ home }: CodeSymbol): boolean => home.package === this.package;

  schema(name: string): CodeSymbol {
    const symbol = this.#schemas.get(name);
    if (symbol === undefined) throw new Error(`no shape is called ${name}`);
    return symbol;
  }

  /** The list of an enum's values at run time. */
  values(name: string): CodeSymbol {
    return this.#values.get(name) ?? { ...this.schema(name), value: true };
  }

  part({ id }: Operation, part: OperationPart): CodeSymbol {
    const symbol = this.#parts.get(`${id} ${part}`);
    if (symbol === undefined) throw new Error(`operation ${id} has no ${part}`);
    return symbol;
  }

  #nameParts(operation: Operation, taken: Set<string>): void {
    const path = operationsModule(this.naming, operation.group);
    const id = identifier(operation.id);
    for (const part of operationParts) {
      const wanted = `${id}${part}`;
      const schema = this.#ownSchema(operation, part, wanted);
      this.#parts.set(
        `${operation.id} ${part}`,
        schema ?? { name: uniqueName(wanted, taken), home: this.#home(path, partTypes[part](operation)) },
      );
    }
  }

  // Where no large integer is said, the exact entry passes on what the plain one declares.
  #home(path: string, types: readonly Type[]): ModuleId {
    return !this.naming.exact || types.some(this.#isLarge) ? { package: this.package, path } : this.#plain;
  }

  // `PetCreateResponse` may be a shape of the document already; then it is not declared twice.
  #ownSchema(operation: Operation, part: OperationPart, wanted: string): CodeSymbol | undefined {
    const type =
      part === 'Request'
        ? operation.body?.content[0]?.type
        : part === 'Response'
          ? successOf(operation)?.type
          : undefined;
    if (type?.kind !== 'reference' || type.nullable) return undefined;
    const symbol = this.#schemas.get(type.name);
    return symbol?.name === wanted ? symbol : undefined;
  }
}

/** What the first successful answer carries. */
export function successOf(operation: Operation) {
  return operation.responses.find(({ status, content }) => /^2/.test(status) && content.length > 0)?.content[0];
}

/** The types that stand in each part of an operation. */
const partTypes: Readonly<Record<OperationPart, (operation: Operation) => readonly Type[]>> = {
  Path: parametersIn('path'),
  Query: parametersIn('query'),
  Headers: parametersIn('header'),
  Request: ({ body }) => (body?.content ?? []).map(({ type }) => type),
  Response: answered,
  Responses: answered,
  Operation: typesOf,
};

function answered({ responses }: Operation): readonly Type[] {
  return responses.flatMap(({ content }) => content.map(({ type }) => type));
}

function parametersIn(place: Parameter['in']) {
  return ({ parameters }: Operation) => parameters.filter((one) => one.in === place).map(({ type }) => type);
}
