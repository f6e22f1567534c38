/** Starts an engine that serves clients. */
import { randomBytes } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer, type Limits, type ListenAddress, type Listening } from '@lading/server-v1.44';
import { parseListenAddress } from '@lading/runtime-wire';
import { rejectedRoutes } from './values/reject-buildkit.js';
import { RealClock } from './adapters/real-clock.js';
import { createEngine, type Engine } from './create-engine.js';
import type { ImageDefinition } from './definitions/image-definition.js';
import { loadImages } from './objects/images/load.js';
import { RecordingDriver } from './adapters/recording-driver.js';
import type { Clock } from './ports/clock.js';
import type { Ports } from './ports/ports.js';
import { loadConversionsOf, refusalsOf, servedVersions, type NriInfo } from './http/newest-version.js';
import { CurrentEngine, RunningEngine } from './running-engine.js';
import type { SimulatedNode } from './swarm/swarm-control.js';

export interface StartOptions {
  /**
   * Where to listen: `unix:///path`, `tcp://127.0.0.1:2375`, `tcp://127.0.0.1:0` for any port. Without it, a socket in the
   * temporary folder that is removed at the end.
   */
  readonly host?: string | readonly string[];
  /** The group whose members may open the unix sockets, by name or number. @default that of the process */
  readonly group?: string | number;
  /** PEM files for `tcp://`: clients without a certificate of `ca` are rejected. */
  readonly tls?: { readonly cert: Buffer | string; readonly key: Buffer | string; readonly ca?: Buffer | string };
  /**
   * The API versions that the engine offers, for tests with clients of another age: `'1.41'` is the newest one,
   * `'1.41-1.44'` the oldest and the newest. Others are refused. @default all versions from 1.24 on
   */
  readonly api?: string;
  /** The Node Resource Interface that the information about the engine shows from 1.53 on. @default none */
  readonly nri?: NriInfo;
  /** Names of images, which exist from the start, and paths of archives (`docker save`), which are loaded. */
  readonly images?: readonly string[];
  /**
   * Images whose containers run programs: a pull of one of their names creates the image of the definition.
   * `@lading/engine-images` has those of usual services. @default none: every image has the built-in programs alone
   */
  readonly imageDefinitions?: readonly ImageDefinition[];
  /** The time: that of the machine, or one that the test moves. @default 'real' */
  readonly clock?: 'real' | Clock;
  /**
   * The shortest time between the start and the end of a container, in milliseconds. Clients such as compose listen to events
   * while a container starts, which takes a real engine a quarter of a second: they would miss the end of a short program.
   *
   * @default 5, and 0 with a clock that the test moves
   */
  readonly minimumRunTime?: number;
  /**
   * Whether signals such as those of a stop end the first process of a container at once if it does not handle them. Without it,
   * such a process ignores them, as on Linux, and only SIGKILL ends it after the timeout.
   *
   * @default true
   */
  readonly fastStop?: boolean;
  /** Whether published ports are opened on the loopback interface. @default true */
  readonly publishPorts?: boolean;
  /** A folder in which containers, images, networks and volumes survive the end of the process. Without it, nothing does. */
  readonly data?: string;
  /**
   * Whether responses are checked against the contract; an invalid one becomes 500 with its errors. The tests of the engine do
   * so; a check takes as long as the rest of a request. @default false
   */
  readonly checkResponses?: boolean;
  /** What clients may use, such as the time for the head of a request. @default the limits of `@lading/server` */
  readonly limits?: Partial<Limits>;
  /** Called with errors of the engine itself, which clients see as `internal error`. @default console.error */
  readonly onError?: (error: unknown) => void;
  /** Other implementations of ports. */
  readonly ports?: Partial<Ports>;
}

/**
 * @throws Error for an address or API versions in another form, for versions that are not served, and those of `net.Server.listen`: EADDRINUSE …
 * @example
 * await using engine = await startEngine({ images: ['alpine'] });
 * process.env.DOCKER_HOST = engine.address;
 */
