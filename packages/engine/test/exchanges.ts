/** A test fixture: sequences of requests from YAML files, with the status and the message or the properties of each response. */
import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { archiveWith } from '../src/filesystem/tar.js';
import type { RunningEngine } from '../src/index.js';

export interface Exchange {
  /** The method, the path with its query, and a JSON body: `POST /networks/create {"Name": "a"}`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The files of an archive that is the body. */
  readonly tar?: Readonly<Record<string, string>>;
  /** The seconds that pass before the request. */
  readonly after?: number;
  /** The properties that are shown of the response, or of each item of an array; otherwise all. */
  readonly shows?: string;
  readonly gives: string;
}

/** @returns the name and the sequences of each file of a folder */
export function readExchanges(folder: URL) {
  const path = fileURLToPath(folder);
  return readdirSync(path).map(
    (name) =>
      [name, parse(readFileSync(`${path}/${name}`, 'utf8')) as Readonly<Record<string, readonly Exchange[]>>] as const,
  );
}

/** @returns the status and the body of the response */
export async function sendExchange(engine: RunningEngine, { send: line, tar, headers }: Exchange, version = '1.44') {
  const [, method = '', target = '', json] = /^(\S+) (.*?)(?: ([{[].*))?$/s.exec(line) ?? [];
  const body = tar === undefined ? json : await buffer(archiveWith(tar));
  const call = request({
    socketPath: engine.address.replace('unix://', ''),
    method,
    path: `/v${version}${encodeURI(target).replaceAll('+', '%2B')}`,
    headers: { 'content-type': tar === undefined ? 'application/json' : 'application/x-tar', ...headers },
  });
  call.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, text: (await buffer(response)).toString() };
}

/** Selects properties of a response, and replaces ids, which differ in each run. */
export function shownResponse(text: string, properties: readonly string[] | undefined): string {
  const values = text
    .trim()
    .split(/\r?\n/)
    .map((line) => (/^[[{"]/.test(line) ? JSON.stringify(selected(JSON.parse(line), properties)) : line));
  return values
    .join('\n')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'SHORT')
    .replaceAll(/\b[0-9a-z]{25}\b/g, 'ID')
    .replaceAll(JSON.stringify(hostname()).slice(1, -1), 'HOST');
}

function selected(value: unknown, properties: readonly string[] | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => selected(each, properties));
  if (typeof value !== 'object' || value === null) return value;
  if ('message' in value) return value.message;
  if (properties === undefined) return value;
  return Object.fromEntries(properties.map((path) => [path, path.split('.').reduce(propertyOf, value as unknown)]));
}

function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}
