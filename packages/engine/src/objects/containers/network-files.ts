/** The files in which a container finds names and addresses: `/etc/hosts`, `/etc/hostname` and `/etc/resolv.conf`. */
import type { TreeMount } from '../../filesystem/mounted-tree.js';
import { SingleFile } from '../../filesystem/single-file.js';

/** An address with its names. */
export interface HostLine {
  readonly address: string;
  readonly names: readonly string[];
}

export interface ResolverSettings {
  readonly servers: readonly string[];
  readonly search: readonly string[];
  readonly options: readonly string[];
}

const localLines: readonly HostLine[] = [
  { address: '127.0.0.1', names: ['localhost'] },
  { address: '::1', names: ['localhost', 'ip6-localhost', 'ip6-loopback'] },
  { address: 'fe00::0', names: ['ip6-localnet'] },
  { address: 'ff00::0', names: ['ip6-mcastprefix'] },
  { address: 'ff02::1', names: ['ip6-allnodes'] },
  { address: 'ff02::2', names: ['ip6-allrouters'] },
];

export class NetworkFiles {
  readonly #hosts = new SingleFile();
  readonly #hostname = new SingleFile();
  readonly #resolver = new SingleFile();

  /** Returns their mounts; they exist from the first start on. */
  mounts(isReadOnly: boolean): TreeMount[] {
    return [
      { path: '/etc/hosts', tree: this.#hosts, isReadOnly },
      { path: '/etc/hostname', tree: this.#hostname, isReadOnly },
      { path: '/etc/resolv.conf', tree: this.#resolver, isReadOnly },
    ];
  }

  /** Uses those of a container whose network is shared. */
  share(other: NetworkFiles): void {
    this.#hosts.share(other.#hosts);
    this.#hostname.share(other.#hostname);
    this.#resolver.share(other.#resolver);
  }

  write(hostname: string, lines: readonly HostLine[], resolver: ResolverSettings, now: number): void {
    this.#hosts.write([...localLines, ...lines].map(lineText).join(''), now);
    this.#hostname.write(`${hostname}\n`, now);
    const { servers, search, options } = resolver;
    const entries = [
      ...servers.map((server) => `nameserver ${server}`),
      ...(search.length > 0 ? [`search ${search.join(' ')}`] : []),
      ...(options.length > 0 ? [`options ${options.join(' ')}`] : []),
    ];
    this.#resolver.write(entries.map((entry) => `${entry}\n`).join(''), now);
  }

  /** Replaces the addresses of the container on a network that it joins or leaves. What else the file has stays. */
  replace(removed: readonly HostLine[], added: readonly HostLine[], now: number): void {
    if (!this.#hosts.exists) return;
    let { text } = this.#hosts;
    for (const line of removed) text = text.replace(lineText(line), '');
    this.#hosts.write(text + added.map(lineText).join(''), now);
  }
}

function lineText({ address, names }: HostLine): string {
  return `${address}\t${names.join(' ')}\n`;
}
