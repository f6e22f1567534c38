/** Compares how an engine interprets a body and how it interprets the body that Lading's server passes to its handler. */
import { Readable } from 'node:stream';
import { createServerV141, createServerV144 } from '@lading/server';
import type { RawEngine } from './raw-engine.js';

export interface Comparison {
  readonly body: string;
  /** `equal`; `refused`: by both; `refused here`: by Lading's server alone; `different`: the containers differ. */
  readonly outcome: 'equal' | 'refused' | 'refused here' | 'different';
  readonly direct: unknown;
  readonly canonical: unknown;
}

/** Returns the body that the handler of a server receives, or the reason why it is rejected. */
type BodyReader = (body: string) => Promise<{ readonly text: string } | { readonly refusal: string }>;

export function bodyReader(api: RawEngine['api']): BodyReader {
  let received: unknown;
  const create = (call: { readonly body: unknown }): { Id: string; Warnings: string[] } => {
    received = call.body;
    return { Id: '1', Warnings: [] };
  };
  const handlers = { container: { create } };
  const server = api === '1.41' ? createServerV141(handlers) : createServerV144(handlers);
  return async (body) => {
    const reply = await server.handle({
      method: 'POST',
      url: `/v${api}/containers/create`,
      headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
      headersDistinct: {},
      body: () => Readable.from([Buffer.from(body)]),
      signal: new AbortController().signal,
      duplexSupport: 'stream',
    });
    return reply.status === 201 ? { text: JSON.stringify(received) } : { refusal: String(reply.body) };
  };
}

export async function compare(engine: RawEngine, reader: BodyReader, body: string): Promise<Comparison> {
  const direct = await created(engine, body);
  const read = await reader(body);
  const isRefused = 'refused' in direct;
  if ('refusal' in read)
    return { body, outcome: isRefused ? 'refused' : 'refused here', direct, canonical: read.refusal };
  const canonical = await created(engine, read.text);
  if (JSON.stringify(direct) !== JSON.stringify(canonical))
    return { body, outcome: 'different', direct, canonical: { sent: read.text, seen: canonical } };
  return { body, outcome: isRefused ? 'refused' : 'equal', direct, canonical };
}

interface Inspected extends Readonly<Record<'Config' | 'HostConfig' | 'Path' | 'Args', unknown>> {
  readonly Mounts: { readonly Destination: string }[];
  readonly NetworkSettings: { readonly Networks: unknown };
}

/** Creates a container and returns the inspected properties that a body determines; the container is removed. */
async function created(engine: RawEngine, body: string): Promise<object> {
  const response = await engine.json('POST', '/containers/create', body);
  if (response.status !== 201)
    return { refused: response.status, ...(response.status >= 500 && { why: response.text }) };
  const { Id: id } = JSON.parse(response.text) as { Id: string };
  try {
    const inspected = await engine.json('GET', `/containers/${id}/json`);
    const { Config, HostConfig, Mounts, NetworkSettings, Path, Args } = JSON.parse(inspected.text) as Inspected;
    const { Networks } = NetworkSettings;
    // Engines return mounts in random order.
    Mounts.sort((a, b) => (a.Destination < b.Destination ? -1 : 1));
    return JSON.parse(
      JSON.stringify({ Config, HostConfig, Mounts, Networks, Path, Args })
        .replaceAll(id, 'ID')
        .replaceAll(id.slice(0, 12), 'ID')
        // Anonymous volumes get a random name.
        .replace(/\b[0-9a-f]{64}\b/g, 'HEX'),
    ) as object;
  } finally {
    await engine.json('DELETE', `/containers/${id}?force=1&v=1`);
  }
}
