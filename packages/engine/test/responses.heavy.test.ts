/** Rules of the engine: sequences of requests, with the status and the message or the properties of each response. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, startEngine, type RunningEngine } from '../src/index.js';
import { readExchanges, sendExchange, shownResponse, type Exchange } from './exchanges.js';

let engine: RunningEngine;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true, clock });
});
afterEach(() => engine.close());

describe.each(readExchanges(new URL('responses', import.meta.url)))('%s', (_name, sequences) => {
  it.each(Object.entries(sequences))('%s', async (_title, exchanges) => {
    const responses: Exchange[] = [];
    for (const exchange of exchanges) {
      await clock.advance((exchange.after ?? 0) * 1000);
      const { status, text } = await sendExchange(engine, exchange);
      responses.push({ ...exchange, gives: `${status} ${shownResponse(text, exchange.shows?.split(' '))}`.trim() });
    }
    expect(responses).toEqual(exchanges);
  });
});
