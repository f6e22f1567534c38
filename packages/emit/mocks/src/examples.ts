/** The constants with the examples of a document: for each schema that has some, or refers to one that has. */
import {
  camelCase,
  entryKey,
  innerTypes,
  mention,
  preferredContent,
  literal,
  uniqueName,
  type CodeSymbol,
  type Content,
  type Declaration,
  type Field,
  type NamedExample,
  type Operation,
  type Schema,
  type Type,
  type VersionRequest,
} from 'lading/emitter';

/** The request of the emitter. */
export type MocksRequest = VersionRequest<object, 'types' | 'contract'>;

/** The most characters of an example: larger ones are of little use in tests, and every client of the package loads them. */
const longest = 4000;

export class ExampleConstants {
  readonly #request: MocksRequest;
  readonly #schemas: ReadonlyMap<string, Schema>;
  /** The schemas with examples of their own or of those that they refer to, with their constants. */
  readonly #symbols = new Map<string, CodeSymbol>();

  constructor(request: MocksRequest, taken: Set<string>) {
    this.#request = request;
    this.#schemas = new Map(request.api.schemas.map((schema) => [schema.name, schema]));
    for (const name of this.#namesWithExamples()) {
      if (request.needs.contract.schema(name) === undefined) continue;
      this.#symbols.set(name, request.symbol(uniqueName(`${camelCase(name)}Examples`, taken), 'examples'));
    }
  }

  /** Returns the properties of the argument of the mock of an operation, if there are examples. */
  of(operation: Operation): readonly string[] {
    const responses = operation.responses.flatMap(({ status, content, ...notes }) => {
      const first = preferredContent(content);
      const values = first === undefined ? [] : [...examplesIn(first), ...examplesIn(notes)];
      return values.length === 0 ? [] : [`${entryKey(status.replace(/x/g, 'X'))}: ${valueText(values)}`];
    });
    const types = operation.responses.flatMap(({ content }) => preferredContent(content) ?? []).map(({ type }) => type);
    const schemas = [...new Set(types.flatMap((type) => [...namesIn(type)]))].flatMap(
      (name) => this.#symbols.get(name) ?? [],
    );
    return [
      ...(responses.length === 0 ? [] : [`responses: { ${responses.join(', ')} }`]),
      ...(schemas.length === 0 ? [] : [`schemas: [${schemas.map(mention).join(', ')}]`]),
    ];
  }

  declarations(): readonly Declaration[] {
    const { from, needs } = this.#request;
    const node = mention(from('@lading/runtime-mocks/codegen', 'ExampleNode', 'type'));
    return [...this.#symbols].flatMap(([name, symbol]) => {
      const schema = this.#schemas.get(name);
      const constant = needs.contract.schema(name);
      if (schema === undefined || constant === undefined) return [];
      const whole = examplesIn(schema);
      const properties = this.#fieldsOf(schema.type).flatMap((field) => {
        const values = examplesIn(field);
        return values.length === 0 ? [] : [`${entryKey(field.name)}: ${valueText(values)}`];
      });
      const uses = [...namesIn(schema.type, this.#schemas)].flatMap((each) => this.#symbols.get(each) ?? []);
      const parts = [
        `of: ${mention(constant)}`,
        ...(whole.length === 0 ? [] : [`whole: ${valueText(whole)}`]),
        ...(properties.length === 0 ? [] : [`properties: { ${properties.join(', ')} }`]),
        ...(uses.length === 0 ? [] : [`uses: () => [${uses.map(mention).join(', ')}]`]),
      ];
      return [{ symbols: [symbol], statements: [`export const ${symbol.name}: ${node} = { ${parts.join(', ')} };`] }];
    });
  }

  /** The fields of a record, those of its bases included. */
  #fieldsOf(type: Type, seen = new Set<Type>()): readonly Field[] {
    if (type.kind !== 'record' || seen.has(type)) return [];
    seen.add(type);
    const bases = type.bases.flatMap((base) => {
      const schema = this.#schemas.get(base);
      return schema === undefined ? [] : this.#fieldsOf(schema.type, seen);
    });
    const fields = new Map([...bases, ...type.fields].map((field) => [field.name, field]));
    return [...fields.values()];
  }

  /** The names of the schemas that have examples, or from which one is reached that has. */
  #namesWithExamples(): ReadonlySet<string> {
    const users = new Map<string, string[]>();
    const found = new Set<string>();
    const todo: string[] = [];
    for (const [name, schema] of this.#schemas) {
      for (const used of namesIn(schema.type, this.#schemas)) users.set(used, [...(users.get(used) ?? []), name]);
      if (examplesIn(schema).length > 0 || this.#fieldsOf(schema.type).some((field) => examplesIn(field).length > 0))
        todo.push(name);
    }
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      todo.push(...(users.get(name) ?? []));
    }
    // In the order of the document.
    return new Set([...this.#schemas.keys()].filter((name) => found.has(name)));
  }
}

/** The names of the schemas that a type refers to; of records with bases, also what the bases refer to. */
function namesIn(type: Type, schemas?: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const found = new Set<string>();
  const bases = new Set<string>();
  const todo: Type[] = [type];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (one.kind === 'reference') found.add(one.name);
    if (one.kind === 'record') {
      for (const { schema } of one.discriminator?.mapping ?? []) found.add(schema);
      for (const base of one.bases) {
        const inherited = schemas?.get(base)?.type;
        if (inherited !== undefined && !bases.has(base)) todo.push(inherited);
        bases.add(base);
      }
    }
    todo.push(...innerTypes(one));
  }
  return found;
}

function examplesIn({
  example,
  examples = [],
}: Pick<Content, 'example' | 'examples'> & { readonly examples?: readonly NamedExample[] }): readonly unknown[] {
  const all = [
    ...(example === undefined ? [] : [example]),
    ...examples.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ];
  const texts = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...texts].filter(([text]) => text.length <= longest).map(([, value]) => value);
}

/** A JSON value as code: names and strings are data, `__proto__` too. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${entryKey(name)}: ${valueText(each)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? literal(value) : JSON.stringify(value);
}
