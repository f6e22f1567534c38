// The clients that run through the bridge: packages of the Debian release in the tree of an engine, and packages of this workspace.

export interface ScriptedClient {
  readonly name: string;
  /** The tree that the client is installed in; undefined: it runs outside of it, in the network of the engine. */
  readonly tree: '20.10' | '26.1' | undefined;
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
  {
    name: 'testcontainers',
    tree: undefined,
    packages: [],
    program: process.execPath,
    script: 'testcontainers.mjs',
    // The image of what removes leftover containers cannot be pulled.
    environment: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
    versions: ['1.24', '1.30', '1.32', '1.35', '1.40', '1.43'],
  },
];
