/** Ports of containers that are published on the host, where nothing listens on them. */
import { BadRequest } from '@lading/server';
import type { HostConfigInput, PortMap } from '@lading/types-v1.44';
import type { Container } from './container.js';

/** The ports that an engine takes where a client leaves the choice to it. */
const ephemeral = { first: 49_153, last: 65_535 };
let lastPort = ephemeral.first - 1;

/** @throws BadRequest for a port, or a range of ports, that there is not */
export function refusePorts(bindings: HostConfigInput['PortBindings']): void {
  for (const [port, hosts] of Object.entries(bindings ?? {})) {
    const texts = [port, ...(hosts ?? []).map(({ HostPort }) => HostPort ?? '')];
    for (const text of texts.map((each) => each.replace(/\/(tcp|udp|sctp)$/, ''))) {
      const range = rangeOf(text);
      if (range === undefined || range.first > range.last || range.last > 65_535)
        throw new BadRequest(`invalid port specification: "${text}"`);
    }
  }
}

/** Those that are exposed, each with where it is published, or null where it is not. */
export function publishedPorts({ config, hostConfig }: Container): PortMap {
  const { PortBindings, PublishAllPorts } = hostConfig;
  const exposed = Object.keys(config.ExposedPorts ?? {});
  return Object.fromEntries(
    exposed.map((port) => {
      const bindings = PortBindings?.[port] ?? [];
      if (bindings.length > 0) {
        const published = bindings.map(({ HostIp, HostPort }) => ({
          HostIp: HostIp || '0.0.0.0',
          HostPort: String(hostPortOf(HostPort)),
        }));
        return [port, published];
      }
      return [port, PublishAllPorts ? [{ HostIp: '0.0.0.0', HostPort: String(ephemeralPort()) }] : null];
    }),
  );
}

/** No port and port 0 leave the choice to the engine; of a range it takes the first. */
function hostPortOf(text: string): number {
  const first = rangeOf(text)?.first ?? 0;
  return first === 0 ? ephemeralPort() : first;
}

function ephemeralPort(): number {
  lastPort = lastPort >= ephemeral.last ? ephemeral.first : lastPort + 1;
  return lastPort;
}

/** An empty text is port 0. @returns undefined for a text that is neither a port nor a range */
function rangeOf(text: string): { readonly first: number; readonly last: number } | undefined {
  const [all, first = '0', last = first] = /^(?:(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  return all === undefined ? undefined : { first: Number(first), last: Number(last) };
}
