/** An emitter of lading: packages of options for TanStack Query, for each operation of an API. */
import {
  camelCase,
  commentBlock,
  commentText,
  defineEmitter,
  entryKey,
  fileName,
  literal,
  mention,
  successResponses,
  titleLine,
  uniqueName,
  type CodeSymbol,
  type Declaration,
  type Operation,
  type Pagination,
  type VersionRequest,
} from 'lading/emitter';
import { helperDeclarations, helperNames, helperSymbols, type HelperSymbols } from './helpers.js';

type QueryRequest = VersionRequest<object, 'client'>;

/** What is generated for an operation. */
interface Part {
  readonly kind: 'query' | 'pages' | 'mutation';
  readonly operation: Operation;
  readonly symbol: CodeSymbol;
}

export default defineEmitter()({
  name: 'query',
  needs: ['client'],
  emit: (request) => {
    const { api, symbol, from } = request;
    const helpers = helperSymbols(request);
    const keys = symbol('keys', 'keys');
    const parts = partsOf(request);
    return {
      declarations: [
        ...parts.map((part) => declarationOf(part, helpers, request)),
        keysDeclaration(keys, request),
        ...helperDeclarations(helpers, from),
      ],
      about: {
        'gen/keys.ts': 'The keys of groups',
        'gen/query.ts': 'The types and functions that all queries share',
        ...Object.fromEntries(
          api.groups.map(({ name, title }) => [`gen/${fileName(name)}.ts`, `Queries of ${titleLine(title)}`]),
        ),
      },
      manifest: {
        description: `Options of TanStack Query for ${titleLine(api.title)}`,
        dependencies: { '@tanstack/query-core': '^5.0.0' },
        compilerOptions: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], skipLibCheck: true },
      },
    };
  },
});

/** The methods whose operations change nothing. */
const safe = new Set(['GET', 'HEAD', 'QUERY', 'OPTIONS', 'TRACE']);

function partsOf({ api, symbol, needs: { client } }: QueryRequest): readonly Part[] {
  const taken = new Set<string>(['keys', ...helperNames]);
  const named = (wanted: string, group: string): CodeSymbol => symbol(uniqueName(wanted, taken), fileName(group));
  return api.operations.flatMap((operation): readonly Part[] => {
    const name = camelCase(operation.id);
    if (!safe.has(operation.method))
      return [{ kind: 'mutation', operation, symbol: named(`${name}Mutation`, operation.group) }];
    // A cache has values, which can be read more than once.
    if (!hasValue(operation, api) || ['items', 'download'].includes(client.call(operation).result ?? '')) return [];
    const query: Part = { kind: 'query', operation, symbol: named(`${name}Query`, operation.group) };
    const isPaged = operation.pagination?.parameter !== undefined && client.call(operation).result !== 'statuses';
    return isPaged
      ? [query, { kind: 'pages', operation, symbol: named(`${name}InfiniteQuery`, operation.group) }]
      : [query];
  });
}

function hasValue(operation: Operation, api: QueryRequest['api']): boolean {
  return successResponses(operation, api).every(({ kind, content }) => {
    return ['json', 'text', 'nothing'].includes(kind) && (kind === 'json' || content.every(({ stream }) => !stream));
  });
}

function declarationOf(part: Part, helpers: HelperSymbols, request: QueryRequest): Declaration {
  const { operation, symbol, kind } = part;
  const { noun, verb } = request.needs.client.call(operation);
  const { method, path, summary } = operation;
  const about = `${summary === undefined ? '' : `${summary}: `}\`${method} ${path}\``;
  const names = `${literal(noun)}, ${literal(verb)}`;
  const call = `${names}, ${rootOf(noun, request)}`;
  const { type, code } = {
    query: () => ({ type: `${mention(helpers('Query'))}<${names}>`, code: `${mention(helpers('queryOf'))}(${call})` }),
    mutation: () => ({
      type: `${mention(helpers('Mutation'))}<${names}>`,
      code: `${mention(helpers('mutationOf'))}(${call})`,
    }),
    pages: () => pagesOf(operation, names, call, helpers, request),
  }[kind]();
  return {
    symbols: [symbol],
    statements: [`${commentBlock(commentText(about))}export const ${symbol.name}: ${type} = ${code};`],
  };
}

function pagesOf(operation: Operation, names: string, call: string, helpers: HelperSymbols, { needs }: QueryRequest) {
  const { kind, items = '', parameter = '', next, first }: Pagination = operation.pagination ?? { kind: 'page' };
  const isNested = needs.client.call(operation).nested.includes('query');
  const type = kind === 'cursor' ? 'string | number' : 'number';
  const at = isNested ? `['query', ${literal(parameter)}]` : `[${literal(parameter)}]`;
  const pointers = `{ items: ${segments(items)}${next === undefined ? '' : `, next: ${segments(next)}`} }`;
  const following = {
    cursor: `({ next }) => (typeof next === 'number' || (typeof next === 'string' && next !== '') ? next : undefined)`,
    offset: `({ count }, page = ${first ?? 0}) => (count === 0 ? undefined : page + count)`,
    page: `({ count }, page = ${first ?? 1}) => (count === 0 ? undefined : page + 1)`,
    link: '() => undefined',
  }[kind];
  return {
    type: `${mention(helpers('InfiniteQuery'))}<${names}, ${type}>`,
    code: `${mention(helpers('infiniteQueryOf'))}(${call}, ${at}, ${pointers}, ${following})`,
  };
}

function segments(pointer: string): string {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => literal(name.replaceAll('~1', '/').replaceAll('~0', '~')));
  return `[${names.join(', ')}]`;
}

/** The beginning of the keys of a group. */
function rootOf(noun: string, { api }: QueryRequest): string {
  return `[${literal(titleLine(api.title))}, ${literal(noun)}]`;
}

/** The keys of all groups. */
function keysDeclaration(symbol: CodeSymbol, request: QueryRequest): Declaration {
  const nouns = [...new Set(request.api.operations.map((operation) => request.needs.client.call(operation).noun))];
  const entries = nouns.map((noun) => `${entryKey(noun)}: ${rootOf(noun, request)}`);
  return {
    symbols: [symbol],
    statements: [
      `/** The keys of all queries of a group, to invalidate them: \`invalidateQueries({ queryKey: keys.GROUP })\`. */\nexport const keys = { ${entries.join(', ')} } as const;`,
    ],
  };
}
