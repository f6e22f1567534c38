/**
 * An emitter of lading: packages of validators, one for each schema, and for the parameters, the body and the response of each
 * operation. They implement Standard Schema.
 */
import {
  commentBlock,
  commentText,
  containsInt64,
  defineEmitter,
  entryKey,
  fileName,
  identifier,
  mention,
  pascalCase,
  preferredContent,
  successResponses,
  titleLine,
  uniqueName,
  type CodeSymbol,
  type Declaration,
  type Field,
  type Operation,
  type Type,
  type VersionRequest,
} from 'lading/emitter';
import { checksOf } from './checks.js';
import { libraries, type Code, type Global } from './library.js';
import { inOrder } from './order.js';
import type { Context } from './context.js';
import { typeCode } from './schema-code.js';

/** The options of the emitter. */
export interface ValidatorOptions {
  /** The library of the validators. @default 'zod' */
  readonly library?: 'zod' | 'valibot';
  /** What 64-bit integers are: numbers, or bigints without a lost digit. @default 'number' */
  readonly int64?: 'number' | 'bigint';
}

type Request = VersionRequest<ValidatorOptions, 'types'>;

export default defineEmitter<ValidatorOptions>()({
  name: 'validators',
  options: {
    type: 'object',
    properties: {
      library: { enum: ['zod', 'valibot'], description: 'The library of the validators.', default: 'zod' },
      int64: {
        enum: ['number', 'bigint'],
        description: 'What 64-bit integers are: numbers, or bigints without a lost digit.',
        default: 'number',
      },
    },
    additionalProperties: false,
  },
  needs: ['types'],
  validates: () => true,
  unsupported: () => ({ rules: 'are not checked: generated servers check them' }),
  emit: (request) => {
    const { api, options } = request;
    const names = new Names(request);
    const global = (name: string) => (names.has(name) ? `globalThis.${name}` : name);
    const library = libraryOf(request, global);
    const checks = checksOf(request);
    const contextOf = (declared: ReadonlySet<string>): Context => ({
      api,
      library,
      check: checks.check,
      global,
      isExact: options.int64 === 'bigint',
      reference: (name) => {
        const code = mention(names.schema(name));
        return declared.has(name) ? code : library.lazy(code);
      },
      code: (type) => typeCode(type, contextOf(declared)),
      text: (type) => textOf(type, request),
    });
    const { declarations: ofSchemas, declared } = schemaDeclarations(names, contextOf, request);
    const validators = api.operations.map((operation) => {
      const before = declared.get(fileName(operation.group)) ?? new Set();
      return [operation, partsOf(operation, names, contextOf(before))] as const;
    });
    const declarations = [
      ...ofSchemas,
      ...validators.flatMap(([, of]) => of.flatMap(({ declaration }) => declaration ?? [])),
      operationsDeclaration(validators, names.operations),
    ];
    return {
      declarations: [...checks.declarations(), ...declarations],
      about: {
        'gen/operations.ts': 'The validators of all operations',
        ...Object.fromEntries(
          api.groups.map(({ name, title }) => [`gen/${fileName(name)}.ts`, `Validators of ${titleLine(title)}`]),
        ),
        [checks.path]: 'What validators check besides types',
      },
      manifest: {
        description: `Validators of ${titleLine(api.title)}`,
        dependencies: { [library.package]: library.range },
        compilerOptions: { skipLibCheck: true },
      },
    };
  },
});

function libraryOf({ options, from }: Request, global: Global) {
  const library = libraries[options.library ?? 'zod']?.(from, global);
  if (library === undefined) throw new TypeError(`There is no library ${String(options.library)}: use zod or valibot`);
  return library;
}

function textOf(type: Type, { needs: { types }, options, api }: Request): string {
  return options.int64 === 'bigint' && containsInt64(api)(type) ? types.exact.text(type) : types.plain.text(type);
}

/** The symbols of the validators. */
class Names {
  readonly #symbols = new Map<string, CodeSymbol>();
  readonly #taken = new Set<string>();
  /** The constant of the validators of all operations. */
  readonly operations: CodeSymbol;

  constructor({ api, symbol }: Request) {
    const ofSchemas = api.schemas.map(({ name, group }) => [`schema ${name}`, pascalCase(name), group] as const);
    const ofParts = api.operations.flatMap(({ id, group }) =>
      parts.map((part) => [`${id} ${part}`, `${pascalCase(id)}${part}`, group] as const),
    );
    const taken = this.#taken;
    const named = (wanted: string) => uniqueName(identifier(wanted), taken);
    for (const [key, name, group] of [...ofSchemas, ...ofParts])
      this.#symbols.set(key, symbol(named(name), fileName(group)));
    this.operations = symbol(named('operations'), 'operations');
  }

  /** Whether a validator has a name. */
  has(name: string): boolean {
    return this.#taken.has(name);
  }

  schema(name: string): CodeSymbol {
    return this.#of(`schema ${name}`);
  }

  part(operation: Operation, part: Part): CodeSymbol {
    return this.#of(`${operation.id} ${part}`);
  }

  /** The validator of a schema, if it has the name that the part of an operation would have. */
  sameAs(operation: Operation, part: Part, type: Type): CodeSymbol | undefined {
    if (type.kind !== 'reference' || type.nullable === true) return undefined;
    return pascalCase(type.name) === `${pascalCase(operation.id)}${part}` ? this.schema(type.name) : undefined;
  }

