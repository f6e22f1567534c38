/** An engine that responds at once: small lists, inspections, and an archive of as many bytes as the path says. */
import { createServer } from 'node:http';

/** @param {string} socket */
export async function startEngine(socket) {
  const bodies = new Map([
    ['/containers/json', jsonLine(Array.from({ length: 10 }, (_, index) => container(index)))],
    ['/containers/a/json', jsonLine(inspected())],
    ['/images/json', jsonLine(Array.from({ length: 10 }, (_, index) => image(index)))],
  ]);
  /** The bodies of a list of which each image is another one each time. */
  const imageLists = Array.from({ length: 1000 }, (_, changed) =>
    jsonLine(Array.from({ length: 10 }, (_, index) => image(10_000 + 10 * changed + index))),
  );
  let requests = 0;
  const changing = (/** @type {string} */ path) =>
    path === '/images/json' ? imageLists[(requests += 1) % imageLists.length] : bodies.get(path);
  const chunk = Buffer.alloc(64 * 1024);
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '');
    const body = request.headers['x-changing'] === undefined ? bodies.get(path) : changing(path);
    if (body !== undefined) {
      response.writeHead(200, {
        'Api-Version': '1.44',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      });
      return response.end(body);
    }
    const length = Number(/bytes=(\d+)/.exec(path)?.[1] ?? 0);
    response.writeHead(200, { 'Content-Type': 'application/x-tar', 'Content-Length': length });
    for (let sent = 0; sent < length && !response.destroyed; sent += chunk.length) {
      if (!response.write(chunk.subarray(0, Math.min(chunk.length, length - sent)))) {
        await new Promise((resolve) => response.once('drain', resolve));
      }
    }
    return response.end();
  });
  await new Promise((resolve) => server.listen(socket, () => resolve(undefined)));
}

/** Encodes a value as engines do. @param {unknown} value */
function jsonLine(value) {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** @param {number} index */
function container(index) {
  return {
    Id: String(index).padStart(64, 'a'),
    Names: [`/container-${index}`],
    Image: 'busybox:1',
    ImageID: `sha256:${'b'.repeat(64)}`,
    Command: 'sleep 600',
    Created: 1_700_000_000 + index,
    Ports: [{ IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8000 + index, Type: 'tcp' }],
    Labels: { 'com.example.some': 'label', 'com.example.other': 'label' },
    State: 'running',
    Status: 'Up 2 minutes',
    HostConfig: { NetworkMode: 'default' },
    NetworkSettings: { Networks: { bridge: endpoint() } },
    Mounts: [],
  };
}

/** Clients below 1.44 get `VirtualSize` too. @param {number} index */
function image(index) {
  return {
    Containers: -1,
    Created: 1_700_000_000 + index,
    Id: `sha256:${String(index).padStart(64, 'a')}`,
    Labels: { 'org.opencontainers.image.source': 'https://example.com/source', 'com.example.some': 'label' },
    ParentId: '',
    RepoDigests: [`registry.example/image-${index}@sha256:${'b'.repeat(64)}`],
    RepoTags: [`registry.example/image-${index}:1.0`],
    SharedSize: -1,
    Size: 123_456_789 + index,
  };
}

function endpoint() {
  return {
    IPAMConfig: null,
    Links: null,
    Aliases: null,
    MacAddress: '02:42:ac:11:00:02',
    NetworkID: 'c'.repeat(64),
    EndpointID: 'd'.repeat(64),
    Gateway: '172.17.0.1',
    IPAddress: '172.17.0.2',
    IPPrefixLen: 16,
    IPv6Gateway: '',
    GlobalIPv6Address: '',
    GlobalIPv6PrefixLen: 0,
    DriverOpts: null,
    DNSNames: null,
  };
}

function inspected() {
  const { Id, Image, Mounts, NetworkSettings } = container(0);
  return {
    Id,
    Created: '2026-01-01T00:00:00.000000000Z',
    Path: 'sleep',
    Args: ['600'],
    State: { Status: 'running', Running: true, Paused: false, Pid: 1234, ExitCode: 0, Error: '' },
    Image,
    Name: '/container-0',
    RestartCount: 0,
    Driver: 'overlay2',
    Platform: 'linux',
    Mounts,
    HostConfig: {
      Binds: null,
      LogConfig: { Type: 'json-file', Config: {} },
      NetworkMode: 'default',
      PortBindings: { '80/tcp': [{ HostIp: '', HostPort: '8000' }] },
      RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
      ConsoleSize: [0, 0],
      Memory: 0,
      CapAdd: null,
      Dns: [],
      Privileged: false,
      Ulimits: null,
    },
    Config: { Hostname: 'a', User: '', Env: ['PATH=/bin'], Cmd: ['sleep', '600'], Image: 'busybox:1', Labels: {} },
    NetworkSettings,
  };
}
