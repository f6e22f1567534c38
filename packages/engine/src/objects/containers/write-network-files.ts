/** Writes the files in which a container finds names and addresses, at its start. */
import type { Container } from './container.js';
import type { ContainerNetworks } from './container-networks.js';
import type { HostLine } from './network-files.js';

/** The servers that names are resolved by without a server of the engine. */
const publicServers = ['8.8.8.8', '8.8.4.4'];

export function writeNetworkFiles(networks: ContainerNetworks, container: Container, now: number): void {
  const owner = networks.owner(container);
  if (owner !== container) {
    // The host name belongs to the network.
    const { hostname, others } = owner.settings;
    const domain = others['Domainname'] === undefined ? {} : { Domainname: others['Domainname'] };
    container.change({
      settings: { ...container.settings, hostname, others: { ...container.settings.others, ...domain } },
    });
    container.files.network.share(owner.files.network);
    return;
  }
  const { networkMode, others } = container.host;
  const listOf = (name: string): readonly string[] => (others[name] ?? []) as readonly string[];
  const isNamed = !['bridge', 'host', 'none'].includes(networkMode);
  const servers = listOf('Dns').length > 0 ? listOf('Dns') : publicServers;
  const options = listOf('DnsOptions');
  const lines: HostLine[] = [
    ...[...networks.extraHosts(container)].map(([name, address]) => ({ address, names: [name] })),
    ...networks.linkLines(container),
    ...Object.values(container.endpoints).flatMap(({ joined }) => container.hostLines(joined)),
  ];
  container.files.network.write(
    container.hostname,
    lines,
    {
      // The engine resolves the names of containers on networks other than the default one.
      servers: isNamed ? ['127.0.0.11'] : servers,
      search: listOf('DnsSearch'),
      options: isNamed && options.length === 0 ? ['ndots:0'] : options,
    },
    now,
  );
}
