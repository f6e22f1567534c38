// Drives networks of one machine; the swarm driver drives overlay networks.

import { image, query, type Driver } from '../scene.js';

export const networks: Driver = async ({ call }) => {
  // The engine looks for an unknown driver for 15 s.
  const searching = call('POST', '/networks/create', { json: { Name: 'elsewhere', Driver: 'none-such' } });
  await call('GET', '/networks');
  await call('GET', '/networks/bridge');
  await call('GET', '/networks/host');
  await call('POST', '/networks/create', { json: { Name: 'plain' } });
  await call('POST', '/networks/create', {
    json: {
      Name: 'ranged',
      CheckDuplicate: true,
      Driver: 'bridge',
      Internal: true,
      Attachable: true,
      Ingress: false,
      EnableIPv6: false,
      IPAM: {
        Driver: 'default',
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
  });
  await call('POST', '/networks/create', {
    json: { Name: 'six', EnableIPv6: true, IPAM: { Config: [{ Subnet: 'fd31::/64', Gateway: 'fd31::1' }] } },
  });
  await call('POST', '/networks/create', {
    json: { Name: 'nulls', IPAM: null, Options: null, Labels: null, Driver: '', ConfigFrom: null },
  });
  await call('POST', '/networks/create', {
    json: {
      Name: 'aux',
      IPAM: { Driver: '', Options: null, Config: [{ Subnet: '10.32.0.0/16', AuxAddress: { a: '10.32.0.9' } }] },
    },
  });
  await call('POST', '/networks/create', {
    json: { Name: 'settings', ConfigOnly: true, IPAM: { Config: [{ Subnet: '10.33.0.0/16' }] } },
  });
  await call('POST', '/networks/create', {
    json: { Name: 'from-settings', Driver: 'bridge', ConfigFrom: { Network: 'settings' } },
  });
  await call('POST', '/containers/create?name=member', {
    json: {
      Image: image,
      HostConfig: { NetworkMode: 'ranged' },
      NetworkingConfig: {
        EndpointsConfig: {
          ranged: {
            IPAMConfig: { IPv4Address: '10.31.1.20', IPv6Address: '', LinkLocalIPs: ['169.254.34.68'] },
            Aliases: ['alias'],
            Links: null,
            DriverOpts: { a: 'b' },
            MacAddress: '02:42:0a:1f:01:14',
          },
        },
      },
    },
  });
  await call('POST', '/containers/member/start');
  await call('POST', '/networks/plain/connect', {
    json: { Container: 'member', EndpointConfig: { Aliases: ['second'], Links: ['none:x'] } },
  });
  await call('POST', '/networks/plain/connect', {
    json: { Container: 'member', EndpointConfig: { Aliases: ['second'], IPAMConfig: {} } },
  });
  await call('POST', '/networks/six/connect', { json: { Container: 'member', EndpointConfig: null } });
  await call('POST', '/networks/nulls/connect', { json: { container: 'member' } });
  await call('POST', '/containers/create?name=many', {
    json: {
      Image: image,
      NetworkingConfig: { EndpointsConfig: { plain: { Aliases: null }, ranged: {} } },
      HostConfig: { NetworkMode: 'plain' },
    },
  });
  await call('GET', '/containers/many/json');
  await call('GET', '/containers/member/json');
  await call('GET', '/containers/json');
  for (const name of ['plain', 'ranged', 'six', 'nulls', 'aux', 'settings', 'from-settings', 'none'])
    await call('GET', `/networks/${name}`);
  await call('GET', '/networks/ranged?verbose=true&scope=local');
  await call(
    'GET',
    `/networks${query({ filters: { driver: ['bridge'], type: ['custom'], scope: ['local'], dangling: ['true'] } })}`,
  );
  await call('GET', `/networks${query({ filters: { label: { a: true } } })}`);
  await call('POST', '/networks/plain/disconnect', { json: { Container: 'member', Force: false } });
  await call('POST', '/networks/six/disconnect', { json: { Container: 'member', Force: true } });
  await call('POST', '/networks/create', { json: { Name: 'plain', CheckDuplicate: true } });
  await call('POST', '/networks/create', { json: { Name: 'plain' } });
  await call('POST', '/networks/create', { json: { Name: 'bridge' } });
  await call('POST', '/networks/create', { json: { Name: '' } });
  await call('POST', '/networks/create', { json: { Name: 'bad', IPAM: { Config: [{ Subnet: 'nonsense' }] } } });
  await call('POST', '/networks/create', { json: { Name: 'bad', Driver: 'overlay' } });
  await call('POST', '/networks/none-such/connect', { json: { Container: 'member' } });
  await call('POST', '/networks/host/connect', { json: { Container: 'member' } });
  await call('POST', '/networks/plain/disconnect', { json: { Container: 'none' } });
  await call('DELETE', '/networks/ranged');
  await call('DELETE', '/networks/bridge');
  await call('DELETE', '/networks/none-such');
  await call('DELETE', '/networks/aux');
  await call('DELETE', '/containers/member?force=1');
  await call('DELETE', '/containers/many?force=1');
  await call('POST', `/networks/prune${query({ filters: { label: ['none'] } })}`);
  await call('POST', '/networks/prune');
  await searching;
};
