/** Many clients that listen to the events of an engine while containers live and end. */
import { request } from 'node:http';
import { startEngine } from '@lading/engine';
import { liveThrough } from './requests.mjs';

/**
 * Each listener has to get every event once, in the order of the others.
 * @param {{ readonly listeners: number, readonly seconds: number }} settings
 */
export async function listen({ listeners, seconds }) {
  const engine = await startEngine({ publishPorts: false, images: ['base'] });
  const socketPath = engine.address.replace('unix://', '');
  const open = [];
  // A socket queues a few hundred connections.
  while (open.length < listeners)
    open.push(...(await Promise.all(Array.from({ length: 100 }, () => listener(socketPath)))));
  let sent = 0;
  engine.events.listen(() => void (sent += 1));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await liveThrough(socketPath, 'base');
  const heard = await Promise.all(open.map((each) => each.until(sent)));
  await engine.close();
  const expected = heard[0] ?? [];
  return {
    listenerSeconds: listeners * seconds,
    lost: heard.reduce((sum, events) => sum + (sent - events.length), 0),
    disordered: heard.filter((events) => events.some((event, index) => event !== expected[index])).length,
  };
}

/** @param {string} socketPath @returns {Promise<{ readonly until: (count: number) => Promise<string[]> }>} */
function listener(socketPath) {
  /** @type {string[]} */
  const events = [];
  let rest = '';
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/v1.44/events', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        events.push(...lines.filter((line) => line !== ''));
      });
      response.on('error', () => undefined);
      resolve({
        /** Waits for a number of events, ten seconds at most. @param {number} count */
        async until(count) {
          for (let tries = 0; events.length < count && tries < 100; tries += 1)
            await new Promise((next) => setTimeout(next, 100));
          sent.destroy();
          return events;
        },
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