export async function startEngine(options: StartOptions = {}): Promise<RunningEngine> {
  const { clock = 'real', publishPorts = true, checkResponses = false, api, onError } = options;
  const { minimumRunTime = clock === 'real' && options.ports?.clock === undefined ? 5 : 0 } = options;
  const addresses = addressesOf(options);
  // The database is loaded by engines that have one.
  const data = options.data === undefined ? undefined : (await import('./disk/open-data.js')).openData(options.data);
  const listening: Listening[] = [];
  const socket = {
    paths: [
      '/var/run/docker.sock',
      '/run/docker.sock',
      ...addresses.flatMap(({ listen }) => ('path' in listen ? listen.path : [])),
    ],
    connect: () => connectTo(listening),
  };
  const core = new CurrentEngine(
    createEngine(
      {
        clock: clock === 'real' ? new RealClock() : clock,
        ...(data && { store: data.store, filesystem: data.filesystem, blobs: data.blobs }),
        ...(!publishPorts && { networkDriver: new RecordingDriver() }),
        ...options.ports,
      },
      {
        minimumRunTime,
        fastStop: options.fastStop !== false,
        imageDefinitions: options.imageDefinitions ?? [],
        socket,
      },
    ),
  );
  const { engine } = core;
  for (const image of options.images ?? []) {
    if (/^\.{0,2}\/|\.tar(\.gz)?$/.test(image)) await loadImages(engine.images, engine.events, createReadStream(image));
    else if (engine.images.search(image) === undefined) await engine.pull(image);
  }
  // An interrupted pull leaves layers that no image has.
  await engine.images.layers.removeUnused();
  await engine.resume();
  const server = createServer(core.handlers, {
    routes: rejectedRoutes,
    hooks: [refusalsOf(api === undefined ? undefined : offersOf(api).newest), core.hooks],
    ...core.rejections,
    checkResponses,
    serves: servedVersions,
    loadConversions: loadConversionsOf(() => ({
      images: core.engine.images,
      containers: core.engine.containers,
      nri: options.nri,
    })),
    ...(api !== undefined && { offers: offersOf(api) }),
    ...(onError && { onError }),
    ...(options.limits && { limits: options.limits }),
  });
  try {
    for (const { listen } of addresses) listening.push(await server.listen(listen));
    return new RunningEngine(core, server, listening, () => {
      data?.release();
      for (const { remove } of addresses) remove();
    });
  } catch (error) {
    await server.close({ timeout: 0 });
    await engine.close();
    data?.release();
    throw error;
  }
}

/**
 * Serves clients by a further engine, which can join the swarm of this one.
 *
 * @param host in the form of {@link StartOptions.host}
 */
export async function listenAsNode(running: RunningEngine, host: string): Promise<SimulatedNode<Engine>> {
  const node = running.swarm.addNode({ joins: false });
  const { listen } = addressOf(host, undefined);
  const server = createServer(node.engine.handlers, {
    routes: rejectedRoutes,
    hooks: node.engine.hooks,
    onInvalid: node.engine.onInvalid,
    onMistyped: node.engine.onMistyped,
    checkResponses: false,
    serves: servedVersions,
    loadConversions: loadConversionsOf(() => ({ images: node.engine.images, containers: node.engine.containers })),
  });
  await server.listen(listen);
  running.onClose(() => server.close({ timeout: 0 }));
  return node;
}

/** Connects to the first address that needs no certificate. */
function connectTo(listening: readonly Listening[]): Duplex | undefined {
  const address = listening.find((each) => !each.address.startsWith('https:'))?.address;
  if (address === undefined) return undefined;
  if (address.startsWith('unix://')) return connect(address.slice('unix://'.length));
  const { hostname, port } = new URL(address);
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
}

/** @throws Error for a text in another form */
function offersOf(api: string): { readonly oldest?: string; readonly newest: string } {
  const [, oldest, newest] = /^(?:(\d+\.\d+)-)?(\d+\.\d+)$/.exec(api) ?? [];
  if (newest === undefined) throw new Error(`api ${api}: expected a version or a range, such as 1.41 or 1.41-1.44`);
  return { newest, ...(oldest !== undefined && { oldest }) };
}

interface EngineAddress {
  readonly listen: ListenAddress;
  /** Removes what is left of it at the end. */
  readonly remove: () => void;
}

function addressesOf({ host, tls, group }: StartOptions): EngineAddress[] {
  const hosts = host === undefined || typeof host === 'string' ? [host] : host;
  return hosts.map((each) => {
    const { listen, remove } = addressOf(each, tls);
    return { listen: 'path' in listen && group !== undefined ? { ...listen, group } : listen, remove };
  });
}

function addressOf(host: string | undefined, tls: StartOptions['tls']): EngineAddress {
  if (host === undefined) {
    const path = join(tmpdir(), `lading-engine-${randomBytes(6).toString('hex')}.sock`);
    return { listen: { path }, remove: () => rmSync(path, { force: true }) };
  }
  const remove = (): void => undefined;
  const listen = parseListenAddress(host);
  if (listen === undefined) throw new Error(`host "${host}": pass unix:///path/of/a/socket or tcp://127.0.0.1:2375`);
  if (!('port' in listen)) return { listen, remove };
  const tlsOptions = tls && {
    tls: { cert: tls.cert, key: tls.key, ...(tls.ca && { ca: tls.ca, requestCert: true, rejectUnauthorized: true }) },
  };
  return { listen: { ...listen, ...tlsOptions }, remove };
}
