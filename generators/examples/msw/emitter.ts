/** A custom emitter: request handlers for Mock Service Worker, typed by the API version that they mock. */
import {
  commentBlock,
  defineEmitter,
  fileName,
  literal,
  mention,
  propertyKey,
  docComment,
  camelCase,
  titleLine,
  type Declaration,
  type VersionRequest,
  type Operation,
} from 'lading/emitter';

type Request = VersionRequest<object, 'types'>;

export default defineEmitter()({
  name: 'msw',
  needs: ['types'],
  emit: (request) => ({
    declarations: request.api.operations.filter(isMocked).map((operation) => handler(operation, request)),
    about: Object.fromEntries(
      request.api.groups.map(({ name, title }) => [`gen/${fileName(name)}.ts`, `Handlers of ${titleLine(title)}`]),
    ),
    manifest: {
      description: `Request handlers of ${titleLine(request.api.title)} for Mock Service Worker`,
      dependencies: { msw: '^2.0.0' },
      compilerOptions: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], skipLibCheck: true },
    },
  }),
});

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Tells whether an operation can be mocked: a handler cannot upgrade a connection. */
function isMocked({ method, responses }: Operation): boolean {
  return methods.has(method) && responses.every(({ status }) => status !== '101');
}

/**
 * Returns a function such as `containerInspect(resolver)`, which mocks `GET /containers/{id}/json` of every version.
 */
function handler(operation: Operation, request: Request): Declaration {
  const { id, group, method, path } = operation;
  const symbol = request.symbol(camelCase(id), fileName(group));
  const msw = (name: string, kind?: 'type') => mention(request.from('msw', name, kind));
  const [docs = ''] = docComment({ ...operation, description: operation.summary ?? '', rules: [] }, [
    `\`${method} ${path}\``,
  ]);
  const types = [paramsOf(operation), bodyOf(operation, request), responseOf(operation, request)].join(', ');
  const text = `${commentBlock(docs.trim())}export function ${symbol.name}(
    resolver: ${msw('HttpResponseResolver', 'type')}<${types}>,
  ): ${msw('HttpHandler', 'type')} {
    return ${msw('http')}.${method.toLowerCase()}(${literal(`*${routeOf(operation)}`)}, resolver);
  }`;
  return { symbols: [symbol], statements: [text] };
}

/**
 * Returns the route of a path: `/images/{name}/json` → `/images/:name+/json`, since a name may contain slashes. Other
 * special characters are encoded.
 */
function routeOf({ path, parameters }: Operation): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const parts = path.split(/(\{[^{}]*\})/).map((part) => {
    const name = inPath.find((each) => part === `{${each}}`);
    return name === undefined
      ? part.replace(/\p{Cs}/gu, '\ufffd').replace(/[^\w/.~-]/gu, encodeURIComponent)
      : `:${inRoute(name)}${slashes(name)}`;
  });
  return parts.join('');
}

function paramsOf({ parameters }: Operation): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  if (inPath.length === 0) return 'Record<string, never>';
  const fields = inPath.map(({ name }) => `${propertyKey(inRoute(name))}: ${slashes(name) && 'string[] | '}string`);
  return `{ ${fields.join('; ')} }`;
}

/** Returns the name of a parameter in a route. */
function inRoute(name: string): string {
  return name.replace(/\W+/g, '_') || '_';
}

function slashes(name: string): '+' | '' {
  return name === 'name' ? '+' : '';
}

function bodyOf(operation: Operation, { needs: { types } }: Request): string {
  const isJson = operation.body?.content.some(({ mediaType }) => mediaType === 'application/json') === true;
  const body = isJson ? types.part(operation, 'Request') : undefined;
  return body === undefined ? 'never' : mention(body);
}

/**
 * Returns the type of the JSON responses, including errors. A resolver may return any body for streams and archives.
 */
function responseOf(operation: Operation, { needs: { types }, from }: Request): string {
  const contents = operation.responses.flatMap(({ status, content }) => content.map((each) => ({ ...each, status })));
  const isStream = contents.some(({ stream, status }) => stream !== undefined && status.startsWith('2'));
  if (isStream) return mention(from('msw', 'DefaultBodyType', 'type'));
  const json = contents.filter(({ mediaType }) => mediaType === 'application/json').map(({ type }) => types.text(type));
  const nothing = operation.responses.some(({ status, content }) => status.startsWith('2') && content.length === 0);
  const texts = contents.some(({ mediaType }) => mediaType === 'text/plain') ? ['string'] : [];
  return [...new Set([...json, ...texts, ...(nothing ? ['null'] : [])])].join(' | ') || 'null';
}
