// Drives containers: every body, every state, every operation.

import { member, text } from '../caller.js';
import { image, pause, query, type Driver } from '../scene.js';
import { tarArchive } from '../tar.js';
import { containerBodies, oddBodies } from './container-bodies.js';

export const containers: Driver = async ({ call }) => {
  for (const [name, body] of Object.entries({ ...containerBodies, ...oddBodies })) {
    await call('POST', `/containers/create?name=${name}`, { json: body });
    await call('GET', `/containers/${name}/json`);
    await call('POST', `/containers/${name}/start`);
  }
  await pause(1500);
  await call('GET', '/containers/json?all=1&size=1');
  await call(
    'GET',
    `/containers/json${query({ all: true, limit: 3, filters: { status: ['running'], label: { 'com.example.role': true } } })}`,
  );
  await call('GET', `/containers/json${query({ filters: { health: ['healthy'], network: ['bridge'] } })}`);
  for (const name of [...Object.keys(containerBodies), ...Object.keys(oddBodies)])
    await call('GET', `/containers/${name}/json?size=1`);
  await states(call);
  await reads(call);
  await attachments(call);
  await archives(call);
  await call(
    'POST',
    `/commit${query({ container: 'plain', repo: 'committed', tag: '1', comment: 'c', author: 'a', pause: 1, changes: 'ENV X=1' })}`,
    { json: {} },
  );
  await call('POST', '/commit?container=labelled&repo=committed&tag=2', {
    json: {
      Env: ['Y=1'],
      Labels: { l: '1' },
      ExposedPorts: { '1/tcp': {} },
      Volumes: { '/v': {} },
      Healthcheck: { Test: ['CMD', 'true'] },
      OnBuild: ['RUN true'],
    },
  });
  await call('GET', '/images/committed:2/json');
  await call('GET', '/images/committed:2/history');
  await call('POST', '/containers/limits/update', {
    json: {
      Memory: 96 << 20,
      MemorySwap: 192 << 20,
      CpuShares: 256,
      PidsLimit: 60,
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 1 },
    },
  });
  await call('POST', '/containers/plain/update', {
    json: { RestartPolicy: { Name: '' }, CpusetCpus: '', Devices: null },
  });
  await removals(call);
};

type DriverCall = Parameters<Driver>[0]['call'];

async function states(call: DriverCall): Promise<void> {
  await call('POST', '/containers/plain/start');
  await call('POST', '/containers/plain/pause');
  await call('GET', '/containers/plain/json');
  await call('GET', `/containers/json${query({ filters: { status: ['paused'] } })}`);
  await call('GET', '/containers/plain/stats?stream=false');
  await call('POST', '/containers/plain/unpause');
  await call('POST', '/containers/always/restart?t=1');
  await call('POST', '/containers/labelled/restart?t=0&signal=SIGTERM');
  await call('POST', '/containers/always/stop?t=1');
  await call('POST', '/containers/always/stop');
  await call('POST', '/containers/jsonFile/stop?t=1&signal=SIGKILL');
  await call('GET', '/containers/always/json');
  await call('POST', '/containers/localLog/kill?signal=SIGKILL');
  await call('POST', '/containers/noLog/rename?name=renamed');
  await call('POST', '/containers/tty/resize?h=40&w=100');
  const waiting = call('POST', '/containers/hostNetwork/wait?condition=not-running');
  const removing = call('POST', '/containers/noNetwork/wait?condition=removed');
  await pause(200);
  await call('POST', '/containers/hostNetwork/kill');
  await call('DELETE', '/containers/noNetwork?force=1&v=1');
  await Promise.all([waiting, removing]);
  await call('POST', '/containers/failed/wait');
  await call('POST', '/containers/failed/wait?condition=next-exit', { leaveAfter: 300 });
}

