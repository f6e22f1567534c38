/** Published ports of containers. Nothing listens on them. */
import { BadRequest } from '@lading/server';
import type { HostConfigInput, PortMap } from '@lading/types-v1.44';
import type { Container } from './container.js';

/** The range of ports that an engine assigns if the client does not choose one. */
const ephemeral = { first: 49_153, last: 65_535 };
let lastPort = ephemeral.first - 1;

/** @throws BadRequest for an invalid port or range of ports */
export function validatePorts(bindings: HostConfigInput['PortBindings']): void {
  for (const [port, hosts] of Object.entries(bindings ?? {})) {
    const texts = [port, ...(hosts ?? []).map(({ HostPort }) => HostPort ?? '')];
    for (const text of texts.map((each) => each.replace(/\/(tcp|udp|sctp)$/, ''))) {
      const range = rangeOf(text);
      if (range === undefined || range.first > range.last || range.last > 65_535)
        throw new BadRequest(`invalid port specification: "${text}"`);
    }
  }
}

/** Returns the exposed ports, each with its bindings on the host, or null if it is not published. */
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

/** Returns the port for a binding: an assigned one for no port or port 0, the first one of a range. */
function hostPortOf(text: string): number {
  const first = rangeOf(text)?.first ?? 0;
  return first === 0 ? ephemeralPort() : first;
}

function ephemeralPort(): number {
  lastPort = lastPort >= ephemeral.last ? ephemeral.first : lastPort + 1;
  return lastPort;
}

/** Parses a port or a range; an empty string is port 0. @returns undefined for an invalid string */
function rangeOf(text: string): { readonly first: number; readonly last: number } | undefined {
  const [all, first = '0', last = first] = /^(?:(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  return all === undefined ? undefined : { first: Number(first), last: Number(last) };
}
