/** Tests the differences of services, tasks and nodes of a swarm, for clients of 1.41 and of 1.44. */
import { expect, it } from 'vitest';
import { newerClient, olderClient } from '../scene.js';

const spec = (ContainerSpec: object) => ({ TaskTemplate: { ContainerSpec } });

it('service-networks: the networks of a service are written to its tasks', async () => {
  const older = olderClient();
  const Networks = [{ Target: 'n' }];
  await older.call('ServiceCreate', { body: { Networks, TaskTemplate: { ContainerSpec: {} } } });
  expect(older.last('ServiceCreate')?.body).toEqual({ Networks, TaskTemplate: { ContainerSpec: {}, Networks } });
  await older.call('ServiceUpdate', { body: { Networks, TaskTemplate: { Networks: [{ Target: 'm' }] } } });
  expect(older.last('ServiceUpdate')?.body).toEqual({ Networks, TaskTemplate: { Networks: [{ Target: 'm' }] } });
  const newer = newerClient();
  await newer.call('ServiceCreate', { body: { Networks } });
  expect(newer.last('ServiceCreate')?.body).toEqual({ Networks });
});

it('swarm-privileges: profiles of tasks are ignored and not shown at 1.41; before 1.41 they are refused', async () => {
  const confined = { NoNewPrivileges: true, Seccomp: { Mode: 'unconfined' }, AppArmor: { Mode: 'disabled' } };
  const older = olderClient({ ServiceInspect: { Spec: spec({ Privileges: { ...confined, SELinuxContext: null } }) } });
  await older.call('ServiceCreate', { body: spec({ Privileges: confined }) });
  expect(older.last('ServiceCreate')?.body).toEqual(spec({ Privileges: {} }));
  expect((await older.call('ServiceInspect')).body).toEqual({ Spec: spec({ Privileges: { SELinuxContext: null } }) });

  const newer = newerClient({ ServiceInspect: { Spec: spec({ Privileges: {} }) } });
  for (const [name, value] of Object.entries(confined)) {
    const body = spec({ Privileges: { [name]: value } });
    await expect(newer.call('ServiceUpdate', { body })).rejects.toMatchObject({
      status: 400,
      message: `Privileges.${name} needs API version 1.44`,
    });
  }
  await newer.call('ServiceCreate', { body: spec({ Privileges: { NoNewPrivileges: false } }) });
  expect(newer.last('ServiceCreate')?.body).toEqual(spec({ Privileges: {} }));
  expect((await newer.call('ServiceInspect')).body).toEqual({ Spec: spec({ Privileges: { NoNewPrivileges: false } }) });
});

it('service-create-warnings: they are always sent at 1.44', async () => {
  expect((await newerClient({ ServiceCreate: { ID: 's' } }).call('ServiceCreate')).body).toEqual({
    ID: 's',
    Warnings: null,
  });
  expect((await olderClient({ ServiceCreate: { ID: 's', Warnings: null } }).call('ServiceCreate')).body).toEqual({
    ID: 's',
    Warnings: null,
  });
});

it('ro-recursive: read-only bind mounts of tasks leave submounts writable at 1.41', async () => {
  const readOnly = { Source: '/a', Target: '/b', ReadOnly: true };
  const shallow = { ReadOnlyNonRecursive: true };
  const given = [
    { Type: 'bind', ...readOnly },
    { ...readOnly, BindOptions: { Propagation: 'slave' } },
    { Type: 'volume', ...readOnly },
    { Type: 'bind', Source: '/a', Target: '/c' },
  ];
  const wanted = [
    { Type: 'bind', ...readOnly, BindOptions: shallow },
    { ...readOnly, BindOptions: { Propagation: 'slave', ...shallow } },
    given[2],
    given[3],
  ];
  for (const operation of ['ServiceCreate', 'ServiceUpdate']) {
    const older = olderClient();
    await older.call(operation, { body: spec({ Mounts: given }) });
    expect(older.last(operation)?.body).toEqual(spec({ Mounts: wanted }));
    await older.call(operation, { body: spec({ Mounts: null }) });
    expect(older.last(operation)?.body).toEqual(spec({ Mounts: null }));
  }
});

it('node-csi: storage plugins are not listed at 1.41', async () => {
  const node = { Description: { Hostname: 'h', CSIInfo: [] } };
  expect((await olderClient({ NodeInspect: node }).call('NodeInspect')).body).toEqual({
    Description: { Hostname: 'h' },
  });
  expect((await olderClient({ NodeList: [node] }).call('NodeList')).body).toEqual([{ Description: { Hostname: 'h' } }]);
  const old = { Description: { Hostname: 'h' } };
  expect((await newerClient({ NodeInspect: old }).call('NodeInspect')).body).toBe(old);
});

it('task-volumes: cluster volumes are not sent at 1.41', async () => {
  const [older, newer] = [
    olderClient({ TaskList: [{ ID: 't', Volumes: null }] }),
    newerClient({ TaskList: [{ ID: 't' }] }),
  ];
  expect((await older.call('TaskList')).body).toEqual([{ ID: 't' }]);
  expect((await newer.call('TaskList')).body).toEqual([{ ID: 't', Volumes: null }]);
});
