/** Tests the differences of exec instances, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { response, newerClient, olderClient } from '../scene.js';

it('exec-consolesize: it is ignored at 1.41; before 1.41 it is set after the start', async () => {
  const older = olderClient();
  await older.call('ContainerExec', { body: { Tty: true, ConsoleSize: [24, 80] } });
  expect(older.last('ContainerExec')?.body).toEqual({ Tty: true });

  const newer = newerClient({ ContainerExec: response(201, { Id: 'e1' }), ExecStart: response(200) });
  await newer.call('ContainerExec', { body: { Tty: true, ConsoleSize: [24, 80] } });
  expect(newer.last('ContainerExec')?.body).toEqual({ Tty: true });
  await newer.call('ExecStart', { path: { id: 'e1' }, body: { Tty: true } });
  expect(newer.last('ExecResize')).toMatchObject({ path: { id: 'e1' }, query: { h: 24, w: 80 } });
  await newer.call('ExecStart', { path: { id: 'e2' }, body: { Tty: true, ConsoleSize: [1, 2] } });
  expect(newer.last('ExecStart')?.body).toEqual({ Tty: true });
  expect(newer.last('ExecResize')).toMatchObject({ path: { id: 'e2' }, query: { h: 1, w: 2 } });
  const before = newer.seen.length;
  await newer.call('ExecStart', { path: { id: 'e3' }, body: { Tty: false, ConsoleSize: [1, 2] } });
  expect(newer.seen.length).toBe(before + 1);
});
