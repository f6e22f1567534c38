/** The requests that an operation handles. */
import { isWithin, type Operation, type OperationSchemas } from '@lading/runtime-wire';

/** Returns the path parameters of a request, decoded; undefined if it is for another operation. */
export type Route = (request: Request) => Readonly<Record<string, string>> | undefined;

/**
 * @param isOneOfSeveral whether other operations have this method and path: then it handles only requests with a body of its own
 * @throws TypeError if the base URL is none
 */
export function routeOf(
  { path, slashes, body }: Operation,
  schemas: OperationSchemas,
  baseUrl: string | undefined,
  isOneOfSeveral: boolean,
): Route {
  const [pathname = '', search = ''] = path.split('?');
  const names: string[] = [];
  const template = pathname.split(/(\{[^{}]*\})/).map((part) => {
    if (!/^\{.*\}$/.test(part)) return escaped(decoded(part));
    names.push(part.slice(1, -1));
    return slashes === true ? '(.+)' : '([^/]+)';
  });
  const base = baseUrl === undefined ? undefined : baseOf(baseUrl);
  const before = base === undefined ? '(?:/.*)?' : escaped(decoded(base.pathname.replace(/\/$/, '')));
  const pattern = new RegExp(`^${before}${template.join('')}/?$`, 's');
  const fixed = [...new URLSearchParams(search)];
  const headers = (schemas.required?.headers ?? []).map((name) => [name, valuesOf(schemas, name)] as const);
  return (request) => {
    const url = new URL(request.url);
    if (base !== undefined && url.origin !== base.origin) return undefined;
    const values = pattern.exec(decoded(url.pathname))?.slice(1);
    const type = request.headers.get('content-type') ?? undefined;
    const isOwnBody =
      type === undefined ? schemas.body?.required !== true : body?.some((range) => isWithin(type, range)) === true;
    const isComplete =
      (isOwnBody || !isOneOfSeveral) &&
      fixed.every(([name, value]) => url.searchParams.getAll(name).includes(value)) &&
      headers.every(([name, values]) => {
        const value = request.headers.get(name);
        return value !== null && (values === undefined || values.includes(value));
      });
    if (values === undefined || !isComplete) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, (values[index] ?? '').replace(/%2f/gi, '/')]));
  };
}

/** The values of an enumerated header, by which some documents tell operations apart. */
function valuesOf({ parameters }: OperationSchemas, name: string): readonly string[] | undefined {
  let schema = parameters?.headers?.[name];
  while (schema?.kind === 'ref') schema = schema.to();
  return schema?.kind === 'enum' && !schema.open ? schema.values.map(String) : undefined;
}

function baseOf(baseUrl: string): URL {
  if (!URL.canParse(baseUrl))
    throw new TypeError(
      `The option baseUrl of mocks is no absolute URL: ${JSON.stringify(baseUrl)}. Pass one such as 'https://example.com/v1'.`,
    );
  return new URL(baseUrl);
}

/** Decodes everything but slashes, which separate segments. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded.replace(/%2f/gi, '%252F'));
    } catch {
      return encoded;
    }
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
