/** One suite for all hosts: clients receive the same responses on each. */
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { createEngineServer, type EngineServer } from '../../src/index.js';
import { contract } from './contract.js';
import { engine, stat, type Seen } from './engine.js';
import { hosts } from './hosts.js';
import { ask, connect, json, open, talk, type Target } from './target.js';

const upgrade = 'Connection: Upgrade\r\nUpgrade: tcp\r\n';

function frame(type: number, text: string): string {
  return Buffer.concat([Buffer.from([type, 0, 0, 0, 0, 0, 0, text.length]), Buffer.from(text)]).toString('latin1');
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}

// A run that is not full tests half of the hosts, which the seed draws.
const tested = hosts.filter((_, index) => inject('isFullRun') || index % 2 === inject('seed') % 2);

describe.each(tested)('on $name', ({ name, upgrades, open: openHost }) => {
  const seen: Seen = { calls: [], abortedCalls: [] };
  const errors: unknown[] = [];
  let server: EngineServer;
  let target: Target;

  beforeAll(async () => {
    server = createEngineServer(contract, engine(seen), {
      product: { name: 'Test', version: '2.0', experimental: true },
      limits: { body: 10_000 },
      onError: (error) => errors.push(error),
    });
    target = await openHost(server);
  });
  beforeEach(() => {
    seen.calls.length = 0;
    seen.abortedCalls.length = 0;
    errors.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await target.close();
  });

  describe('plain responses', () => {
    it('are JSON with the headers of the server', async () => {
      const { status, headers, text } = await ask(target, '/v1.44/containers/json?all=1');
      expect({ status, text }).toEqual({ status: 200, text: '[{"Id":"a","Names":null,"Labels":{}}]\n' });
      expect(headers).toMatchObject({
        'api-version': '1.44',
        'content-type': 'application/json',
        'docker-experimental': 'true',
        ostype: 'linux',
        server: 'Test/2.0 (linux)',
      });
      expect(seen.calls[0]).toMatchObject({ operation: 'ContainerList', version: '1.44', query: { all: true } });
    });

    it.each(['a', 'é', '日本 🐳'])('are UTF-8: %s', async (id) => {
      const { headers, text } = await ask(target, encodeURI(`/containers/${id}/json`));
      expect(Buffer.from(text, 'latin1').toString('utf8')).toBe(`{"Id":"${id}"}\n`);
      expect(headers['content-length']).toBe(String(text.length));
    });

    it('are sent also without a version in the path', async () => {
      expect((await ask(target, '/containers/json')).status).toBe(200);
      expect(seen.calls[0]?.version).toBe('1.44');
    });

    it('reject other versions', async () => {
      const { status, text } = await ask(target, '/v9.9/_ping');
      expect({ status, text }).toEqual({
        status: 400,
        text: '{"message":"client version 9.9 is too new. Maximum supported API version is 1.44"}\n',
      });
    });

    it.each(['/nothing', '/containers/json/', '/v1.44/nothing'])('are 404 for %s', async (path) => {
      const { status, text, headers } = await ask(target, path);
      expect(status).toBe(404);
      if (text.startsWith('{')) {
        expect(text).toBe('{"message":"page not found"}\n');
        expect(headers['api-version']).toBeUndefined();
      }
    });

    // Express and Fastify have their own responses for paths without an operation.
    it.runIf(/socket|port|createServer|fetch/.test(name)).each(['/', '/v1.44/nothing', '/containers/json'])(
      'are empty for OPTIONS of any path: %s',
      async (path) => {
        const { status, text, headers } = await ask(target, path, { method: 'OPTIONS' });
        expect({ status, text }).toEqual({ status: 200, text: '' });
        expect(headers).toMatchObject({ 'api-version': '1.44', 'content-length': '0' });
      },
    );

    it.runIf(/socket|port|createServer|fetch/.test(name)).each([
      ['/containers//json?all=1', 'containers/json?all=1'],
      ['//containers/a//', 'containers/a/'],
    ])('redirect to a path without empty segments: %s', async (path, location) => {
      const { status, text, headers } = await ask(target, path);
      expect({ status, text }).toEqual({ status: 301, text: '' });
      expect(headers['location']?.endsWith(`/${location}`)).toBe(true);
    });

    it.each([
      ['/containers/none/json', 404, 'No such container: none'],
      ['/containers/elsewhere/json', 418, 'teapot'],
      ['/containers/broken/json', 500, 'internal error'],
      ['/containers/a/archive?path=/&x=%zz', 400, 'invalid URL escape "%zz"'],
      ['/containers/json?limit=x&filters={"no":["a"]}', 400, "/query/limit must be an integer; invalid filter 'no'"],
    ])('are errors: %s', async (path, status, message) => {
      const response = await ask(target, encodeURI(path).replace('%25zz', '%zz'));
      expect(response.status).toBe(status);
      expect(JSON.parse(response.text)).toEqual({ message });
      expect(response.headers['api-version']).toBe('1.44');
      expect(errors).toHaveLength(status === 500 ? 1 : 0);
    });

    it('name the operation that is not implemented', async () => {
      const { status, text } = await ask(target, '/containers/a/resize?h=1&w=1', { method: 'POST' });
      expect({ status, text }).toEqual({ status: 501, text: '{"message":"ContainerResize is not implemented"}\n' });
    });

    it('may have no body', async () => {
      const started = await ask(target, '/containers/a/start', { method: 'POST' });
      expect([started.status, started.text, started.headers['content-length']]).toEqual([204, '', undefined]);
      expect((await ask(target, '/containers/running/start', { method: 'POST' })).status).toBe(304);
      expect((await ask(target, '/containers/taken/start', { method: 'POST' })).status).toBe(409);
    });

    it('are sent to pings', async () => {
      const get = await ask(target, '/_ping');
      expect([get.status, get.text]).toEqual([200, 'OK']);
      expect(get.headers).toMatchObject({
        'cache-control': 'no-cache, no-store, must-revalidate',
        'content-type': 'text/plain; charset=utf-8',
        pragma: 'no-cache',
      });
      const head = await ask(target, '/_ping', { method: 'HEAD' });
      expect([head.status, head.text, head.headers['api-version']]).toEqual([200, '', '1.44']);
    });

    it('contain the range of versions', async () => {
      expect(JSON.parse((await ask(target, '/version')).text)).toMatchObject({
        ApiVersion: '1.44',
        MinAPIVersion: '1.44',
        Components: [{ Details: { ApiVersion: '1.44', MinAPIVersion: '1.44' } }],
      });
    });

    it('are sent for names with slashes', async () => {
      expect(JSON.parse((await ask(target, '/images/host%3A5000/a/b/json')).text)).toEqual({ Id: 'host:5000/a/b' });
      const deleted = await ask(target, '/images/a/b', { method: 'DELETE' });
      expect(JSON.parse(deleted.text)).toEqual([{ Untagged: 'a/b' }]);
    });
  });

  describe('bodies', () => {
    it('are read as engines read them', async () => {
      const { status } = await json(target, '/containers/create?name=web', {
        image: 'busybox',
        Cmd: null,
        StopTimeout: null,
        Unknown: { value: true },
        HostConfig: { Privileged: null, memory: 0 },
      });
      expect(status).toBe(201);
      expect(seen.calls[0]?.body).toEqual({
        Image: 'busybox',
        Cmd: null,
        StopTimeout: null,
        Unknown: { value: true },
        HostConfig: { Memory: 0 },
      });
    });

    it('are rejected with all problems', async () => {
      const { status, text } = await json(target, '/containers/create?name=!', {
        Image: 1,
        Hostname: 'h',
        HostConfig: { NetworkMode: 'container:x', NanoCpus: 1, CpuPeriod: 1, Mounts: [{ Inner: { Type: 'x' } }] },
      });
      expect(status).toBe(400);
      expect((JSON.parse(text) as { message: string }).message.split('; ')).toEqual([
        '/query/name must match ^/?[a-zA-Z0-9][a-zA-Z0-9_.-]+$',
        '/body/Image must be a string',
        '/body/HostConfig/Mounts/0/Inner/Type must be one of "bind", "volume", not "x"',
        '/body/HostConfig/NanoCpus cannot be set together with CpuPeriod (`NanoCpus` sets the CPU period itself)',
        '/body/Hostname cannot be set with this body.HostConfig.NetworkMode (The host name comes with the network)',
      ]);
    });

    it('must be JSON if the operation needs JSON', async () => {
      const plain = await ask(target, '/containers/create', {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'Content-Length': '2' },
        body: '{}',
      });
      expect(plain.status).toBe(400);
      expect(plain.text).toContain("unsupported Content-Type header (text/plain): must be 'application/json'");
    });

    it('cannot be too large', async () => {
      const { status } = await json(target, '/containers/create', { Image: 'x'.repeat(20_000) });
      expect(status).toBe(413);
    });

    it('may be streamed', async () => {
      const { status } = await ask(target, '/containers/a/archive?path=/', {
        method: 'PUT',
        body: Buffer.alloc(300_000),
      });
      expect(status).toBe(200);
      expect(seen.calls[0]?.body).toBe(300_000);
    });

    it('may be a form', async () => {
      await ask(target, '/images/create?fromImage=query&changes=A', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'fromImage=form&changes=B',
      });
      expect(seen.calls[0]?.query).toEqual({ fromImage: 'form', changes: ['B', 'A'] });
    });

    it.each([
      ['padded', Buffer.from('{"username":"me??"}').toString('base64url') + '==', { username: 'me??' }],
      ['not padded', Buffer.from('{"identitytoken":"t"}').toString('base64url'), { identitytoken: 't' }],
      ['empty', Buffer.from('{}').toString('base64url'), {}],
      ['not base64', '!!!', {}],
      ['no credentials', Buffer.from('[1]').toString('base64url'), {}],
    ])('may be accompanied by credentials: %s', async (_, header, credentials) => {
      await ask(target, '/images/create?fromImage=x', { method: 'POST', headers: { 'X-Registry-Auth': header } });
      expect(seen.calls[0]?.headers).toEqual({ 'X-Registry-Auth': credentials });
    });
  });

  describe('streams', () => {
    it('consist of frames', async () => {
      const { status, headers, text } = await ask(target, '/containers/a/logs?stdout=1');
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/vnd.docker.multiplexed-stream');
      expect(text).toBe(frame(1, 'out') + frame(2, 'err'));
    });

    it('contain failures', async () => {
      const { status, text } = await ask(target, '/containers/breaks/logs?stdout=1');
      expect(status).toBe(200);
      expect(text).toBe(frame(1, 'out') + frame(2, 'err') + frame(3, 'Error grabbing logs: internal error\n'));
      expect(errors).toHaveLength(1);
    });

    it('of progress contain failures, or respond with an error status if nothing was sent yet', async () => {
      const whole = await ask(target, '/images/create?fromImage=a', { method: 'POST' });
      expect(whole.text).toBe('{"status":"Pulling"}\r\n{"status":"Done"}\r\n');
      const broken = await ask(target, '/images/create?fromImage=breaks', { method: 'POST' });
      expect([broken.status, broken.text]).toEqual([
        200,
        '{"status":"Pulling"}\r\n{"errorDetail":{"message":"broken off"},"error":"broken off"}\r\n',
      ]);
      const none = await ask(target, '/images/create?fromImage=none', { method: 'POST' });
      expect([none.status, none.text]).toEqual([404, '{"message":"no such image"}\n']);
    });

    it('send the head of a wait immediately, and the body when available', async () => {
      const request = open(target, '/containers/a/wait', { method: 'POST' });
      request.end();
      const begin = performance.now();
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
      expect(performance.now() - begin).toBeLessThan(650);
      expect(response.statusCode).toBe(200);
      const [body] = (await once(response, 'data')) as [Buffer];
      expect(body.toString()).toBe('{"StatusCode":7}\n');
      expect((await ask(target, '/containers/exited/wait', { method: 'POST' })).text).toBe('{"StatusCode":3}\n');
      expect((await ask(target, '/containers/none/wait', { method: 'POST' })).status).toBe(404);
      await expect(ask(target, '/containers/breaks/wait', { method: 'POST' })).rejects.toThrow();
      expect(errors).toHaveLength(1);
    });

    it('of archives have a path stat in the header', async () => {
      const { headers, text } = await ask(target, '/containers/a/archive?path=/etc');
      expect(text).toBe('tar archive');
      expect(headers['content-type']).toBe('application/x-tar');
      expect(JSON.parse(Buffer.from(String(headers['x-docker-container-path-stat']), 'base64').toString())).toEqual(
        stat,
      );
      expect((await ask(target, '/containers/breaks/archive?path=/etc')).status).toBe(404);
      const info = await ask(target, '/containers/a/archive?path=/etc', { method: 'HEAD' });
      expect(info.headers['x-docker-container-path-stat']).toBe(headers['x-docker-container-path-stat']);
    });

    it('start before there is anything to send, and end when the client disconnects', async () => {
      const request = open(target, '/events');
      request.on('error', () => undefined);
      request.end();
      const begin = performance.now();
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      expect(performance.now() - begin).toBeLessThan(650);
      const [first] = (await once(response, 'data')) as [Buffer];
      expect(first.toString()).toBe('{"Type":"container"}\n');
      request.destroy();
      await until(() => seen.abortedCalls.includes('events'));
    });
  });

  describe('hijacked connections', () => {
    it.runIf(upgrades)('support half-closing', async () => {
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/containers/a/attach HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
        'input',
      ]);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(head.split('\r\n').slice(0, 4)).toEqual([
        'HTTP/1.1 101 UPGRADED',
        'Content-Type: application/vnd.docker.multiplexed-stream',
        'Connection: Upgrade',
        'Upgrade: tcp',
      ]);
      expect(body).toBe(frame(2, 'begin ') + frame(1, 'input') + frame(1, ' end'));
    });

    it.runIf(upgrades)('transfer raw bytes for a terminal', async () => {
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/containers/tty/attach HTTP/1.1\r\nHost: x\r\n${upgrade}\r\nin`,
      ]);
      expect(text).toContain('Content-Type: application/vnd.docker.raw-stream\r\n');
      expect(text.endsWith('\r\n\r\nbegin in end')).toBe(true);
    });

    it.runIf(upgrades).each([
      ['with a length', 'Content-Length: 12\r\n', ['{"Tty":true}in', 'put']],
      ['in pieces', 'Content-Length: 12\r\n', ['{"Tty":', 'true}in', 'put']],
      ['in chunks', 'Transfer-Encoding: chunked\r\n', ['7\r\n{"Tty":\r\n5;x=y\r\ntrue}\r\n0\r\n\r\nin', 'put']],
    ])('start after a body: %s', async (_, header, pieces) => {
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/exec/a/start HTTP/1.1\r\nHost: x\r\n${upgrade}Content-Type: application/json\r\n${header}\r\n`,
        ...pieces,
      ]);
      expect(seen.calls[0]?.body).toEqual({ Tty: true });
      expect(text.endsWith('\r\n\r\nbegin input end')).toBe(true);
    });

    it.runIf(upgrades)('are not upgraded if the response is an error', async () => {
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/containers/none/attach HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
      ]);
      expect(text).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
      expect(text).toMatch(/\r\nContent-Type: application\/vnd\.docker\.raw-stream\r\n/i);
      expect(text.endsWith('\r\n\r\nNo such container: none\r\n')).toBe(true);
    });

    it.runIf(upgrades)('are not upgraded if the operation has no upgrade', async () => {
      const body = '{"Image":"x"}';
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/containers/create HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ]);
      expect(text).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
      expect(seen.calls[0]?.body).toEqual({ Image: 'x' });
    });

    it('need no upgrade: the input is the body', async () => {
      const { status, headers, text } = await ask(target, '/containers/a/attach', { method: 'POST', body: 'input' });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/vnd.docker.raw-stream');
      expect(text).toBe(frame(2, 'begin ') + frame(1, 'input') + frame(1, ' end'));
    });

    // One client sends the parameters of an attach also as a body, and the input after it.
    it.runIf(upgrades).each([
      ['with an upgrade', upgrade],
      // Without one, the input after the body never reaches an adapter, or a server behind a body parser.
      ...(/fetch|json/.test(name) ? [] : [['without one', '']]),
    ])('do not treat options as input: %s', async (_, headers) => {
      const options = '{"stream":true}';
      const socket = connect(target);
      socket.setEncoding('latin1');
      let text = '';
      socket.on('data', (data: string) => (text += data));
      socket.write(
        `POST ${target.prefix ?? ''}/containers/a/attach HTTP/1.1\r\nHost: x\r\n${headers}` +
          `Content-Type: application/json\r\nContent-Length: ${options.length}\r\n\r\n${options}`,
      );
      await until(() => text.includes('begin '));
      socket.write('input');
      await until(() => text.includes('input'));
      socket.end();
      await once(socket, 'close');
      expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(frame(2, 'begin ') + frame(1, 'input') + frame(1, ' end'));
    });

    it('need no upgrade: there is no input if the body contains options', async () => {
      const { status, text } = await json(target, '/exec/a/start', { Tty: true });
      expect([status, text]).toEqual([200, 'begin  end']);
    });

    it('are not needed to run a detached process', async () => {
      const { status, text } = await json(target, '/exec/a/start', { Detach: true });
      expect([status, text]).toEqual([200, '']);
    });

    it.runIf(upgrades)('become websockets', async () => {
      const path = `${target.prefix ?? ''}/containers/a/attach/ws`;
      const socket = new WebSocket('ws://localhost/', {
        createConnection: () => connect(target),
        finishRequest: (request: { path: string; end(): void }) => {
          request.path = path;
          request.end();
        },
      } as object);
      const messages: string[] = [];
      socket.on('message', (data: Buffer, binary: boolean) => messages.push(`${binary} ${data.toString()}`));
      await once(socket, 'open');
      socket.send('input');
      await until(() => messages.length === 2);
      socket.close();
      await once(socket, 'close');
      expect(messages).toEqual(['true begin ', 'true input', 'true  end']);
    });

    it.runIf(upgrades)('become HTTP/2 connections', async () => {
      const text = await talk(target, [
        `POST ${target.prefix ?? ''}/session HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
        'client second',
      ]);
      expect(text).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n/);
      expect(text.endsWith('\r\n\r\nserver firstclient second')).toBe(true);
    });

    it.runIf(upgrades).each([
      [
        'with a body',
        '/exec/a/start',
        'Content-Type: application/json\r\nContent-Length: 12\r\n',
        '{"Tty":true}',
        'begin input end',
      ],
      ['without one', '/containers/tty/attach', 'Content-Length: 0\r\n', '', 'begin input end'],
    ])('need only the header Upgrade: %s', async (_, path, headers, body, wanted) => {
      const socket = connect(target);
      socket.setEncoding('latin1');
      let text = '';
      socket.on('data', (data: string) => (text += data));
      socket.write(`POST ${target.prefix ?? ''}${path} HTTP/1.1\r\nHost: x\r\nUpgrade: tcp\r\n${headers}\r\n${body}`);
      await until(() => text.includes('begin '));
      socket.write('in');
      await until(() => text.endsWith('in'));
      socket.end('put');
      await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1\.1 101 UPGRADED\r\nContent-Type: application\/vnd\.docker\.raw-stream\r\n/);
      expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(wanted);
    });

    it('are rejected without an upgrade if the operation needs one', async () => {
      const responses = [
        await ask(target, '/containers/a/attach/ws'),
        await ask(target, '/containers/none/attach/ws'),
        await ask(target, '/session', { method: 'POST' }),
        await ask(target, '/session', { method: 'POST', headers: { Upgrade: 'foo' } }),
      ];
      expect(responses.map(({ status, text }) => [status, text.trim()])).toEqual([
        [400, '{"message":"not websocket protocol"}'],
        [404, '{"message":"No such container: none"}'],
        [400, '{"message":"no upgrade proto in request"}'],
        [400, '{"message":"protocol foo not supported"}'],
      ]);
    });
  });
});
