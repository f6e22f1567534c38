/** Kernel parameters of a network interface among those of a container. */
import { isRecord, propertyOf } from '@lading/runtime-conversion';

interface InterfaceSysctl {
  /** The name of the parameter: `net.ipv4.conf.eth0.log_martians`. */
  readonly name: string;
  /** The interface: `eth0`. */
  readonly device: string;
  /** The name for any interface, as `DriverOpts` contain it: `net.ipv4.conf.IFNAME.log_martians`. */
  readonly ofConnection: string;
  readonly value: unknown;
}

/** Returns the parameters of interfaces in `HostConfig.Sysctls`; there are none on a network that is not the container's own. */
export function interfaceSysctls(body: unknown): readonly InterfaceSysctl[] {
  const host = propertyOf(body, 'HostConfig');
  const mode = propertyOf(host, 'NetworkMode');
  const sysctls = propertyOf(host, 'Sysctls');
  if (!isRecord(sysctls) || mode === 'host' || String(mode ?? '').startsWith('container:')) return [];
  return Object.entries(sysctls).flatMap(([name, value]) => {
    const [, start, device = '', end] = /^(net\.[^.]*\.[^.]*)\.(eth[^.]*)\.(.*)$/s.exec(name) ?? [];
    return start === undefined ? [] : [{ name, device, ofConnection: `${start}.IFNAME.${end}`, value }];
  });
}
