/** Responses of engines with API 1.52 and later at an older version, derived from recordings of older engines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readRecording, type Exchange, type Json } from '../../conformance/recorder/exchange.js';
import { repository } from '../paths.js';

type Properties = { readonly [key: string]: Json };

export interface NewerResponse {
  readonly title: string;
  readonly operation: string;
  /** The method and the path of the recorded exchanges from which the response is derived, and their status. */
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  /** The status that newer engines send instead of the recorded one. */
  readonly newStatus?: number;
  /** The API versions at which newer engines send this response. */
  readonly versions: readonly string[];
  /** The property that differs; without it, the body itself does. */
  readonly at?: string;
  readonly omit?: readonly string[];
  readonly set?: Properties;
}

const rows = parse(readFileSync(new URL('responses.yaml', import.meta.url), 'utf8')) as readonly NewerResponse[];
export const responses: readonly NewerResponse[] = rows.map((row) => ({
  ...row,
  versions: row.versions ?? ['1.41', '1.44'],
}));

const folder = join(repository, 'tools', 'conformance', 'recordings');
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl.gz'))
  .flatMap((file) => readRecording(join(folder, file)));

/** The recorded exchanges with the responses of a newer engine. */
export function exchangesOf(newer: NewerResponse, version: string): Exchange[] {
  const { method = 'GET', path, status = 200, newStatus = status } = newer;
  const isMeant = (exchange: Exchange) =>
    exchange.version === version &&
    exchange.method === method &&
    exchange.response.status === status &&
    new RegExp(path).test(exchange.path.replace(/^\/v\d+\.\d+/, '').replace(/\?.*$/, ''));
  return recorded.filter(isMeant).map((exchange) => {
    const body = changed(exchange.response.body ?? null, newer);
    return { ...exchange, response: { ...exchange.response, status: newStatus, body } };
  });
}

function changed(body: Json, { at, omit = [], set = {} }: Pick<NewerResponse, 'at' | 'omit' | 'set'>): Json {
  if (Array.isArray(body)) return body.map((entry: Json) => changed(entry, { omit, set }));
  const properties = (body ?? {}) as Properties;
  if (at !== undefined) return { ...properties, [at]: changed(properties[at] ?? null, { omit, set }) };
  return { ...Object.fromEntries(Object.entries(properties).filter(([name]) => !omit.includes(name))), ...set };
}
