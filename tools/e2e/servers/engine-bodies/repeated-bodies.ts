/** Bodies of ContainerCreate with properties that are given more than once, in any letters, with null between them. */
import fc from 'fast-check';
import { image, prefix } from './raw-engine.js';

type Text = fc.Arbitrary<string>;

const json = (...values: unknown[]): Text => fc.constantFrom(...values.map((value) => JSON.stringify(value)));
const strings = (...values: string[]): Text => list(json(...values));
const flag = json(true, false);

/** Null is the value that merges differently for each type. */
const orNull = (text: Text): Text =>
  fc.oneof({ arbitrary: text, weight: 6 }, { arbitrary: fc.constant('null'), weight: 1 });

function list(item: Text): Text {
  return fc.array(orNull(item), { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
}

/** A map, whose keys are data and keep their letters. */
function map(names: readonly string[], value: Text): Text {
  const entry = fc.tuple(fc.constantFrom(...names), orNull(value));
  return fc.array(entry, { maxLength: 3 }).map((entries) => `{${entries.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
}

/** Some of the properties, any of them several times. */
function object(fields: Readonly<Record<string, Text>>, maxLength = 4): Text {
  const member = fc
    .constantFrom(...Object.keys(fields))
    .chain((name) => fc.tuple(spelled(name), orNull(fields[name] as Text)));
  return fc.array(member, { maxLength }).map((members) => `{${members.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
}

/** One more way for an engine to read a name. */
export function spelled(name: string): Text {
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

/** Without null: engines read such an entry, and the container that they make of it can never be inspected or removed. */
const ulimits = fc
  .array(object({ Name: json('nofile', 'core'), Soft: json(1, 2), Hard: json(3, 4) }), { maxLength: 3 })
  .map((items) => `[${items.join(',')}]`);

/** Without null for a list within a list, which engines show as null and our handlers get as an empty list. */
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

const config: Readonly<Record<string, Text>> = {
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

/** With an image and a command in front, so that most of them make a container. */
export const repeatedBody: Text = fc
  .array(
    members.chain((name) =>
      fc.tuple(
        spelled(name),
        orNull(
          name === 'NetworkingConfig'
            ? object({ EndpointsConfig: map(['bridge'], endpoint) }, 2)
            : (config[name] as Text),
        ),
      ),
    ),
    { minLength: 2, maxLength: 7 },
  )
  .map((parts) => `{"Image":"${image}","Cmd":["true"],${parts.map(([k, v]) => `"${k}":${v}`).join(',')}}`);
