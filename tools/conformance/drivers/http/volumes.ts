// Drives volumes of one machine; the swarm driver drives cluster volumes.

import { image, query, type Driver } from '../scene.js';

export const volumes: Driver = async ({ call }) => {
  // The engine looks for an unknown driver for 15 s.
  const searching = call('POST', '/volumes/create', { json: { Name: 'elsewhere', Driver: 'none' } });
  await call('GET', '/volumes');
  await call('POST', '/volumes/create', { json: {} });
  await call('POST', '/volumes/create', { json: { Name: 'one', Driver: 'local', DriverOpts: {}, Labels: { a: 'b' } } });
  await call('POST', '/volumes/create', {
    json: { Name: 'two', DriverOpts: { type: 'tmpfs', device: 'tmpfs', o: 'size=1m' }, Labels: null },
  });
  await call('POST', '/volumes/create', { json: { name: 'three', driver: '', driveropts: null } });
  await call('POST', '/volumes/create', { raw: '', type: 'application/json' });
  await call('POST', '/containers/create?name=user', {
    json: {
      Image: image,
      HostConfig: {
        Mounts: [
          { Type: 'volume', Source: 'one', Target: '/one' },
          { Type: 'volume', Source: 'two', Target: '/two' },
        ],
      },
    },
  });
  await call('POST', '/containers/user/start');
  for (const name of ['one', 'two', 'three']) await call('GET', `/volumes/${name}`);
  await call('GET', `/volumes${query({ filters: { dangling: ['true'], label: ['a'] } })}`);
  await call('GET', `/volumes${query({ filters: { driver: { local: true }, name: { one: true } } })}`);
  await call('GET', '/system/df');
  for (const type of ['container', 'image', 'volume', 'build-cache']) await call('GET', `/system/df?type=${type}`);
  await call('GET', '/system/df?type=container&type=volume');
  await call('GET', '/system/df?type=nonsense');
  await call('DELETE', '/volumes/one');
  await call('DELETE', '/volumes/three');
  await call('DELETE', '/volumes/none');
  await call('DELETE', '/volumes/none?force=1');
  await call('GET', '/volumes/none');
  await call('POST', '/volumes/create', { json: { Name: '?' } });
  await call('POST', '/volumes/create', { json: { Name: 'bad', DriverOpts: { nonsense: '1' } } });
  await call('PUT', '/volumes/one?version=1', { json: { Spec: {} } });
  await call('POST', '/volumes/prune');
  await call('POST', `/volumes/prune${query({ filters: { all: ['true'] } })}`);
  await call('POST', `/volumes/prune${query({ filters: { nonsense: ['true'] } })}`);
  await call('DELETE', '/containers/user?force=1&v=1');
  await call('DELETE', '/volumes/one?force=1');
  await call('GET', `/volumes${query({ filters: { name: ['none'] } })}`);
  await searching;
};
