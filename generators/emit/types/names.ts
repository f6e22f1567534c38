/** What each declaration of a version's types is called, and where it lives. */
import {
  free,
  groupModule,
  identifier,
  operationsModule,
  packageName,
  spelled,
  type CodeSymbol,
  type Naming,
} from '../../code/index.js';
import type { Api, Operation } from '../../ir/index.js';

/** The types that belong to an operation, by the end of their names. */
export const operationParts = ['Path', 'Query', 'Headers', 'Request', 'Response', 'Answers', 'Operation'] as const;
export type OperationPart = (typeof operationParts)[number];

export class Names {
  readonly package: string;
  readonly #shapes = new Map<string, CodeSymbol>();
  readonly #values = new Map<string, CodeSymbol>();
  readonly #parts = new Map<string, CodeSymbol>();

  /** @throws NAME_COLLISION when two shapes become one after spelling */
  constructor(
    readonly api: Api,
    naming: Naming,
  ) {
    this.package = packageName(naming, 'types', api.version);
    const ids = spelled(
      api.shapes.map(({ name }) => name),
      `v${api.version}, names of shapes`,
    );
    const taken = new Set([...ids.values(), 'stateSets', 'StateSetName']);
    for (const shape of api.shapes) {
      const name = ids.get(shape.name) ?? identifier(shape.name);
      this.#shapes.set(shape.name, { name, home: { package: this.package, path: groupModule(shape.group) } });
    }
    for (const shape of api.shapes.filter(({ type }) => type.kind === 'enum')) {
      const symbol = this.shape(shape.name);
      this.#values.set(shape.name, { ...symbol, name: free(`${symbol.name}Values`, taken), value: true });
    }
    for (const operation of api.operations) this.#nameParts(operation, taken);
  }

  shape(name: string): CodeSymbol {
    const symbol = this.#shapes.get(name);
    if (symbol === undefined) throw new Error(`no shape is called ${name}`);
    return symbol;
  }

  /** The list of an enum's values at run time. */
  values(name: string): CodeSymbol {
    return this.#values.get(name) ?? { ...this.shape(name), value: true };
  }

  part({ id }: Operation, part: OperationPart): CodeSymbol {
    const symbol = this.#parts.get(`${id} ${part}`);
    if (symbol === undefined) throw new Error(`operation ${id} has no ${part}`);
    return symbol;
  }

  #nameParts(operation: Operation, taken: Set<string>): void {
    const home = { package: this.package, path: operationsModule(operation.group) };
    for (const part of operationParts) {
      const wanted = `${identifier(operation.id)}${part}`;
      const shape = this.#ownShape(operation, part, wanted);
      this.#parts.set(`${operation.id} ${part}`, shape ?? { name: free(wanted, taken), home });
    }
  }

  // `ContainerCreateResponse` may be a shape of the document already; then it is not declared twice.
  #ownShape(operation: Operation, part: OperationPart, wanted: string): CodeSymbol | undefined {
    const type =
      part === 'Request'
        ? operation.body?.content[0]?.type
        : part === 'Response'
          ? successOf(operation)?.type
          : undefined;
    if (type?.kind !== 'reference' || type.nullable) return undefined;
    const symbol = this.#shapes.get(type.name);
    return symbol?.name === wanted ? symbol : undefined;
  }
}

/** What the first successful answer carries. */
export function successOf(operation: Operation) {
  return operation.answers.find(({ status, content }) => /^2/.test(status) && content.length > 0)?.content[0];
}
