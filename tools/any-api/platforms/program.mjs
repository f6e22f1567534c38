/** The calls that every platform makes, with the client that was generated for `shop.yaml`; the bundler knows it as `client`. */
// @ts-expect-error it is generated when the tool runs
import { createClient, paginate, retry, thingPages } from 'client';

/** @typedef {Record<string, (client: any) => Promise<unknown>>} Calls */

/** @type {Calls} */
const calls = {
  parameters: (client) =>
    client.thing.get({ id: 'a/b ü', tags: ['x', 'y&z'], filter: { a: 'b c' }, 'X-Trace': 'trace' }),
  JSON: (client) => client.thing.add({ body: { name: 'Tom ü', age: 1.5 } }),
  'a form': (client) => client.thing.fill({ body: { name: 'Tom & Jerry' } }),
  multipart: (client) =>
    client.thing.upload({ body: { note: 'ü', file: new File(['hello'], 'a.txt', { type: 'text/plain' }) } }),
  bytes: (client) => client.thing.put({ id: '1', body: new Uint8Array([97, 98]) }),
  'a stream as body': (client) => client.thing.put({ id: '1', body: new Blob(['streamed']).stream() }),
  'a typed error': (client) =>
    client.thing.get({ id: 'none' }).catch((/** @type {any} */ { name, status, body, message }) => ({
      name,
      status,
      body,
      message: message.replace(/http:.*/, ''),
    })),
  'a download with progress': async (client) => {
    let last;
    const file = await client.thing.download({}, { onProgress: (/** @type {object} */ progress) => (last = progress) });
    return [(await file.bytes()).length, file.size, last];
  },
  'a download that is cut': (client) => client.thing.cut().then((/** @type {any} */ file) => file.bytes()),
  events: async (client) => collected(await client.thing.watch()),
  'JSON lines': async (client) => collected(await client.thing.lines()),
  pages: (client) => collected(paginate(client, thingPages)),
  timeout: (client) => client.thing.wait({}, { timeout: 100 }),
  cancellation: (client) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    return client.thing.wait({}, { signal: controller.signal });
  },
  retries: (client) => client.thing.busy(),
  'a redirect with an API key': (client) => client.thing.moved(),
  'a redirect to another origin, without the token': (client) => client.thing.elsewhere(),
};

/** @param {AsyncIterable<unknown>} items */
async function collected(items) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

/** @param {string} baseUrl @returns {Promise<Record<string, unknown>>} the result of each call, or its error */
async function results(baseUrl) {
  const auth = { key: 'k', token: 't' };
  const client = createClient({ baseUrl, auth, middleware: [retry({ delay: 1 })] });
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [name, call] of Object.entries(calls)) {
    found[name] = await call(client).catch(
      (/** @type {any} */ error) => `${error.name}: ${error.code ?? error.message}`,
    );
  }
  return found;
}

const { location, process } = /** @type {any} */ (globalThis);
const found = await results(process?.argv?.[2] ?? location.origin);
/** @type {any} */ (globalThis).ladingResults = found;
console.log(JSON.stringify(found));
