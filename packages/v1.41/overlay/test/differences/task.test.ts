/** Differences of tasks, for clients of 1.41 and of 1.44 side by side. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

it('task-volumes: cluster volumes are not told at 1.41', async () => {
  const [older, newer] = [
    olderClient({ TaskList: [{ ID: 't', Volumes: null }] }),
    newerClient({ TaskList: [{ ID: 't' }] }),
  ];
  expect((await older.call('TaskList')).body).toEqual([{ ID: 't' }]);
  expect((await newer.call('TaskList')).body).toEqual([{ ID: 't', Volumes: null }]);
});