  #of(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`nothing is called ${key}`);
    return symbol;
  }
}

/** Returns the validators of the schemas, and the names of those of each module: what is elsewhere may not exist yet. */
function schemaDeclarations(names: Names, contextOf: (declared: ReadonlySet<string>) => Context, { api }: Request) {
  const { order, recursive } = inOrder(api);
  const declared = new Map<string, Set<string>>();
  const declarations = order.map((schema): Declaration => {
    const module = fileName(schema.group);
    const before = declared.get(module) ?? new Set<string>();
    declared.set(module, before);
    const context = contextOf(before);
    const inner = context.code(schema.type);
    before.add(schema.name);
    const type = context.text({ kind: 'reference', name: schema.name });
    const isRecursive = recursive.has(schema.name);
    const annotation = isRecursive ? `: ${context.library.typeOf(type)}` : '';
    // Libraries add `undefined` to the types of optional properties.
    const code = isRecursive ? context.library.as(inner, type) : inner;
    return constant(names.schema(schema.name), code, schema, annotation);
  });
  return { declarations, declared };
}

const parts = ['Path', 'Query', 'Headers', 'Cookies', 'Request', 'Response'] as const;
type Part = (typeof parts)[number];
const places = { Path: 'path', Query: 'query', Headers: 'header', Cookies: 'cookie' } as const;

/** The validator of a part of an operation: its symbol, and its declaration, unless a schema's is the same. */
interface PartValidator {
  readonly part: Part;
  readonly symbol: CodeSymbol;
  readonly declaration?: Declaration;
}

/** Returns the validators of the parameters by place, and of JSON bodies. */
function partsOf(operation: Operation, names: Names, context: Context): readonly PartValidator[] {
  const parameters = (['Path', 'Query', 'Headers', 'Cookies'] as const).flatMap((part) => {
    const fields: readonly Field[] = operation.parameters
      .filter((parameter) => parameter.in === places[part])
      .map(({ name, type, required }) => ({ name, type, required }));
    if (fields.length === 0) return [];
    return [validatorOf(part, { kind: 'record', bases: [], fields }, `the ${places[part]} parameters`)];
  });
  const body = jsonType(operation.body?.content);
  const successes = new Map(
    successResponses(operation, context.api)
      .filter(({ kind }) => kind === 'json')
      .flatMap(({ type }) => (type === undefined ? [] : [[JSON.stringify(type), type] as const])),
  );
  const [first, ...others] = successes.values();
  const response: Type | undefined =
    first === undefined || others.length === 0 ? first : { kind: 'union', options: [first, ...others] };
  return [
    ...parameters,
    ...(body === undefined ? [] : [validatorOf('Request', body, 'the body')]),
    ...(response === undefined ? [] : [validatorOf('Response', response, 'the response')]),
  ];

  function validatorOf(part: Part, type: Type, what: string): PartValidator {
    const own = names.sameAs(operation, part, type);
    if (own !== undefined) return { part, symbol: own };
    const symbol = names.part(operation, part);
    return { part, symbol, declaration: constant(symbol, context.code(type), operation, '', what) };
  }
}

/** Returns the validators of all operations by their identifiers. */
function operationsDeclaration(
  all: readonly (readonly [Operation, readonly PartValidator[]])[],
  symbol: CodeSymbol,
): Declaration {
  const named = all.filter(([, validators]) => validators.length > 0);
  const entriesOf = (entry: (part: string, of: string) => string, separator: string) =>
    named.map(([{ id }, validators]) => {
      const inner = validators.map(({ part, symbol: of }) => entry(part.toLowerCase(), mention(of)));
      return `${entryKey(id)}: { ${inner.join(separator)} }`;
    });
  // The type is explicit: that of many validators is too long to be inferred for a declaration.
  const types = entriesOf((part, of) => `readonly ${part}: typeof ${of}`, '; ').map((entry) => `readonly ${entry};\n`);
  const values = entriesOf((part, of) => `${part}: ${of}`, ', ').map((entry) => `${entry},\n`);
  const text = `/** The validators of each operation: of its parameters by place, its body, its response. */
export const ${symbol.name}: {\n${types.join('')}} = {\n${values.join('')}};`;
  return { symbols: [symbol], statements: [text] };
}

function jsonType(content: Parameters<typeof preferredContent>[0]): Type | undefined {
  const first = preferredContent(content);
  const isJson =
    first !== undefined && /^application\/(.+\+)?json\b/.test(first.mediaType) && first.stream === undefined;
  return isJson ? first.type : undefined;
}

function constant(
  symbol: CodeSymbol,
  code: Code,
  { description, summary, id, name }: { description?: string; summary?: string; id?: string; name?: string },
  annotation: string,
  what = '',
): Declaration {
  const about =
    id === undefined ? (description ?? name ?? '') : `${what} of ${id}${summary === undefined ? '' : `: ${summary}`}`;
  const sentence = about.charAt(0).toUpperCase() + about.slice(1);
  return {
    symbols: [symbol],
    statements: [`${commentBlock(commentText(sentence))}export const ${symbol.name}${annotation} = ${code};`],
  };
}
