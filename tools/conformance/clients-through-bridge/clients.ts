// The clients that run through the bridge, each in the tree of an engine, as packages of its Debian release.

export interface ScriptedClient {
  readonly name: string;
  /** The tree that the client is installed in. */
  readonly tree: '20.10' | '26.1';
  readonly packages: readonly string[];
  /** The program that runs the script. */
  readonly program: string;
  /** The file in `scripts`. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The API versions that the client is pinned to. */
  readonly versions: readonly string[];
}

export const scriptedClients: readonly ScriptedClient[] = [
  {
    name: 'docker-py-5',
    tree: '20.10',
    packages: ['python3-docker'],
    program: 'python3',
    script: 'docker-py.py',
    environment: {},
    versions: ['1.24', '1.30', '1.35', '1.40'],
  },
  {
    name: 'docker-py-7',
    tree: '26.1',
    packages: ['python3-docker'],
    program: 'python3',
    script: 'docker-py.py',
    environment: {},
    versions: ['1.24', '1.30', '1.35', '1.40', '1.43'],
  },
  {
    name: 'compose-1',
    tree: '20.10',
    packages: ['docker-compose'],
    program: 'sh',
    script: 'compose.sh',
    environment: { COMPOSE: 'docker-compose' },
    versions: ['1.24', '1.30', '1.38', '1.41'],
  },
  {
    name: 'compose-2',
    tree: '26.1',
    packages: ['docker-compose'],
    program: 'sh',
    script: 'compose.sh',
    environment: { COMPOSE: 'docker-compose' },
    versions: ['1.35', '1.40', '1.41', '1.43'],
  },
];
