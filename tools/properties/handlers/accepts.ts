/** Handlers whose responses match the contract: all of this must compile. */
import { Readable } from 'node:stream';
import * as v41 from '@lading/server-v1.41';
import * as v44 from '@lading/server-v1.44';
import { containerCreate } from '@lading/contract-v1.44/operations';
import { containerCreateRequest } from '@lading/contract-v1.44/schemas';
import { reply, session, terminal, NotFound, type Call, type Handlers } from '@lading/server-v1.44';

const network = { Id: '', Warning: '' };

/** Handlers that return values, promises, and replies with an explicit status. */
export const values: Handlers = {
  container: {
    create: ({ query: { name }, body: { Image, HostConfig } }) => {
      const words: readonly (string | undefined)[] = [name, Image ?? undefined, HostConfig?.NetworkMode ?? undefined];
      return { Id: words.join(), Warnings: [] };
    },
    start: async ({ path: { id } }) => {
      if (id === '') throw new NotFound('No such container');
      return id === 'running' ? reply(304) : undefined;
    },
    stop: () => {},
    restart: async () => reply(204),
    prune: ({ query: { filters } }) => ({ ContainersDeleted: filters?.label ?? [], SpaceReclaimed: 0 }),
    wait: () => Promise.resolve({ StatusCode: 0 }),
  },
  network: { create: () => reply(201, network, { 'X-More': 'yes' }), delete: () => reply(204) },
  system: { ping: () => 'OK', pingHead: () => {} },
};

/** Handlers that return streams: iterables, generators and Node streams. */
export const streams: Handlers = {
  container: {
    logs: async function* () {
      yield { stream: 'stderr', data: 'gone' };
      yield { stream: 'stdout', data: new Uint8Array() };
    },
    export: () => Readable.from([]),
    archive: () => reply(200, [new Uint8Array()], { 'X-Docker-Container-Path-Stat': {} }),
    attach: ({ query: { stdin } }) =>
      session(({ stdin: input, stdout }) => void (stdin ? input.pipe(stdout) : stdout.end()), { tty: true }),
    putArchive: ({ body }) => void body.pipe(process.stdout),
  },
  service: { logs: () => terminal('bytes') },
  exec: {
    start: ({ body }) =>
      body?.Detach
        ? undefined
        : reply(
            101,
            session(({ raw }) => void raw.end()),
          ),
  },
  image: {
    create: async function* ({ headers: { 'X-Registry-Auth': credentials }, signal }) {
      if (!signal.aborted) yield { status: `Pulling as ${credentials?.username ?? 'nobody'}` };
    },
    load: ({ body }) => (body.readable ? [] : reply(200, [])),
  },
};

/** Handlers as a class, and the common type of all calls. */
export class Containers implements Pick<v44.ContainerHandlers, 'start' | 'kill'> {
  readonly seen: Call[] = [];
  start(call: v44.ContainerStartCall): v44.ContainerStartResult {
    this.seen.push(call);
  }
  async kill(call: v44.ContainerKillCall) {
    this.seen.push(call);
    return reply(204);
  }
}

/** A handler for both versions, where they do not differ. */
const inspect: v41.NetworkHandlers['delete'] & v44.NetworkHandlers['delete'] = () => {};
v41.createServer({ network: { delete: inspect } });
v44.createServer({ network: { delete: inspect }, container: new Containers() }, { limits: { body: 1024 } });

export const data: readonly [string, string, object] = [
  v41.contract.version,
  containerCreate.path,
  containerCreateRequest,
];
