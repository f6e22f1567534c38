/** Tests the differences of tasks, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

it('task-volumes: cluster volumes are not sent at 1.41', async () => {
  const [older, newer] = [
    olderClient({ TaskList: [{ ID: 't', Volumes: null }] }),
    newerClient({ TaskList: [{ ID: 't' }] }),
  ];
  expect((await older.call('TaskList')).body).toEqual([{ ID: 't' }]);
  expect((await newer.call('TaskList')).body).toEqual([{ ID: 't', Volumes: null }]);
});
