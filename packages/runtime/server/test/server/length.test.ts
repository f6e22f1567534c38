/** The length of responses: on every host, the length that the server counts overrides that of the handler. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineServer, reply, terminal, type Call, type HandlerTable, type Listening } from '../../src/index.js';
import { contract } from '../conformance/contract.js';

const word = 'Käse ☕'; // six letters, nine bytes
const handlerHeaders: { headers: Record<string, string> } = { headers: {} };

const handlers: HandlerTable = {
  container: {
    inspect: () => reply(200, { Id: word }, handlerHeaders.headers),
    logs: () => reply(200, terminal(word), handlerHeaders.headers),
    archive: ({ path }: Call) =>
      reply(200, (path as { id: string }).id === 'a' ? word : stream(), handlerHeaders.headers),
    start: () => reply(204, undefined, handlerHeaders.headers),
  },
  system: { ping: () => reply(200, word, handlerHeaders.headers) },
};

async function* stream(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(word);
}

const server = createEngineServer(contract, handlers, { checkResponses: false });
let listening: Listening;
beforeAll(async () => {
  listening = await server.listen({ port: 0 });
});
afterAll(() => listening.close());

const hosts: readonly [string, (path: string, init: RequestInit) => Promise<Response>][] = [
  ['node:http', (path, init) => fetch(`http://127.0.0.1:${listening.port}${path}`, init)],
  ['fetch', (path, init) => server.fetch(new Request(`http://engine${path}`, init))],
];

describe.each(hosts)('on %s', (_, ask) => {
  describe.each(['Content-Length', 'content-length', 'CONTENT-LENGTH'])('%s', (name) => {
    it.each([
      ['JSON', '/containers/a/json', `{"Id":"${word}"}\n`],
      ['a string', '/_ping', word],
      ['bytes', '/containers/a/archive?path=/', word],
      ['output', '/containers/a/logs?stdout=1', word],
    ])('of %s is the number of its bytes', async (_kind, path, text) => {
      // The number of characters, which is less than the number of bytes.
      handlerHeaders.headers = { [name]: String(text.length) };
      const response = await ask(path, {});
      expect(await response.text()).toBe(text);
      expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    });

    it('is not sent without a body', async () => {
      handlerHeaders.headers = { [name]: '5' };
      const response = await ask('/containers/a/start', { method: 'POST' });
      expect([response.status, response.headers.get('content-length')]).toEqual([204, null]);
    });

    it('of a stream is that of the handler', async () => {
      handlerHeaders.headers = { [name]: '9' };
      const response = await ask('/containers/flowing/archive?path=/', {});
      expect(await response.text()).toBe(word);
      expect(response.headers.get('content-length')).toBe('9');
    });
  });
});
