// Drives images: importing, tagging, pushing, pulling, saving and removing them.

import { plugin, rootfs } from '../fixtures.js';
import { image, login, query, registryAuth, type Driver } from '../scene.js';

export const images: Driver = async ({ call, tree }) => {
  const auth = { 'X-Registry-Auth': registryAuth(login) };
  await call('GET', '/images/json');
  await call('GET', '/images/json?all=1&digests=1&shared-size=1');
  await call('GET', `/images/json${query({ filters: { reference: ['localhost:5000/*'], dangling: ['false'] } })}`);
  await call('GET', `/images/${image}/json`);
  await call('GET', `/images/${image}/history`);
  await call('POST', `/images/create${query({ fromSrc: '-', platform: 'linux/amd64' })}`, {
    raw: await rootfs(tree),
    type: 'application/x-tar',
  });
  await call('GET', `/images/json${query({ filters: { dangling: { true: true } } })}`);
  await call('POST', `/images/${image}/tag?repo=localhost:5001/guarded&tag=1`);
  await call('POST', `/images/${image}/tag?repo=local&tag=2`);
  await call('POST', '/images/localhost:5001/guarded/push?tag=1', { headers: { 'X-Registry-Auth': registryAuth({}) } });
  await call('POST', '/images/localhost:5001/guarded/push?tag=1', { headers: auth });
  await call('GET', '/distribution/localhost:5001/guarded:1/json', { headers: auth });
  await call('GET', '/distribution/localhost:5001/guarded:1/json');
  await call('GET', `/distribution/${image}/json`);
  await call('GET', '/distribution/localhost:5000/none:1/json');
  await call('POST', `/images/create${query({ fromImage: 'localhost:5000/busy', tag: '1' })}`);
  await call('DELETE', `/images/${image}`);
  await call('DELETE', '/images/localhost:5001/guarded:1?noprune=1');
  await call('DELETE', '/images/local:2?force=1');
  await call('POST', `/images/create${query({ fromImage: 'localhost:5001/guarded:1' })}`, { headers: auth });
  await call('POST', `/images/create${query({ fromImage: 'localhost:5001/guarded:1' })}`);
  await call('POST', `/images/create${query({ fromImage: 'localhost:5000/busy', tag: '1' })}`);
  await call('GET', `/images/${image}/json`);
  await call('POST', `/images/create${query({ fromImage: 'localhost:5000/none', tag: '1' })}`);
  await call('POST', `/images/create${query({ fromImage: 'busy' })}`);
  await call('GET', `/images/${image}/get`);
  const saved = await call('GET', `/images/get${query({ names: image })}`);
  await call('POST', '/images/load', { raw: saved.bytes, type: 'application/x-tar' });
  await call('GET', '/images/get');
  await call('GET', '/images/search?term=localhost:5002/busy&limit=5');
  await call('GET', `/images/search${query({ term: 'localhost:5002/busy', filters: { 'is-official': ['false'] } })}`);
  await call('GET', '/images/search?term=nowhere');
  await call('GET', '/images/search');
  await call('DELETE', '/images/none');
  await call('GET', '/images/none/json');
  await call('GET', '/images/none/history');
  await call('GET', '/images/none/get');
  await call('POST', '/images/none/tag?repo=a');
  await call('POST', `/images/${image}/tag?repo=UPPER`);
  await call('POST', '/images/none/push?tag=1', { headers: auth });
  await call('POST', '/images/create');
  await call('POST', '/images/load', { raw: (await plugin(tree)).subarray(0, 4096), type: 'application/x-tar' });
  await call('POST', `/images/prune${query({ filters: { dangling: { true: true } } })}`);
  await call('POST', `/images/prune${query({ filters: { dangling: ['true'] } })}`);
  await call('POST', '/images/prune?filters=nonsense');
  await call('POST', '/auth', { json: login });
  await call('POST', '/auth', { json: { ...login, password: 'wrong' } });
  await call('POST', '/auth', { json: { serveraddress: 'localhost:5000' } });
};
