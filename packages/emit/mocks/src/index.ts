/** An emitter of lading: packages of mocks, a handler of Mock Service Worker for each operation. */
import {
  camelCase,
  commentBlock,
  commentText,
  defineEmitter,
  entryKey,
  errorResponses,
  fileName,
  literal,
  mention,
  preferredContent,
  rangeResponses,
  successResponses,
  titleLine,
  uniqueName,
  type CodeSymbol,
  type Content,
  type Declaration,
  type Operation,
  type Pagination,
  type SuccessResponse,
} from 'lading/emitter';
import { ExampleConstants, type MocksRequest } from './examples.js';

const runtime = { package: '@lading/runtime-mocks', version: '0.1.0' };

export default defineEmitter()({
  name: 'mocks',
  needs: ['types', 'contract'],
  emit: (request) => {
    const { api, symbol } = request;
    const operations = api.operations.filter((operation) => isMocked(operation, request));
    const names = namesOf(operations, request);
    const examples = new ExampleConstants(request, names.taken);
    const mocks = operations.map((operation) => mockOf(operation, names.of(operation), examples, request));
    const all = allOf(operations, names, request);
    return {
      declarations: [...mocks, ...examples.declarations(), ...all],
      about: {
        'gen/handlers.ts': 'The handlers of all operations',
        'gen/examples.ts': 'The examples of the document',
        ...Object.fromEntries(api.groups.map(({ name, title }) => [moduleOf(name), `Mocks of ${titleLine(title)}`])),
      },
      manifest: {
        description: `Mocks of ${titleLine(api.title)} for Mock Service Worker`,
        runtime,
        dependencies: { msw: '^2.12.0' },
        compilerOptions: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], skipLibCheck: true },
      },
    };

    function moduleOf(group: string): string {
      return symbol('', fileName(group)).home.path;
    }
  },
});

/** Tells whether an operation can be mocked: a handler cannot upgrade a connection. */
function isMocked(operation: Operation, { api }: MocksRequest): boolean {
  const successes = successResponses(operation, api);
  const isUpgrade = successes.some(({ kind }) => ['upgrade', 'websocket', 'http2'].includes(kind));
  return !isUpgrade && successes.some(({ status }) => status >= 200);
}

interface Names {
  readonly of: (operation: Operation) => CodeSymbol;
  readonly mocks: CodeSymbol;
  readonly handlers: CodeSymbol;
  readonly taken: Set<string>;
}

function namesOf(operations: readonly Operation[], { symbol }: MocksRequest): Names {
  // A module with a function `then` is never imported by `import()`, which takes it for a promise.
  const taken = new Set(['handlers', 'mocks', 'then']);
  const all = operations.map(
    ({ id, group }) => [id, symbol(uniqueName(camelCase(id), taken), fileName(group))] as const,
  );
  const byId = new Map(all);
  return {
    of: ({ id }) => byId.get(id) ?? symbol(id, 'handlers'),
    mocks: symbol('mocks', 'handlers'),
    handlers: symbol('handlers', 'handlers'),
    taken,
  };
}

function mockOf(
  operation: Operation,
  symbol: CodeSymbol,
  examples: ExampleConstants,
  request: MocksRequest,
): Declaration {
  const { from, needs } = request;
  const { method, path, summary } = operation;
  const types = [
    `path: ${namesIn(operation)}`,
    `body: ${bodyOf(operation, request)}`,
    `status: ${successOf(operation, request).status}`,
    `responses: { ${responsesOf(operation, request).join('; ')} }`,
  ];
  const given = givenOf(examples.of(operation), operation.pagination);
  const parts = [needs.contract.operation(operation), needs.contract.operationSchemas(operation)].map(mention);
  // The type arguments follow from the type of the constant.
  const code = `${mention(from(`${runtime.package}/codegen`, 'mock'))}(${[...parts, ...given].join(', ')})`;
  const about = `${summary === undefined ? '' : `${summary}: `}\`${method} ${path}\``;
  return {
    symbols: [symbol],
    statements: [
      `${commentBlock(commentText(about))}export const ${symbol.name}: ${mockType(request)}<{ ${types.join('; ')} }> = ${code};`,
    ],
  };
}

