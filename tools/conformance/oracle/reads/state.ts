// Creates objects of every resource on an empty engine. Nothing of it changes while it is read: the same requests at different
// versions differ by their versions alone.

import { text, type Caller } from '../../drivers/caller.js';
import { containerBodies, oddBodies } from '../../drivers/http/container-bodies.js';
import { setup } from '../../drivers/http/setup.js';
import { serviceBodies } from '../../drivers/http/service-bodies.js';
import { plugin } from '../../drivers/fixtures.js';
import { image, pause, query, type Scene } from '../../drivers/scene.js';

/** Containers that run without an end. The others are created only: checks and restarts would change them. */
const running = ['plain', 'tty', 'labelled', 'ports', 'limits', 'mounts', 'names', 'joined', 'linked', 'recursive'];

/** Services whose tasks reach a state that they stay in. */
const steady = ['small', 'replicated', 'global', 'mounted', 'networked', 'careful', 'nowhere', 'nulls', 'empties'];

/** @param scene its calls have the newest version that the recording is about */
export async function createState(scene: Scene): Promise<void> {
  const { call } = scene;
  await setup(scene);
  await images(call);
  await networks(call);
  await call('POST', '/volumes/create', { json: { Name: 'one', Labels: { a: 'b' } } });
  await call('POST', '/volumes/create', {
    json: { Name: 'two', DriverOpts: { type: 'tmpfs', device: 'tmpfs', o: 'size=1m' } },
  });
  await call('POST', '/plugins/create?name=listener:1', { raw: await plugin(scene.tree), type: 'application/x-tar' });
  await containers(call);
  await swarm(call, scene.address);
}

async function images(call: Caller): Promise<void> {
  await call('POST', '/containers/create?name=source', { json: { Image: image } });
  await call('POST', '/commit?container=source&repo=committed&tag=1&comment=c&author=a&changes=ENV+X=1', {
    json: {
      Env: ['Y=1'],
      Labels: { l: '1' },
      ExposedPorts: { '1/tcp': {} },
      Volumes: { '/v': {} },
      Healthcheck: { Test: ['CMD', 'true'] },
      OnBuild: ['RUN true'],
    },
  });
  await call('POST', '/commit?container=source', { json: {} });
  await call('DELETE', '/containers/source');
}

async function networks(call: Caller): Promise<void> {
  const bodies = {
    ranged: {
      Internal: true,
      Attachable: true,
      IPAM: {
        Options: { a: 'b' },
        Config: [
          {
            Subnet: '10.31.0.0/16',
            IPRange: '10.31.1.0/24',
            Gateway: '10.31.1.1',
            AuxiliaryAddresses: { router: '10.31.1.5' },
          },
        ],
      },
      Options: { 'com.docker.network.bridge.enable_icc': 'true' },
      Labels: { a: 'b' },
    },
    six: { EnableIPv6: true, IPAM: { Config: [{ Subnet: 'fd31::/64', Gateway: 'fd31::1' }] } },
    settings: { ConfigOnly: true, IPAM: { Config: [{ Subnet: '10.33.0.0/16' }] } },
    'from-settings': { ConfigFrom: { Network: 'settings' } },
  };
  for (const [Name, body] of Object.entries(bodies))
    await call('POST', '/networks/create', { json: { Name, ...body } });
}

async function containers(call: Caller): Promise<void> {
  for (const [name, body] of Object.entries({ ...containerBodies, ...oddBodies }))
    await call('POST', `/containers/create?name=${name}`, { json: body });
  await call('POST', '/containers/create?name=member', {
    json: {
      Image: image,
      Cmd: ['sleep', '600'],
      HostConfig: { NetworkMode: 'ranged' },
      NetworkingConfig: {
        EndpointsConfig: {
          ranged: {
            IPAMConfig: { IPv4Address: '10.31.1.20' },
            Aliases: ['alias'],
            DriverOpts: { a: 'b' },
            MacAddress: '02:42:0a:1f:01:14',
          },
          six: { Aliases: ['second'] },
        },
      },
    },
  });
  for (const name of [...running, 'member', 'failed']) await call('POST', `/containers/${name}/start`);
  await call('POST', '/containers/names/pause');
  const exec = await call('POST', '/containers/plain/exec', { json: { Cmd: ['true'], AttachStdout: true } });
  await call('POST', `/exec/${text(exec.json, 'Id')}/start`, { json: {} });
}

async function swarm(call: Caller, address: string): Promise<void> {
  await call('POST', '/swarm/init', {
    json: { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: `${address}:2377`, Spec: { Labels: { a: 'b' } } },
  });
  const network = await call('POST', '/networks/create', {
    json: { Name: 'attachable', Driver: 'overlay', Attachable: true, IPAM: { Config: [{ Subnet: '10.41.0.0/24' }] } },
  });
  const data = Buffer.from('content').toString('base64');
  const templating = { Name: 'golang', Options: { a: 'b' } };
  const [secret, config] = await Promise.all(
    ['secret', 'config'].map(async (name) => {
      await call('POST', `/${name}s/create`, { json: { Name: 'templated', Data: data, Templating: templating } });
      return call('POST', `/${name}s/create`, { json: { Name: name, Labels: { a: 'b' }, Data: data } });
    }),
  );
  await call('POST', '/volumes/create', {
    json: {
      Name: 'clustered',
      Driver: 'csi-none',
      ClusterVolumeSpec: { Group: 'g', AccessMode: { Scope: 'single', Sharing: 'none', MountVolume: {} } },
    },
  });
  const bodies = serviceBodies({
    network: text(network.json, 'Id'),
    secret: text(secret?.json, 'ID'),
    config: text(config?.json, 'ID'),
  });
  for (const name of steady)
    await call('POST', '/services/create', { json: { Name: name, ...(bodies[name] as object) } });
  await steadyTasks(call);
}

/** Waits until every task runs, or waits for a node that does not exist. */
async function steadyTasks(call: Caller): Promise<void> {
  for (let round = 0; round < 120; round += 1) {
    await pause(1000);
    const { json } = await call('GET', `/tasks${query({ filters: { 'desired-state': ['running'] } })}`);
    const states = (json as readonly unknown[]).map((task) => text(task, 'Status', 'State'));
    if (states.length > steady.length - 2 && states.every((state) => ['running', 'pending'].includes(state))) return;
  }
  throw new Error('The services do not reach a state that they stay in; let the machine be quiet');
}
