/** Tests the differences of nodes, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

it('node-csi: storage plugins are not listed at 1.41', async () => {
  const node = { Description: { Hostname: 'h', CSIInfo: [] } };
  expect((await olderClient({ NodeInspect: node }).call('NodeInspect')).body).toEqual({
    Description: { Hostname: 'h' },
  });
  expect((await olderClient({ NodeList: [node] }).call('NodeList')).body).toEqual([{ Description: { Hostname: 'h' } }]);
  const old = { Description: { Hostname: 'h' } };
  expect((await newerClient({ NodeInspect: old }).call('NodeInspect')).body).toBe(old);
});