/** The argument with the examples and the pages of an operation, if there are any. */
function givenOf(examples: readonly string[], pagination: Pagination | undefined): readonly string[] {
  if (pagination === undefined) return examples.length === 0 ? [] : [`{ ${examples.join(', ')} }`];
  const { kind, parameter, items = '', next, first } = pagination;
  const pages = [
    `kind: ${literal(kind)}`,
    ...(parameter === undefined ? [] : [`parameter: ${literal(parameter)}`]),
    `items: ${segments(items)}`,
    ...(next === undefined ? [] : [`next: ${segments(next)}`]),
    ...(first === undefined ? [] : [`first: ${first}`]),
  ];
  return [`{ ${[...examples, `pages: { ${pages.join(', ')} }`].join(', ')} }`];
}

/** The names in a JSON pointer, as code. */
function segments(pointer: string): string {
  const names = pointer.split('/').slice(1);
  return `[${names.map((name) => literal(name.replaceAll('~1', '/').replaceAll('~0', '~'))).join(', ')}]`;
}

function mockType({ from }: MocksRequest): string {
  return mention(from(`${runtime.package}/codegen`, 'Mock', 'type'));
}

/** The names of the path parameters, as a union. */
function namesIn({ parameters }: Operation): string {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => literal(name));
  return names.length === 0 ? 'never' : names.join(' | ');
}

function bodyOf(operation: Operation, { needs: { types } }: MocksRequest): string {
  const body = preferredContent(operation.body?.content);
  return body !== undefined && isJson(body) ? types.plain.text(body.type) : 'undefined';
}

function successOf(operation: Operation, { api }: MocksRequest): SuccessResponse {
  const all = successResponses(operation, api);
  const found = all.find(({ status }) => status >= 200) ?? all[0];
  if (found === undefined) throw new Error(`${operation.id} has no success`);
  return found;
}

/** The types of the bodies by status. */
function responsesOf(operation: Operation, request: MocksRequest): readonly string[] {
  const { api } = request;
  const successes = successResponses(operation, api).filter(({ status }) => status >= 200);
  const entries = [
    ...successes.map((one) => [String(one.status), successType(one, request)] as const),
    ...rangeResponses(operation, api).map((one) => [one.range, successType(one, request)] as const),
    ...errorResponses(operation).map(({ status, content }) => [status, errorType(content, request)] as const),
  ];
  const keys = new Map(entries.map(([status, type]) => [status.replace(/x/g, 'X'), type]));
  return [...keys].map(([status, type]) => `${/^\d+$/.test(status) ? status : literal(status)}: ${type}`);
}

function successType({ kind, type, content }: SuccessResponse, request: MocksRequest): string {
  if (kind === 'nothing') return 'undefined';
  const { types } = request.needs;
  const stream = content.find((each) => each.stream?.kind === 'event-stream' || each.stream?.kind === 'items');
  const items = kind === 'json-lines' || kind === 'progress' ? type : kind === 'json' ? undefined : stream?.type;
  if (items !== undefined) {
    const text = types.plain.text(items);
    return `Iterable<${text}> | AsyncIterable<${text}>`;
  }
  if (kind === 'json') return type === undefined ? 'unknown' : types.plain.text(type);
  return kind === 'text' ? 'string' : mention(request.from(`${runtime.package}/codegen`, 'MockBytes', 'type'));
}

function errorType(content: readonly Content[], { needs: { types } }: MocksRequest): string {
  const json = preferredContent(content);
  return json !== undefined && isJson(json) ? types.plain.text(json.type) : 'unknown';
}

function isJson({ mediaType, stream, type }: Content): boolean {
  return stream === undefined && /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}

/** The constants of all mocks and of the function that returns their handlers. */
function allOf(
  operations: readonly Operation[],
  { of, mocks, handlers }: Names,
  { from }: MocksRequest,
): readonly Declaration[] {
  const entries = operations.map((operation) => `${entryKey(operation.id)}: ${mention(of(operation))}`);
  const codegen = (name: string, kind?: 'type') => mention(from(`${runtime.package}/codegen`, name, kind));
  const options = codegen('HandlersOptions', 'type');
  const handler = mention(from('msw', 'HttpHandler', 'type'));
  return [
    {
      symbols: [mocks],
      statements: [
        `/** The mocks of all operations by their identifiers. */\nexport const mocks = { ${entries.join(', ')} };`,
      ],
    },
    {
      symbols: [handlers],
      statements: [
        `/** Returns handlers of all operations, for \`setupServer(...handlers())\` and \`setupWorker(...handlers())\`. */
export const handlers: (options?: ${options}) => ${handler}[] = ${codegen('handlersOf')}(${mention(mocks)});`,
      ],
    },
  ];
}
