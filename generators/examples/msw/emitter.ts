/** An emitter of one's own: request handlers for Mock Service Worker, typed by the version that they stand for. */
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
  type EmitterInput,
  type Operation,
} from 'lading/emitter';

export default defineEmitter({
  kind: 'msw',
  needs: ['types'],
  emit: (input) => ({
    description: `Request handlers of ${titleLine(input.api.title)} for Mock Service Worker`,
    declarations: input.api.operations.filter(isMocked).map((operation) => handler(operation, input)),
    about: Object.fromEntries(
      input.api.groups.map(({ name, title }) => [`gen/${fileName(name)}.ts`, `Handlers of ${titleLine(title)}`]),
    ),
    dependencies: { msw: '^2.0.0' },
    compilerOptions: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], skipLibCheck: true },
  }),
});

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** A connection that becomes something else is no answer that a handler could give. */
function isMocked({ method, responses }: Operation): boolean {
  return methods.has(method) && responses.every(({ status }) => status !== '101');
}

/** `containerInspect(resolver)`, which stands for `GET /containers/{id}/json` of every version. */
function handler(operation: Operation, input: EmitterInput): Declaration {
  const { id, group, method, path } = operation;
  const symbol = input.symbol(camelCase(id), fileName(group));
  const msw = (name: string, kind?: 'type') => mention(input.from('msw', name, kind));
  const [said = ''] = docComment({ ...operation, description: operation.summary ?? '', rules: [] }, [
    `\`${method} ${path}\``,
  ]);
  const types = [paramsOf(operation), bodyOf(operation, input), responseOf(operation, input)].join(', ');
  const text = `${commentBlock(said.trim())}export function ${symbol.name}(
    resolver: ${msw('HttpResponseResolver', 'type')}<${types}>,
  ): ${msw('HttpHandler', 'type')} {
    return ${msw('http')}.${method.toLowerCase()}(${literal(`*${routeOf(operation)}`)}, resolver);
  }`;
  return { symbols: [symbol], statements: [text] };
}

/** `/images/{name}/json` → `/images/:name+/json`: a name may hold slashes. What else a route could mean is text. */
function routeOf({ path, parameters }: Operation): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const parts = path.split(/(\{[^{}]*\})/).map((part) => {
    const name = inPath.find((each) => part === `{${each}}`);
    return name === undefined ? part.replace(/[^\w/.~-]/gu, encodeURIComponent) : `:${inRoute(name)}${slashes(name)}`;
  });
  return parts.join('');
}

function paramsOf({ parameters }: Operation): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  if (inPath.length === 0) return 'Record<string, never>';
  const fields = inPath.map(({ name }) => `${propertyKey(inRoute(name))}: ${slashes(name) && 'string[] | '}string`);
  return `{ ${fields.join('; ')} }`;
}

/** What a route can call a parameter. */
function inRoute(name: string): string {
  return name.replace(/\W+/g, '_') || '_';
}

function slashes(name: string): '+' | '' {
  return name === 'name' ? '+' : '';
}

function bodyOf(operation: Operation, { types }: EmitterInput): string {
  const isJson = operation.body?.content.some(({ mediaType }) => mediaType === 'application/json') === true;
  const body = isJson ? types.part(operation, 'Request') : undefined;
  return body === undefined ? 'never' : mention(body);
}

/** The JSON that it answers with, failures included; streams and archives are whatever a resolver makes of them. */
function responseOf(operation: Operation, { types, from }: EmitterInput): string {
  const contents = operation.responses.flatMap(({ status, content }) => content.map((each) => ({ ...each, status })));
  const isStream = contents.some(({ stream, status }) => stream !== undefined && status.startsWith('2'));
  if (isStream) return mention(from('msw', 'DefaultBodyType', 'type'));
  const json = contents.filter(({ mediaType }) => mediaType === 'application/json').map(({ type }) => types.text(type));
  const nothing = operation.responses.some(({ status, content }) => status.startsWith('2') && content.length === 0);
  const texts = contents.some(({ mediaType }) => mediaType === 'text/plain') ? ['string'] : [];
  return [...new Set([...json, ...texts, ...(nothing ? ['null'] : [])])].join(' | ') || 'null';
}