async function reads(call: DriverCall): Promise<void> {
  await call('GET', '/containers/plain/top');
  await call('GET', '/containers/plain/top?ps_args=aux');
  await call('GET', '/containers/talker/logs?stdout=1&stderr=1');
  await call('GET', '/containers/talker/logs?stdout=1&timestamps=1&details=1&tail=1&since=0');
  await call('GET', '/containers/talker/logs?stdout=1&follow=1', { leaveAfter: 400 });
  await call('GET', '/containers/tty/logs?stdout=true&stderr=true');
  await call('GET', '/containers/localLog/logs?stdout=1');
  await call('GET', '/containers/noLog/logs?stdout=1');
  await call('GET', '/containers/renamed/logs?stdout=1');
  for (const name of ['plain', 'limits', 'blkio', 'hostNetwork', 'failed', 'ports']) {
    await call('GET', `/containers/${name}/stats?stream=false&one-shot=true`);
  }
  await call('GET', '/containers/limits/stats', { leaveAfter: 2500 });
  await call('GET', '/containers/limits/stats?stream=false');
  await call('GET', '/containers/plain/changes');
  await call('GET', '/containers/failed/changes');
  await call('GET', '/containers/plain/export');
  await call('GET', '/containers/unhealthy/json');
  await call('GET', '/containers/restarting/json');
}

async function attachments(call: DriverCall): Promise<void> {
  await call('POST', '/containers/tty/attach?stream=1&stdin=1&stdout=1&stderr=1', {
    upgrade: 'tcp',
    input: 'echo hi\n',
  });
  await call('POST', '/containers/interactive/attach?stream=1&stdin=1&stdout=1', { upgrade: 'tcp', input: 'hello\n' });
  await call('POST', '/containers/talker/attach?logs=1&stdout=1&stderr=1');
  await call('POST', '/containers/talker/attach?logs=1&stream=1&stdout=1', { leaveAfter: 300 });
  await call('GET', '/containers/interactive/attach/ws?stream=1&stdin=1&stdout=1', {
    upgrade: 'websocket',
    headers: {
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      Origin: 'http://engine',
    },
  });
}

async function archives(call: DriverCall): Promise<void> {
  const archive = await tarArchive([
    { name: 'put.txt', data: 'put\n' },
    { name: 'folder', folder: true },
  ]);
  await call('PUT', '/containers/plain/archive?path=/data', { raw: archive, type: 'application/x-tar' });
  await call('PUT', `/containers/failed/archive${query({ path: '/tmp', noOverwriteDirNonDir: 1, copyUIDGID: '' })}`, {
    raw: archive,
    type: 'application/x-tar',
  });
  await call('PUT', '/containers/security/archive?path=/data', { raw: archive, type: 'application/x-tar' });
  await call('HEAD', '/containers/plain/archive?path=/data/put.txt');
  await call('GET', '/containers/plain/archive?path=/data');
  await call('GET', '/containers/plain/changes');
}

async function removals(call: DriverCall): Promise<void> {
  await call('DELETE', '/containers/failed?v=true');
  await call('DELETE', '/containers/linked?force=true');
  const created = await call('POST', '/containers/create', { json: { Image: image } });
  await call('DELETE', `/containers/${text(created.json, 'Id').slice(0, 12)}?link=false`);
  await call('POST', '/containers/create?platform=linux/amd64', { json: { Image: image } });
  await call('POST', `/containers/prune${query({ filters: { label: ['no-such-label'] } })}`);
  // What is a second old is removed, and the engine rounds that time down to whole seconds: only after two is it certain that the
  // container above is removed too.
  await pause(2100);
  await call('POST', `/containers/prune${query({ filters: { until: { '1s': true } } })}`);
}

/** Removes every container, so that the next driver starts with an empty engine. */
export const clearContainers: Driver = async ({ call }) => {
  const all = await call('GET', '/containers/json?all=1');
  const ids = Array.isArray(all.json) ? all.json.map((item) => text(item, 'Id')) : [];
  await Promise.all(ids.map((id) => call('DELETE', `/containers/${id}?force=1&v=1`)));
  // The same requests to an engine without containers have another response body.
  await call('GET', '/containers/json');
  await call('POST', '/containers/prune');
  if (member(all.json, 0) === undefined) return;
};
