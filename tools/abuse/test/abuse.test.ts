/** Attacks every subject with the same requests. */
import fc from 'fast-check';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openSockets, ping, pingCost, send, silent } from './client.js';
import { subjects, type Subject } from './subjects.js';

const isFullRun = inject('isFullRun');
const host = 'Host: a\r\n';
const json = 'Content-Type: application/json\r\n';
const create = `POST /v1.41/containers/create HTTP/1.1\r\n${host}${json}`;
const last = `GET /v1.41/_ping HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
const hidden = `POST /v1.41/containers/hidden/start HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`;

function post(path: string, body = ''): string {
  return `POST /v1.41${path} HTTP/1.1\r\n${host}${json}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

describe.each(Object.entries(subjects))('%s', (_name, start) => {
  let subject: Subject;
  let path = '';
  let idle = 0;
  beforeAll(async () => {
    subject = await start();
    path = subject.path;
    await ping(path);
    idle = await openSockets();
  });
  afterAll(async () => {
    const left = await openSockets(idle + 1);
    await subject.close();
    // A connection of the bridge to the engine may be kept for a second.
    expect(left).toBeLessThanOrEqual(idle + 1);
  });

  it('serves pipelined sequences in order, wherever they are cut', async () => {
    let number = 0;
    const steps = fc.array(fc.constantFrom('list', 'rename', 'missing', 'invalid', 'upgrade'), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, async (names) => {
        let id = `c${(number += 1)}`;
        const wanted = [201];
        const bytes = [post(`/containers/create?name=${id}`, '{"Image":"alpine","Cmd":["true"]}')];
        for (const name of names) {
          if (name === 'list') bytes.push(`GET /v1.41/containers/json HTTP/1.1\r\n${host}\r\n`);
          else if (name === 'upgrade')
            bytes.push(`GET /v1.41/containers/json HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
          else if (name === 'missing') bytes.push(`GET /v1.41/nothing HTTP/1.1\r\n${host}\r\n`);
          else if (name === 'invalid') bytes.push(post('/containers/create', '{"Image":5}'));
          else {
            const next = `c${(number += 1)}`;
            bytes.push(post(`/containers/${id}/rename?name=${next}`));
            id = next;
          }
          wanted.push({ list: 200, upgrade: 200, missing: 404, invalid: 400, rename: 204 }[name] ?? 0);
        }
        bytes.push(`DELETE /v1.41/containers/${id}?force=1 HTTP/1.1\r\n${host}\r\n`, last);
        const { statuses, isClosed } = await send(path, bytes.join(''));
        expect([statuses, isClosed]).toEqual([[...wanted, 204, 200], true]);
      }),
      { numRuns: isFullRun ? 200 : 15, endOnFailure: true },
    );
  });

  it.each([
    ['not HTTP', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET /_ping HTTP/1.1\r\n\r\n', 400],
    ['a header without a colon', `${create}nonsense\r\n\r\n`, 400],
    ['a space before the colon', `${create}Content-Length : 2\r\n\r\n{}`, 400],
    ['a folded header', `${create}X: a\r\n b\r\n\r\n`, 400],
    ['a length and chunks', `${create}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['chunks and a length', `${create}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['two lengths', `${create}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`, 400],
    ['a length with a sign', `${create}Content-Length: +0\r\n\r\n${hidden}`, 400],
    ['two encodings', `${create}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['an unknown encoding', `${create}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['a bare CR in a header', `${create}X: a\rContent-Length: 0\r\n\r\n${hidden}`, 400],
    ['two hosts', `GET /v1.41/_ping HTTP/1.1\r\n${host}Host: b\r\n\r\n${hidden}`, 400],
    ['a list of lengths', `${create}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`, 400],
    ['a length in hexadecimal', `${create}Content-Length: 0x0\r\n\r\n${hidden}`, 400],
    ['an empty length', `${create}Content-Length:\r\n\r\n${hidden}`, 400],
    [
      'chunked twice',
      `${create}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
      400,
    ],
    [
      'a control character before an encoding',
      `${create}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${hidden}`,
      400,
    ],
    ['a NUL in a header', `${create}X: a\u0000b\r\nContent-Length: 0\r\n\r\n${hidden}`, 400],
    ['a size with a sign', `${create}Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n${hidden}`, 400],
    ['a size of more than 64 bits', `${create}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n${hidden}`, 400],
    ['a space in the target', `GET /v1.41/_ping /x HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['another protocol', `GET /v1.41/_ping ICE/1.0\r\n${host}\r\n${hidden}`, 400],
    ['no space before the version', `GET /v1.41/_pingHTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['no version', `GET /v1.41/_ping\r\n\r\n${hidden}`, 400],
    ['a later version', `GET /v1.41/_ping HTTP/2.0\r\n${host}\r\n${hidden}`, 505],
    ['tabs in the request line', `GET\t/v1.41/_ping\tHTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['a space after the version', `GET /v1.41/_ping HTTP/1.1 \r\n${host}\r\n${hidden}`, 400],
    ['a space before the method', ` ${hidden}`, 400],
    ['an unknown method', `FOO /v1.41/_ping HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['an authority as its target', `GET a:80 HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['a tunnel', `CONNECT a:80 HTTP/1.1\r\n${host}\r\n${hidden}`, 501],
    ['a NUL in the target', `GET /v1.41/_ping\u0000 HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['a bare CR after the request line', `GET /v1.41/_ping HTTP/1.1\r${host}\r\n${hidden}`, 400],
    ['a bare LF between headers', `${create}X: a\nContent-Length: 0\r\n\r\n${hidden}`, 400],
    ['a host with a space', `GET /v1.41/_ping HTTP/1.1\r\nHost: a b\r\n\r\n${hidden}`, 400],
    ['a host with a path', `GET /v1.41/_ping HTTP/1.1\r\nHost: a/b\r\n\r\n${hidden}`, 400],
    ['a host with a user', `GET /v1.41/_ping HTTP/1.1\r\nHost: b@a\r\n\r\n${hidden}`, 400],
    ['a space in a name', `${create}Content Length: 2\r\n\r\n${hidden}`, 400],
    ['an empty name', `${create}: a\r\n\r\n${hidden}`, 400],
    ['a tab before the colon', `${create}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['a letter of 8 bits in a name', `${create}X\u00e9: a\r\n\r\n${hidden}`, 400],
    ['a folded first header', `GET /v1.41/_ping HTTP/1.1\r\n Host: a\r\n\r\n${hidden}`, 400],
    ['a folded encoding', `${create}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
    ['a quoted encoding', `${create}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['an encoding with a parameter', `${create}Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['compressed chunks', `${create}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['an empty member of the encodings', `${create}Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n${hidden}`, 501],
    ['an empty encoding', `${create}Transfer-Encoding:\r\n\r\n${hidden}`, 501],
    ['a negative length', `${create}Content-Length: -1\r\n\r\n${hidden}`, 400],
    ['a length with a space', `${create}Content-Length: 1 8\r\n\r\n${hidden}`, 400],
    ['a length of more than 64 bits', `${create}Content-Length: ${'9'.repeat(23)}\r\n\r\n${hidden}`, 400],
    ['a size in another notation', `${create}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`, 400],
    ['an empty size', `${create}Transfer-Encoding: chunked\r\n\r\n\r\n${hidden}`, 400],
    ['an extension with a bare LF', `${create}Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n${hidden}`, 400],
    ['a chunk that ends with a bare LF', `${create}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\r\n\r\n${hidden}`, 400],
    ['a long extension', `${create}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(99_999)}\r\n{}`, 400],
    [
      'a length in a trailer',
      `${create}Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 9\r\n\r\n${hidden}`,
      400,
    ],
    ['a chunk that is none', `${create}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['a chunk longer than its size', `${create}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n0\r\n\r\n${hidden}`, 400],
    ['a chunk with a bare LF', `${create}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n${hidden}`, 400],
    ['a long header', `${create}X: ${'a'.repeat(2_000_000)}\r\n\r\n`, 431],
    ['many headers', `${create}${'X: a\r\n'.repeat(200_000)}\r\n`, 431],
  ])('responds to %s, and to nothing after it', async (_, bytes, status) => {
    const { statuses, isClosed } = await send(path, Buffer.from(bytes, 'latin1'));
    expect([statuses, isClosed]).toEqual([[status], true]);
  });

  const image = '{"Image":"alpine"}';
  const chunks = `12\r\n${image}\r\n0\r\n\r\n`;
  it.each([
    ['an empty line before it', `\r\n${post('/containers/create', image)}`, [201]],
    ['an absolute target', `GET http://b/v1.41/_ping HTTP/1.1\r\n${host}\r\n`, [200]],
    ['all options', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, [200]],
    ['an empty host', 'GET /v1.41/_ping HTTP/1.1\r\nHost:\r\n\r\n', [200]],
    ['a socket as its host', 'GET /v1.41/_ping HTTP/1.1\r\nHost: /var/run/docker.sock\r\n\r\n', [200]],
    ['an older version', `GET /v1.41/_ping HTTP/1.0\r\n${host}Connection: keep-alive\r\n\r\n`, [200]],
    ['a value of 8 bits', `GET /v1.41/_ping HTTP/1.1\r\n${host}X: \u00e9\r\n\r\n`, [200]],
    ['an encoding in capitals', `${create}Transfer-Encoding: CHUNKED\r\n\r\n${chunks}`, [201]],
    [
      'an extension of a chunk',
      `${create}Transfer-Encoding: chunked\r\n\r\n${chunks.replace('12', '0012;a="b;c"')}`,
      [201],
    ],
    ['a trailer', `${create}Transfer-Encoding: chunked\r\n\r\n${chunks.slice(0, -2)}X: y\r\n\r\n`, [201]],
    [
      'a body that it announces',
      post('/containers/create', image).replace('\r\n', '\r\nExpect: 100-continue\r\n'),
      [100, 201],
    ],
    ['another expectation', post('/containers/create', image).replace('\r\n', '\r\nExpect: nothing\r\n'), [417]],
    [
      'an upgrade and a body',
      post('/containers/create', image).replace('\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n'),
      [201],
    ],
    ['a body of GET', `GET /v1.41/_ping HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`, [200]],
    [
      'its length as an option',
      post('/containers/create', image).replace('\r\n', '\r\nConnection: content-length\r\n'),
      [201],
    ],
    ['an error', `GET /v1.41/nothing HTTP/1.1\r\n${host}\r\n`, [404]],
  ])('serves a request with %s, and the next one', async (_, bytes, wanted) => {
    const { statuses, isClosed } = await send(path, Buffer.from(`${bytes}${last}`, 'latin1'));
    expect([statuses, isClosed]).toEqual([[...wanted, 200], true]);
  });

  it.each([
    ['deep arrays', `{"Image":"alpine","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, [400]],
    ['deep arrays without an end', '['.repeat(100_000), [400]],
    ['values that are too many or too large to matter', `{"Image":"alpine","x":"${'y'.repeat(900_000)}"}`, [201]],
    ['repeated keys', '{"Image":"none","Image":"alpine","Labels":{"a":"1"},"Labels":{"b":"2"}}', [201]],
    ['a key __proto__', '{"Image":"alpine","__proto__":{"polluted":1}}', [201]],
    ['no JSON', '{"Image":', [400]],
  ])('responds to a body of %s', async (_, body, wanted) => {
    expect((await send(path, `${post('/containers/create', body)}${last}`)).statuses).toEqual([...wanted, 200]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  const whole = `${post('/containers/create', '{"Image":"alpine"}').replace('alpine', 'none')}`;

  it('survives a request that is cut at every byte', async () => {
    const cuts = Array.from({ length: whole.length }, (_, index) => index).filter((at) => isFullRun || at % 5 === 0);
    const all = await Promise.all(cuts.map((at) => send(path, whole.slice(0, at), { end: true })));
    for (const { statuses, isClosed } of all) {
      expect(isClosed).toBe(true);
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await ping(path)).toBeLessThan(4000);
  });

  it('responds to heads that do not arrive in time', async () => {
    const { statuses, isClosed } = await send(path, `GET /v1.41/_ping HTTP/1.1\r\n${host}X: y`);
    expect([statuses, isClosed]).toEqual([[408], true]);
  });

  it('serves others beside clients that pipeline and never read, and is idle after they have left', async () => {
    const list = `GET /v1.41/containers/json?all=1 HTTP/1.1\r\n${host}\r\n`.repeat(3000);
    const alone = await pingCost(path);
    const sockets = Array.from({ length: 100 }, () => silent(path, list));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // All that is done until the response, which does not depend on the load of the machine.
    expect((await pingCost(path)) - alone).toBeLessThan(150 * subject.hosts);
    await sleep(isFullRun ? 5000 : 200);
    expect((await pingCost(path)) - alone).toBeLessThan(100 * subject.hosts);
    // Each client has a connection, its other end, and for the bridge both ends of one to the engine.
    expect(await openSockets()).toBeLessThanOrEqual(idle + 8 + 4 * sockets.length);
    for (const socket of sockets) socket.destroy();
    expect(await openSockets(idle + 1)).toBeLessThanOrEqual(idle + 1);
  });

  it(`leaves nothing open of connections that are dropped`, async () => {
    const beginnings = [
      '',
      'G',
      whole.slice(0, 90),
      whole.slice(0, -5),
      `GET /v1.41/events HTTP/1.1\r\n${host}\r\n`,
      last,
    ];
    const count = isFullRun ? 10_000 : 120;
    for (let done = 0; done < count; done += 60) {
      const sockets = Array.from({ length: 60 }, (_, index) =>
        silent(path, beginnings[index % beginnings.length] ?? ''),
      );
      await sleep(20);
      for (const socket of sockets) socket.destroy();
    }
    expect(await openSockets(idle + 1)).toBeLessThanOrEqual(idle + 1);
    expect(await ping(path)).toBeLessThan(4000);
  });
});
