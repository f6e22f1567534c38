/** Headers that handlers copy from other responses, or set wrong: the response is valid HTTP nevertheless. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineServer, rawResponse, reply, session, type Call, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { hosts } from '../conformance/hosts.js';
import { talk, type Target } from '../conformance/target.js';
import { responsesOf } from '../fuzz/responses.js';

const close = 'Host: x\r\nConnection: close\r\n\r\n';

describe.each(hosts.filter(({ name }) => /unix|Express$|Fastify$|fetch/.test(name)))('on $name', ({ name, open }) => {
  let server: EngineServer;
  let target: Target;
  let respond: (call: Call) => unknown;
  const errors: unknown[] = [];

  beforeAll(async () => {
    const container = {
      list: (call: Call) => respond(call),
      archive: (call: Call) => respond(call),
      attach: (call: Call) => respond(call),
    };
    server = createEngineServer(
      contract,
      { container },
      { onError: (error) => errors.push(error), checkResponses: false },
    );
    target = await open(server);
  });
  beforeEach(() => void errors.splice(0));
  afterAll(async () => {
    await server.close({ timeout: 0 });
    await target.close();
  });

  const list = async (headers: Readonly<Record<string, unknown>>): Promise<string> => {
    respond = () => reply(200, [], headers);
    return talk(target, [`GET /containers/json HTTP/1.1\r\n${close}`], { end: false });
  };

  it('sends the values of a repeated header separately', async () => {
    const text = await list({ 'Set-Cookie': ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2'], 'X-Own': ['c'] });
    expect(text.match(/^set-cookie: .*$/gim)).toHaveLength(2);
    expect(text).toMatch(/^x-own: c\r$/im);
  });

  it('removes hop-by-hop headers', async () => {
    const text = await list({
      'Transfer-Encoding': 'chunked',
      'keep-alive': 'timeout=99',
      Connection: 'Keep-Alive, X-Hop',
      'X-Hop': 'secret',
      Upgrade: 'h2c',
      TE: 'trailers',
      Trailer: 'X',
      'Proxy-Connection': 'close',
    });
    const [{ body, head } = { body: '', head: '' }] = responsesOf(text);
    expect(body).toBe('[]\n');
    expect(head).not.toMatch(/^(transfer-encoding|x-hop|upgrade|te|trailer|proxy-connection):|timeout=99/im);
  });

  it.each(['x', '-1', '1, 1', '1e3', ' '])('rejects a Content-Length of %j', async (length) => {
    respond = () => reply(200, Readable.from(['tar']), { 'Content-Length': length });
    const text = await talk(target, [`GET /containers/a/archive?path=/ HTTP/1.1\r\n${close}`], { end: false });
    expect(responsesOf(text).map(({ status }) => status)).toEqual([500]);
    expect(errors).toHaveLength(1);
  });

  // A fetch adapter may count the bytes itself.
  it.runIf(!/fetch/.test(name)).each([
    ['a stream that is longer', '4', () => Readable.from([Buffer.from('ab'), Buffer.from('cdefgh')])],
    ['a stream that is shorter', '40', () => Readable.from([Buffer.from('abcd')])],
    ['an iterable that is longer', '4', () => [Buffer.from('ab'), 'cdefgh']],
    ['an iterable that is shorter', '40', () => ['abcd']],
  ])('closes the connection of %s than its Content-Length', async (_, length, body) => {
    respond = () => reply(200, body(), { 'Content-Length': length });
    const request = `GET /containers/a/archive?path=/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const text = await talk(target, [request, request], { end: false });
    const [head = '', sent = '', ...more] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^content-length: ${length}\\r?$`, 'im'));
    expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(Number(length));
    expect(more).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it.each<[name: string, given: () => unknown, status: number, body: string]>([
    ['an invalid length', () => rawResponse(200, { 'Content-Length': 'x' }, ['a']), 500, ''],
    ['two lengths', () => rawResponse(200, { 'Content-Length': ['1', '1'] }, ['a']), 500, ''],
    ['a length without a body', () => rawResponse(200, { 'content-length': '9' }), 200, ''],
    ['a length of 204', () => rawResponse(204, { 'Content-Length': '9' }), 204, ''],
    ['a length of whole bytes', () => rawResponse(200, { 'Content-Length': '1' }, 'whole'), 200, 'whole'],
  ])('sends no wrong length of a raw response: %s', async (_, given, status, body) => {
    respond = given;
    const ping = `GET /_ping HTTP/1.1\r\n${close}`;
    const text = await talk(target, [`GET /containers/json HTTP/1.1\r\nHost: x\r\n\r\n${ping}`], { end: false });
    const [first, second] = responsesOf(text);
    expect([first?.status, status === 500 ? '' : first?.body, second?.body]).toEqual([status, body, 'OK']);
  });

  it.runIf(!/fetch/.test(name)).each(['Connection: Upgrade\r\nUpgrade: tcp\r\n', ''])(
    'sends no length for a session (%j)',
    async (upgrade) => {
      respond = () =>
        reply(
          upgrade === '' ? 200 : 101,
          session(({ raw }) => void raw.write('over')),
          { 'Content-Length': '1' },
        );
      const text = await talk(target, [`POST /containers/a/attach HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`]);
      expect(text).not.toMatch(/^content-length:/im);
      expect(text.endsWith('over')).toBe(true);
    },
  );

  it('sends the length of a whole body', async () => {
    respond = () => reply(200, Buffer.from('whole'), { 'content-length': '2' });
    const text = await talk(target, [`GET /containers/a/archive?path=/ HTTP/1.1\r\n${close}`], { end: false });
    expect(responsesOf(text).map(({ body }) => body)).toEqual(['whole']);
  });

  it.runIf(!/fetch/.test(name))('applies the same rules to the head of an upgrade', async () => {
    respond = () =>
      reply(
        101,
        session(async ({ stdout }) => void stdout.write('over')),
        {
          'X-Own': ['a', 'b'],
          'Transfer-Encoding': 'chunked',
        },
      );
    const upgrade = 'Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n';
    const text = await talk(target, [`POST /containers/a/attach HTTP/1.1\r\nHost: x\r\n${upgrade}`]);
    expect(text).toContain('X-Own: a\r\nX-Own: b\r\n');
    expect(text).not.toContain('chunked');
  });
});

describe('repeated headers of a request', () => {
  it.each([
    ['without an upgrade', ''],
    ['with an upgrade', 'Connection: Upgrade\r\nUpgrade: tcp\r\n'],
  ])('remain separate: %s', async (_, headers) => {
    let seen: unknown;
    const server = createEngineServer(contract, {
      container: {
        attach: ({ request }: Call) => {
          seen = request.headersDistinct['x-method'];
          return session(() => undefined);
        },
      },
    });
    const { port, close: closePort } = await server.listen({ port: 0 });
    const target = { port, close: closePort };
    await talk(target, [
      `POST /containers/a/attach HTTP/1.1\r\nHost: x\r\n${headers}X-Method: /a, b\r\nx-method: /c\r\n\r\n`,
    ]);
    expect(seen).toEqual(['/a, b', '/c']);
    await server.close();
  });
});
