/** Tests the differences of plugins, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

it('plugin-enabled-numbers: the filter accepts words only at 1.41', async () => {
  const query = { filters: { enabled: ['1', '0', 'true'] } };
  const newer = newerClient();
  await newer.call('PluginList', { query });
  expect(newer.last('PluginList')?.query).toEqual({ filters: { enabled: ['true', 'false', 'true'] } });
  const older = olderClient();
  await older.call('PluginList', { query: { filters: { enabled: ['false'] } } });
  expect(older.last('PluginList')?.query).toEqual({ filters: { enabled: ['false'] } });
});
