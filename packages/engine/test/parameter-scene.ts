/** A test fixture: an engine in a known state, the calls of `parameters/calls.yaml`, and what a client sees after one. */
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { parse } from 'yaml';
import { archiveWith } from '../src/filesystem/tar.js';
import { ManualClock, startEngine, type RunningEngine } from '../src/index.js';
import { attested } from './attested-archive.js';
import { sendExchange, type Exchange } from './exchanges.js';
import type { Json } from './partial-bodies.js';
import { volumePlugin } from './plugins/volume-plugin.js';

export interface ParameterCall {
  /** The method, and the path with its query; `ID:/path` is the identifier of what the path returns, `V:/path` its version. */
  readonly call: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The files of an archive that is the body. */
  readonly tar?: Readonly<Record<string, string>>;
  /** The image whose archive is the body, or `attested`: one with statements. */
  readonly loads?: string;
  /** The body with which an exec is created, whose identifier is `ID:exec`. */
  readonly exec?: Json;
  /** Whether the exec has been started. */
  readonly started?: boolean;
  /** Values of parameters and headers. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Another call, for a parameter that has no effect on the usual one. */
  readonly instead?: Readonly<Record<string, string>>;
  /** What the client sends over the connection. */
  readonly input?: string;
  /** A value of each filter. */
  readonly filters?: Readonly<Record<string, string | number | boolean>>;
  /** Parameters and filters that accompany each filter. */
  readonly with?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly filters?: Readonly<Record<string, readonly string[]>>;
  };
  readonly before?: readonly Exchange[];
  /** Whether an image with statements, `registry.test/attested:1`, was loaded. */
  readonly attested?: boolean;
  /** Whether the response may not end by itself. */
  readonly streams?: boolean;
  readonly swarm?: boolean;
  /** Whether registries ask for credentials. */
  readonly users?: boolean;
}

interface Calls {
  readonly scene: readonly Exchange[];
  readonly swarm: readonly Exchange[];
  readonly calls: Readonly<Record<string, ParameterCall>>;
}

export const { scene, swarm, calls } = parse(
  readFileSync(new URL('parameters/calls.yaml', import.meta.url), 'utf8'),
) as Calls;

