/** Tests the differences of networks, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

it('net-checkduplicate: at 1.44 a name in use is always refused', async () => {
  const [older, newer] = [olderClient(), newerClient()];
  await older.call('NetworkCreate', { body: { Name: 'n', CheckDuplicate: false } });
  expect(older.last('NetworkCreate')?.body).toEqual({ Name: 'n' });
  await newer.call('NetworkCreate', { body: { Name: 'n' } });
  expect(newer.last('NetworkCreate')?.body).toEqual({ Name: 'n', CheckDuplicate: true });
});

it('mac-connect: the address has no effect in either version', async () => {
  for (const scene of [olderClient(), newerClient()]) {
    await scene.call('NetworkConnect', {
      body: { Container: 'c', EndpointConfig: { MacAddress: 'x', Aliases: ['a'] } },
    });
    expect(scene.last('NetworkConnect')?.body).toEqual({ Container: 'c', EndpointConfig: { Aliases: ['a'] } });
  }
});
