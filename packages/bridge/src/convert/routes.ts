/** Finds the operation of a request, with the operations of all versions as routing table. */
import { operations, streamOperations, upgradeOperations } from '@lading/conversions/operations';
import { decodeQuery, type Encoding, WireError } from '@lading/runtime-wire';
import { HttpError } from '../message/http-error.js';
import { splitVersion } from './versions.js';

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, Encoding>>;
  /** The names of images and plugins have slashes. */
  readonly hasSlashes: boolean;
  /** Whether a response in JSON is a stream of values. */
  readonly isStream: boolean;
}

export interface Match {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  /** Returns the decoded query, or why it cannot be decoded. */
  readonly query: (encodings: Readonly<Record<string, Encoding>>) => Readonly<Record<string, unknown>> | HttpError;
}

const streams = new Set(streamOperations);
const upgrades = new Set(upgradeOperations);

const routes = operations.map(({ id, method, path, query }) => {
  const hasSlashes = path.includes('{name}');
  const pattern = path.replace(/\{(\w+)\}/g, hasSlashes ? '(?<$1>.+)' : '(?<$1>[^/]+)');
  return {
    id,
    method,
    path,
    hasSlashes,
    ...(query && { query }),
    isStream: streams.has(id),
    pattern: new RegExp(`^${pattern}$`, 's'),
  };
});

/** @throws Error for an unknown operation */
export function routeOf(operation: string): Route {
  const route = routes.find(({ id }) => id === operation);
  if (route === undefined) throw new Error(`there is no operation ${operation}`);
  return route;
}

/** The routes by method and first segment, since most requests are compared with a few then. */
const routesByBegin = new Map<string, (typeof routes)[number][]>();
for (const route of routes) {
  const key = beginOf(route.method, route.path);
  routesByBegin.set(key, [...(routesByBegin.get(key) ?? []), route]);
}

function beginOf(method: string, path: string): string {
  const end = path.indexOf('/', 1);
  return `${method} ${end < 0 ? path : path.slice(0, end)}`;
}

/**
 * Finds the route of a request by its decoded path, as engines do.
 *
 * @throws HttpError for a path that cannot be decoded
 */
export function findRoute(method: string, url: string): Match | undefined {
  const mark = url.indexOf('?');
  const [escaped, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
  const path = escaped.includes('%') ? decoded(escaped) : escaped;
  for (const route of routesByBegin.get(beginOf(method, path)) ?? []) {
    const match = route.pattern.exec(path);
    if (match !== null) return { route, path: { ...match.groups }, query: (encodings) => queryOf(encodings, query) };
  }
  return undefined;
}

/** Finds the route of a request whose path has no escapes. */
export function findSimpleRoute(method: string, url: string): Route | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return routesByBegin.get(beginOf(method, path))?.find(({ pattern }) => pattern.test(path));
}

/** Whether a request may upgrade its connection, as far as its path tells: what is unknown, the engine decides. */
export function mayUpgrade(method: string, target: string): boolean {
  try {
    const match = findRoute(method, splitVersion(target).url);
    return match === undefined || upgrades.has(match.route.id);
  } catch {
    return false;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError(400, 'invalid URL escape in path');
  }
}

function queryOf(encodings: Readonly<Record<string, Encoding>>, query: string): ReturnType<Match['query']> {
  try {
    return decodeQuery(encodings, query);
  } catch (error) {
    if (error instanceof WireError) return new HttpError(400, error.message);
    throw error;
  }
}