/** One request: how it differs from the call of its operation. */
export interface Variant {
  readonly version: string;
  /** Other parameters of the query; undefined removes one. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly path?: string;
  readonly body?: unknown;
}

/** Where the state of the engine is seen. `*` stands for each item of the list before it. */
const views = [
  '/containers/json?all=1&size=1',
  '/containers/*/json?size=1',
  '/containers/owned/archive?path=/data',
  '/images/json?all=1',
  '/images/*/json',
  '/networks',
  '/networks/*',
  '/volumes',
  '/plugins',
  '/info',
  '/system/df',
];
const swarmViews = ['/swarm', '/swarm/unlockkey', '/services', '/tasks', '/nodes', '/secrets', '/configs'];

/** Selects the call of a parameter. */
export function callOf(call: ParameterCall, parameter: string): ParameterCall {
  const other = call.instead?.[parameter];
  return other === undefined ? call : { ...call, call: other };
}

/** Identifiers in their order, so that two engines with the same requests have the same ones. */
class NumberedIds {
  #next = 0;
  next(): string {
    return (this.#next += 1).toString(16).padStart(8, '0').repeat(8);
  }
  name(): string {
    return `name_${(this.#next += 1)}`;
  }
}

/** Waits for turns of the event loop. On a busy machine they last longer, as does what a response waits for. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await pause(8);
}

export class ParameterScene {
  readonly #clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  #engine!: RunningEngine;

  async open(
    { swarm: isInSwarm = false, attested: isAttested = false, before = [] }: ParameterCall,
    asksForCredentials: boolean,
  ): Promise<void> {
    const options = { images: ['busybox'], publishPorts: false, clock: this.#clock, ports: { ids: new NumberedIds() } };
    this.#engine = await startEngine(options);
    this.#engine.programs.add('plugin', ({ listen, signal }) => {
      listen(1, volumePlugin().server);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    });
    for (const exchange of [...scene, ...(isInSwarm ? swarm : []), ...before]) {
      await this.#clock.advance((exchange.after ?? 0) * 1000);
      const send = await this.#found(exchange.send);
      const { status, text } = await this.#whileTimePasses(sendExchange(this.#engine, { ...exchange, send }, '1.44'));
      if (status >= 400) throw new Error(`${exchange.send}: ${status} ${text}`);
      await this.#clock.advance(0);
    }
    if (isAttested) await this.send({ call: 'POST /images/load', loads: 'attested' }, { version: '1.44' });
    await this.#clock.advance(3000);
    if (asksForCredentials) this.#engine.registry.users.set('me', 'secret');
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Sends the call as the variant says. @returns the status, headers and body of the response */
  async send(call: ParameterCall, variant: Variant): Promise<string> {
    const [method = '', target = ''] = (await this.#withIds(call)).split(' ');
    const [path = '', query = ''] = target.split('?');
    const texts = new URLSearchParams(query);
    for (const [name, text] of Object.entries(variant.query ?? {}))
      if (text === undefined) texts.delete(name);
      else texts.set(name, await this.#found(text));
    const body = await this.#bodyOf(call, variant);
    const headers = Object.entries({ ...call.headers, ...variant.headers }).filter(([, value]) => value !== undefined);
    const isWebSocket = path.endsWith('/ws');
    const input = Buffer.from(call.input ?? '', 'latin1');
    const sent = request({
      socketPath: this.#engine.address.replace('unix://', ''),
      method,
      path: `/v${variant.version}${variant.path ?? path}?${texts.toString()}`,
      headers: {
        'content-type': call.tar || call.loads ? 'application/x-tar' : 'application/json',
        ...(isWebSocket && {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AQIDBAUGBwgJCgsMDQ4PEA==',
        }),
        ...(path.endsWith('/attach') && { connection: 'Upgrade', upgrade: 'tcp' }),
        ...(path === '/session' && { connection: 'Upgrade', upgrade: 'h2c' }),
        ...(Object.fromEntries(headers) as Record<string, string>),
      },
    });
    sent.end(body);
    const pieces: Buffer[] = [];
    const response = await this.#whileTimePasses(
      new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject);
        sent.on('upgrade', (upgraded: IncomingMessage, connection: Duplex, head: Buffer) => {
          pieces.push(head);
          if (input.length > 0) connection.write(isWebSocket ? frameOf(input) : input);
          connection.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
          upgraded.on('close', () => connection.destroy());
          resolve(upgraded);
          this.#upgraded = connection;
        });
      }),
    );
    const { statusCode, headers: received } = response;
    const shown = Object.entries(received).filter(([name]) => !['date', 'content-length'].includes(name));
    let ending = '';
    if (statusCode !== 101) response.on('data', (piece: Buffer) => pieces.push(piece));
    if (statusCode === 101 || call.streams === true) {
      const ended = new Promise<string>((resolve) => response.on('end', () => resolve('')));
      await turns(2);
      await this.#clock.advance(2500);
      ending = await Promise.race([ended, turns(4).then(() => ' (open)')]);
      this.#upgraded?.destroy();
      sent.destroy();
    } else {
      await this.#whileTimePasses(new Promise((resolve, reject) => response.on('end', resolve).on('error', reject)));
    }
    return `${statusCode} ${JSON.stringify(shown)} ${Buffer.concat(pieces).toString('latin1')}${ending}`;
  }

  #upgraded: Duplex | undefined;

  /** Advances the clock, a second at a time, until the work ends. */
  async #whileTimePasses<T>(work: Promise<T>): Promise<T> {
    const isOver = work.then(() => true);
    for (let seconds = 0; !(await Promise.race([isOver, turns(20).then(() => false)])); seconds += 1) {
      if (seconds > 100) throw new Error('the response does not end');
      await this.#clock.advance(1000);
    }
    return work;
  }

  /** Sends a line in the form of exchanges. */
  async exchange(line: string) {
    const send = await this.#found(line);
    return this.#whileTimePasses(sendExchange(this.#engine, { send, gives: '' }, '1.44'));
  }

  /** @returns what clients see of the state, and the events */
  async state({ swarm: isInSwarm = false, call }: ParameterCall): Promise<string> {
    await this.#clock.advance(2500);
    const seen: string[] = [];
    let ids: string[] = [];
    for (const view of [...views, ...(isInSwarm || call.includes('/swarm') ? swarmViews : [])]) {
      const paths = view.includes('*') ? ids.map((id) => view.replace('*', id)) : [view];
      for (const path of paths) {
        const { text } = await this.#get(path);
        if (!view.includes('*') && text.startsWith('['))
          ids = (JSON.parse(text) as { Id?: string }[]).map(({ Id }) => Id ?? '');
        seen.push(`${path} ${text}`);
      }
    }
    for (const id of new Set([...seen.join('').matchAll(/"ExecIDs":\["(\w+)"/g)].map((match) => match[1] ?? '')))
      seen.push((await this.#get(`/exec/${id}/json`)).text);
    seen.push((await this.#get(`/events?since=0&until=${Math.floor(this.#clock.now() / 1000)}`)).text);
    return seen.join('\n');
  }

  #get(path: string, version = '1.44') {
    return sendExchange(this.#engine, { send: `GET ${path}`, gives: '' }, version);
  }

  async #withIds(call: ParameterCall): Promise<string> {
    let text = call.call;
    if (call.exec !== undefined) {
      const created = await sendExchange(this.#engine, {
        send: `POST /containers/run/exec ${JSON.stringify(call.exec)}`,
        gives: '',
      });
      const { Id } = JSON.parse(created.text) as { readonly Id: string };
      if (call.started === true)
        await sendExchange(this.#engine, { send: `POST /exec/${Id}/start {"Detach": true}`, gives: '' });
      text = text.replace('ID:exec', Id);
    }
    return this.#found(text);
  }

  /** Replaces `ID:/path` and `V:/path` by the identifier and the version of what the path returns, or of the first of a list. */
  async #found(text: string): Promise<string> {
    let result = text;
    for (const [whole, kind, path = ''] of text.matchAll(/(ID|V):(\/[\w/]*?)(?=\/(?:logs|update)|[?&"\s]|$)/g)) {
      const { text: found } = await this.#get(/^\/(containers|images)\//.test(path) ? `${path}/json` : path);
      const value: unknown = JSON.parse(found);
      const object = (Array.isArray(value) ? value[0] : value) as Readonly<Record<string, unknown>>;
      const version = (object['Version'] as { readonly Index: number } | undefined)?.Index;
      result = result.replace(whole, String(kind === 'ID' ? (object['Id'] ?? object['ID']) : version));
    }
    return result;
  }

  async #bodyOf(call: ParameterCall, { body = call.body }: Variant): Promise<Buffer | string | undefined> {
    if (call.tar !== undefined) return buffer(archiveWith(call.tar));
    if (call.loads === 'attested') return attested();
    if (call.loads !== undefined) {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ socketPath: this.#engine.address.replace('unix://', ''), path: `/v1.44/images/${call.loads}/get` })
          .on('response', resolve)
          .on('error', reject)
          .end();
      });
      return buffer(response);
    }
    return body === undefined ? undefined : JSON.stringify(body);
  }
}

/** A frame of a WebSocket with a short message, whose mask changes nothing. */
function frameOf(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x82, 0x80 | message.length, 0, 0, 0, 0]), message]);
}
