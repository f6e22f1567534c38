// Drives the engine itself: its information, its events, and requests that it rejects.

import { image, query, registryAuth, type Driver } from '../scene.js';

export const system: Driver = async ({ call }) => {
  for (const path of ['!/_ping', '/_ping']) {
    await call('GET', path);
    await call('HEAD', path);
  }
  for (const path of ['/version', '!/version', '/info', '!/info', '/system/df', '!/system/df']) await call('GET', path);
  await call('GET', '!/v1.11/version');
  await call('GET', '!/v9.99/version');
  await call('GET', '/nonsense');
  await call('DELETE', '/info');
  await call('POST', '/auth', { raw: 'nonsense', type: 'text/plain' });
};

export const events: Driver = async ({ call }) => {
  const now = Math.floor(Date.now() / 1000);
  await call('GET', `/events?since=${now - 3600}&until=${now}`);
  await call(
    'GET',
    `/events${query({ since: now - 3600, until: now, filters: { type: ['container'], event: ['start', 'die'] } })}`,
  );
  await call(
    'GET',
    `/events${query({ since: now - 3600, until: now, filters: { type: { network: true, volume: true } } })}`,
  );
  await call('GET', '/events?since=nonsense');
  await call('GET', '/events', { leaveAfter: 300 });
};

/** Requests that an engine rejects, one for each reason. */
export const refusals: Driver = async ({ call }) => {
  const body = { Image: image };
  await call('POST', '/containers/create?name=taken', { json: body });
  await call('POST', '/containers/create?name=taken', { json: body });
  await call('POST', '/containers/create?name=!', { json: body });
  await call('POST', '/containers/create', { json: { Image: 'none:1' } });
  await call('POST', '/containers/create', { json: {} });
  await call('POST', '/containers/create', { raw: '', type: 'application/json' });
  await call('POST', '/containers/create', { raw: '{', type: 'application/json' });
  await call('POST', '/containers/create', { raw: '{}{}', type: 'application/json' });
  await call('POST', '/containers/create', { raw: '{}', type: 'text/plain' });
  await call('POST', '/containers/create', { json: { Image: 7 } });
  await call('POST', '/containers/create', { json: { ...body, HostConfig: { Memory: 1 } } });
  await call('POST', '/containers/create', {
    json: { ...body, HostConfig: { NetworkMode: 'host', PortBindings: { nonsense: [] } } },
  });
  // The engine looks for an unknown driver for 15 s.
  const searching = call('POST', '/containers/create', {
    json: { ...body, HostConfig: { LogConfig: { Type: 'none-such' } } },
  });
  await call('POST', '/containers/create', { json: { ...body, HostConfig: { RestartPolicy: { Name: 'nonsense' } } } });
  await call('POST', '/containers/create', {
    json: { ...body, HostConfig: { Mounts: [{ Type: 'bind', Source: '/none', Target: '/t' }] } },
  });
  await call('POST', '/containers/create', {
    json: { ...body, HostConfig: { Mounts: [{ Type: 'bind', Source: '/tmp', Target: '/t', VolumeOptions: {} }] } },
  });
  await call('POST', '/containers/create', {
    json: { ...body, HostConfig: { AutoRemove: true, RestartPolicy: { Name: 'always' } } },
  });
  await call('GET', '/containers/json?filters=nonsense');
  await call('GET', `/containers/json${query({ filters: { nonsense: ['1'] } })}`);
  await call('GET', '/containers/json?limit=nonsense');
  for (const path of ['json', 'top', 'logs?stdout=1', 'changes', 'export', 'stats?stream=0', 'archive?path=/'])
    await call('GET', `/containers/none/${path}`);
  for (const path of [
    'start',
    'stop',
    'restart',
    'kill',
    'pause',
    'unpause',
    'wait',
    'resize?h=1&w=1',
    'rename?name=x',
    'attach?stream=1',
  ]) {
    await call('POST', `/containers/none/${path}`);
  }
  await call('POST', '/containers/none/attach?stream=1', { upgrade: 'tcp' });
  await call('POST', '/containers/none/update', { json: {} });
  await call('POST', '/commit?container=none', { json: {} });
  await call('HEAD', '/containers/none/archive?path=/');
  await call('PUT', '/containers/none/archive?path=/', { raw: '', type: 'application/x-tar' });
  await call('DELETE', '/containers/none');
  for (const path of [
    'kill',
    'pause',
    'unpause',
    'resize?h=1',
    'rename',
    'wait?condition=nonsense',
    'attach?detachKeys=nonsense-',
  ]) {
    await call('POST', `/containers/taken/${path}`);
  }
  for (const path of ['logs', 'top', 'archive', 'archive?path=/none', 'stats?stream=0', 'logs?stdout=1&tail=x&since=y'])
    await call('GET', `/containers/taken/${path}`);
  await call('PUT', '/containers/taken/archive?path=/none', { raw: '', type: 'application/x-tar' });
  await call('POST', '/containers/taken/start', { json: { long: 'body' } });
  await call('POST', '/containers/taken/start');
  await call('POST', '/containers/taken/start');
  await call('POST', '/containers/taken/unpause');
  await call('DELETE', '/containers/taken');
  await call('POST', '/containers/taken/update', { json: { Memory: 1 } });
  await call('POST', '/containers/taken/kill?signal=NONSENSE');
  await call('DELETE', `/images/${image}`);
  await call('DELETE', '/containers/taken?force=1');
  await call('POST', '/images/create?fromImage=a', { headers: { 'X-Registry-Auth': registryAuth('nonsense') } });
  for (const path of [
    '/swarm',
    '/nodes',
    '/services',
    '/tasks',
    '/secrets',
    '/configs',
    '/swarm/unlockkey',
    '/nodes/none',
    '/services/none',
    '/tasks/none',
    '/secrets/none',
    '/configs/none',
    '/services/none/logs?stdout=1',
    '/tasks/none/logs?stdout=1',
  ]) {
    await call('GET', path);
  }
  for (const path of [
    '/services/create',
    '/secrets/create',
    '/configs/create',
    '/swarm/update?version=1',
    '/swarm/leave',
    '/swarm/unlock',
    '/services/none/update?version=1',
    '/nodes/none/update?version=1',
  ]) {
    await call('POST', path, { json: {} });
  }
  for (const path of ['/services/none', '/secrets/none', '/configs/none', '/nodes/none']) await call('DELETE', path);
  await searching;
};
