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

it('the MAC address of a connection is passed on: engines report it until the container starts', async () => {
  for (const scene of [olderClient(), newerClient()]) {
    const body = { Container: 'c', EndpointConfig: { MacAddress: '02:42:ac:11:65:43', Aliases: ['a'] } };
    await scene.call('NetworkConnect', { body });
    expect(scene.last('NetworkConnect')?.body).toEqual(body);
  }
});
