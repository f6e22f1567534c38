// Drives managed plugins: creates one from a folder, pushes it to the open registry, pulls it, enables and removes it.

import { plugin } from '../fixtures.js';
import { query, type Driver } from '../scene.js';

const name = 'localhost:5000/listener:1';

export const plugins: Driver = async ({ call, tree }) => {
  const tarred = { type: 'application/x-tar' };
  await call('GET', '/plugins');
  await call('POST', `/plugins/create?name=${name}`, { raw: await plugin(tree), ...tarred });
  await call('GET', '/plugins');
  await call('GET', `/plugins/${name}/json`);
  await call('POST', `/plugins/${name}/set`, { json: ['DEBUG=1', 'args=two'] });
  await call('POST', `/plugins/${name}/enable?timeout=10`);
  await call('POST', `/plugins/${name}/enable?timeout=0`);
  await call('GET', `/plugins/${name}/json`);
  await call('POST', `/plugins/${name}/set`, { json: ['DEBUG=0'] });
  await call('GET', `/plugins${query({ filters: { enabled: ['true'], capability: ['volumedriver'] } })}`);
  await call('GET', '/info');
  await call('DELETE', `/plugins/${name}`);
  await call('POST', `/plugins/${name}/disable`);
  await call('POST', `/plugins/${name}/push`);
  const asked = await call('GET', `/plugins/privileges?remote=${name}`);
  await call('POST', `/plugins/${name}/upgrade?remote=${name}`, { json: asked.json ?? [] });
  await call('DELETE', `/plugins/${name}?force=1`);
  await call('POST', `/plugins/pull?remote=${name}`, { json: [] });
  await call('POST', `/plugins/pull?remote=${name}&name=listener:again`, { json: asked.json ?? [] });
  await call('GET', '/plugins');
  await call('POST', '/plugins/listener:again/enable?timeout=10');
  await call('POST', '/plugins/listener:again/disable?force=1');
  await call('DELETE', '/plugins/listener:again');

  await call('POST', '/plugins/listener:again/enable');
  for (const path of ['enable?timeout=1', 'disable', 'push', 'set', 'upgrade?remote=none'])
    await call('POST', `/plugins/none/${path}`, { json: [] });
  await call('GET', '/plugins/none/json');
  await call('DELETE', '/plugins/none');
  await call('GET', '/plugins/privileges?remote=localhost:5000/none');
  await call('GET', '/plugins/privileges?remote=localhost:5000/busy:1');
  await call('POST', '/plugins/pull?remote=localhost:5000/none', { json: [] });
  await call('POST', '/plugins/create?name=bad', { raw: '', ...tarred });
  await call('GET', '/plugins?filters=nonsense');
};
