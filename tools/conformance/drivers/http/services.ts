// Drives services and tasks of an existing swarm.

import { member, text, type Caller } from '../caller.js';
import { image, pause, query } from '../scene.js';
import { serviceBodies, type ServiceDependencies } from './service-bodies.js';

export async function services(call: Caller, dependencies: ServiceDependencies): Promise<void> {
  await call('GET', '/services');
  await call('GET', '/tasks');
  const bodies = serviceBodies(dependencies);
  for (const [name, body] of Object.entries(bodies))
    await call('POST', '/services/create', { json: { Name: name, ...body } });
  await pause(5000);
  await call('GET', '/services');
  await call('GET', '/services?status=true');
  await call('GET', `/services${query({ filters: { mode: ['replicated'], label: { a: true } } })}`);
  for (const name of Object.keys(bodies)) await call('GET', `/services/${name}`);
  await call('GET', '/services/small?insertDefaults=true');
  await tasks(call);
  await call('GET', '/services/talker/logs?stdout=1&stderr=1&details=1&timestamps=1');
  await call('GET', '/services/talker/logs?stdout=1&tail=1');
  await call('GET', '/services/talker/logs');
  await updates(call, bodies);
  await call('POST', '/services/create', {
    json: { Name: 'small', TaskTemplate: { ContainerSpec: { Image: image } } },
  });
  await call('POST', '/services/create', {
    json: { Name: 'bad name', TaskTemplate: { ContainerSpec: { Image: image } } },
  });
  await call('POST', '/services/create', { json: { Name: 'bad', TaskTemplate: {} } });
  await call('POST', '/services/create', {
    json: { Name: 'bad', TaskTemplate: { ContainerSpec: { Image: image }, Placement: { Constraints: ['='] } } },
  });
  await call('POST', '/services/create', {
    json: { Name: 'bad', Mode: { Global: {}, Replicated: {} }, TaskTemplate: { ContainerSpec: { Image: image } } },
  });
  await call('POST', '/services/create', { raw: '{', type: 'application/json' });
  for (const path of [
    '/services/none',
    '/tasks/none',
    '/services/none/logs?stdout=1',
    '/tasks/none/logs?stdout=1',
    '/services?filters=nonsense',
  ])
    await call('GET', path);
  await call('DELETE', '/services/none');
  await call('POST', '/services/none/update?version=1', { json: {} });
  // The containers of tasks have properties that no other container has.
  await call('GET', '/containers/json?all=1');
  const running = await call(
    'GET',
    `/containers/json${query({ filters: { label: ['com.docker.swarm.service.name=mounted'] } })}`,
  );
  await call('GET', `/containers/${text(running.json, 0, 'Id')}/json`);
  for (const name of Object.keys(bodies)) await call('DELETE', `/services/${name}`);
}

async function tasks(call: Caller): Promise<void> {
  const all = await call('GET', '/tasks');
  const list = Array.isArray(all.json) ? (all.json as unknown[]) : [];
  for (const task of list) await call('GET', `/tasks/${text(task, 'ID')}`);
  await call('GET', `/tasks${query({ filters: { service: ['replicated'], 'desired-state': ['running'] } })}`);
  await call('GET', `/tasks${query({ filters: { 'desired-state': { shutdown: true } } })}`);
  const talker = await call('GET', `/tasks${query({ filters: { service: ['talker'] } })}`);
  await call('GET', `/tasks/${text(talker.json, 0, 'ID')}/logs?stdout=1&stderr=1`);
  await call('GET', `/tasks/${text(talker.json, 0, 'ID')}/logs`);
}

async function updates(call: Caller, bodies: Readonly<Record<string, unknown>>): Promise<void> {
  const update = async (name: string, body: unknown, rest = ''): Promise<void> => {
    const found = await call('GET', `/services/${name}`);
    await call('POST', `/services/${name}/update?version=${text(found.json, 'Version', 'Index')}${rest}`, {
      json: { Name: name, ...(body as object) },
    });
  };
  await update('small', {
    TaskTemplate: { ContainerSpec: { Image: image, Command: ['sleep'], Args: ['700'] } },
    Mode: { Replicated: { Replicas: 2 } },
  });
  await pause(1500);
  await call('GET', '/services/small');
  await pause(3000);
  await call('GET', '/services/small');
  await update(
    'small',
    { TaskTemplate: { ContainerSpec: { Image: image, Command: ['sleep'], Args: ['800'] } } },
    '&registryAuthFrom=previous-spec',
  );
  // Until the update is in progress, it changes the version of the service.
  await pause(1500);
  await update('small', bodies['small'], '&rollback=previous');
  await pause(2000);
  await call('GET', '/services/small');
  // An update to a version that cannot run is rolled back automatically.
  await update(
    'replicated',
    { ...(bodies['replicated'] as object), TaskTemplate: { ContainerSpec: { Image: image, Command: ['false'] } } },
    '&registryAuthFrom=spec',
  );
  for (let round = 0; round < 6; round += 1) {
    await pause(1500);
    const now = await call('GET', '/services/replicated');
    if (text(member(now.json, 'UpdateStatus'), 'State') === 'rollback_completed') break;
  }
  await call('POST', '/services/small/update?version=1', {
    json: { Name: 'small', TaskTemplate: { ContainerSpec: { Image: image } } },
  });
  await call('POST', '/services/small/update?version=x', { json: {} });
  await call('POST', '/services/small/update', { json: {} });
}
