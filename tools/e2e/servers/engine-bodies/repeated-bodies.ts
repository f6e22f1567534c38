/** Generates bodies of ContainerCreate with repeated properties, in any letter case, some of them null. */
import fc from 'fast-check';
import { image, prefix } from './raw-engine.js';

type ArbitraryJson = fc.Arbitrary<string>;

const json = (...values: unknown[]): ArbitraryJson => fc.constantFrom(...values.map((value) => JSON.stringify(value)));
const strings = (...values: string[]): ArbitraryJson => list(json(...values));
const flag = json(true, false);

/** Adds null, which merges differently for each type. */
const orNull = (text: ArbitraryJson): ArbitraryJson =>
  fc.oneof({ arbitrary: text, weight: 6 }, { arbitrary: fc.constant('null'), weight: 1 });

function list(item: ArbitraryJson): ArbitraryJson {
  return fc.array(orNull(item), { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
}

/** A map. Its keys are data, so their case is not changed. */
function map(names: readonly string[], value: ArbitraryJson): ArbitraryJson {
  const entry = fc.tuple(fc.constantFrom(...names), orNull(value));
  return fc.array(entry, { maxLength: 3 }).map((entries) => `{${entries.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
}

/** An object with some of the properties, possibly repeated. */
function object(fields: Readonly<Record<string, ArbitraryJson>>, maxLength = 4): ArbitraryJson {
  const member = fc
    .constantFrom(...Object.keys(fields))
    .chain((name) => fc.tuple(spelled(name), orNull(fields[name] as ArbitraryJson)));
  return fc.array(member, { maxLength }).map((members) => `{${members.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
}

/** Another spelling that an engine reads as the name. */
export function spelled(name: string): ArbitraryJson {
  const letters = [...name].map((letter) =>
    fc.oneof(
      { arbitrary: fc.constant(letter), weight: 8 },
      fc.constantFrom(letter.toLowerCase(), letter.toUpperCase()),
      fc.constant(`\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
      fc.constant({ s: 'ſ', k: '\u212a' }[letter.toLowerCase()] ?? letter),
    ),
  );
  return fc.oneof(
    { arbitrary: fc.constant(name), weight: 3 },
    fc.tuple(...letters).map((all) => all.join('')),
  );
}

const healthcheck = object({
  Test: strings('CMD', 'true', 'NONE'),
  Interval: json(1_000_000_000, 0),
  Timeout: json(2_000_000_000, 0),
  Retries: json(1, 2),
});

const mount = object({
  Type: json('tmpfs', 'volume'),
  Target: json('/m1', '/m2'),
  ReadOnly: flag,
  TmpfsOptions: object({ SizeBytes: json(1024, 2048), Mode: json(448) }),
  VolumeOptions: object({ NoCopy: flag, Labels: map(['a', 'b'], json('1', '2')) }),
});

/** Ulimits without null: engines accept null, but such a container can never be inspected or removed. */
const ulimits = fc
  .array(object({ Name: json('nofile', 'core'), Soft: json(1, 2), Hard: json(3, 4) }), { maxLength: 3 })
  .map((items) => `[${items.join(',')}]`);

/** Capabilities without null for an inner array, which engines return as null and Lading's handlers receive as an empty array. */
const capabilities = fc.array(strings('gpu'), { maxLength: 3 }).map((lists) => `[${lists.join(',')}]`);

const hostConfig = object(
  {
    Privileged: flag,
    Binds: strings(`${prefix}-a:/a`, `${prefix}-b:/b:ro`),
    Mounts: list(mount),
    CapAdd: strings('SYS_TIME', 'NET_ADMIN'),
    CapDrop: strings('MKNOD', 'CHOWN'),
    Memory: json(0, 100_000_000),
    ShmSize: json(1_000_000, 2_000_000),
    PidsLimit: json(10, 20, 0),
    MemorySwappiness: json(10, 60),
    OomKillDisable: flag,
    Init: flag,
    AutoRemove: flag,
    RestartPolicy: object({ Name: json('no', '', 'always'), MaximumRetryCount: json(0) }),
    LogConfig: object({ Type: json('json-file', 'none'), Config: map(['max-size', 'max-file'], json('1', '2')) }),
    Dns: strings('1.1.1.1', '8.8.8.8'),
    ExtraHosts: strings('a:1.1.1.1', 'b:2.2.2.2'),
    Sysctls: map(['net.ipv4.ip_forward', 'kernel.msgmax'], json('1', '2')),
    Tmpfs: map(['/t1', '/t2'], json('', 'size=1k')),
    Ulimits: ulimits,
    Devices: list(object({ PathOnHost: json('/dev/null'), PathInContainer: json('/dev/x', '/dev/y') })),
    PortBindings: map(['80/tcp', '81/tcp'], list(object({ HostIp: json('127.0.0.1', ''), HostPort: json('1', '2') }))),
    ConsoleSize: list(json(1, 2, 3)),
    GroupAdd: strings('1', '2'),
    SecurityOpt: strings('no-new-privileges'),
    MaskedPaths: strings('/x', '/y'),
    PidMode: json('', 'host'),
    IpcMode: json('private', 'none'),
    NetworkMode: json('none', 'bridge', 'host'),
    ReadonlyRootfs: flag,
    DeviceRequests: list(object({ Driver: json('x'), Count: json(1), Capabilities: capabilities })),
  },
  6,
);

const endpoint = object({
  Aliases: strings('x', 'y'),
  IPAMConfig: object({ IPv4Address: json('10.0.0.1', ''), LinkLocalIPs: strings('169.254.1.1') }),
  DriverOpts: map(['a', 'b'], json('1', '2')),
});

const config: Readonly<Record<string, ArbitraryJson>> = {
  Hostname: json('h1', 'h2'),
  User: json('root', '1'),
  Tty: flag,
  OpenStdin: flag,
  Env: strings('A=1', 'B=2'),
  Cmd: fc.oneof(strings('a', 'b'), json('c')),
  Entrypoint: fc.oneof(strings('e', 'f'), json('g')),
  Labels: map(['a', 'A', 'b'], json('1', '2')),
  ExposedPorts: map(['80/tcp', '81/udp'], json({})),
  Volumes: map(['/v1', '/v2'], json({})),
  StopTimeout: json(1, 2),
  StopSignal: json('SIGINT', '9'),
  WorkingDir: json('/w1', '/w2'),
  Healthcheck: healthcheck,
  Shell: strings('sh', '-c'),
  HostConfig: hostConfig,
};

const members = fc.constantFrom(...Object.keys(config), 'HostConfig', 'HostConfig', 'HostConfig', 'NetworkingConfig');

/** A body that starts with an image and a command, so that most bodies create a container. */
export const repeatedBody: ArbitraryJson = fc
  .array(
    members.chain((name) =>
      fc.tuple(
        spelled(name),
        orNull(
          name === 'NetworkingConfig'
            ? object({ EndpointsConfig: map(['bridge'], endpoint) }, 2)
            : (config[name] as ArbitraryJson),
        ),
      ),
    ),
    { minLength: 2, maxLength: 7 },
  )
  .map((parts) => `{"Image":"${image}","Cmd":["true"],${parts.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
