/** The everyday programs: what the engine must have for each, and what it prints with either client. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const clients = ['lading', 'dockerode'] as const;
export type ClientName = (typeof clients)[number];

export interface EverydayProgram {
  readonly name: string;
  /** What it does, for the table of the README. */
  readonly task: string;
  /** The lines that it prints; `…` is any text, alone any lines. */
  readonly prints: readonly string[];
}

const folder = join(import.meta.dirname, 'everyday');

const table: Readonly<Record<string, readonly [task: string, ...prints: string[]]>> = {
  attach: ['Talk with a process over its input and output', 'hello', 'bye'],
  build: ['Build a folder, show the steps, fail with the build', 'Step 1/3 : FROM alpine', '…', 'built sha256:…'],
  cleanup: ['Remove everything with a label', '2 1 1'],
  commit: ['Make an image of a container', 'content'],
  'copy-from': ['Copy a folder out of a container', "[ 'a.txt' ]"],
  'copy-to': ['Copy files into a container', '{"port":80}a'],
  events: ['Read events until one occurs', 'create data', 'destroy data'],
  exec: ['Run a command in a container', '3 out err'],
  list: ['List containers', '/web running'],
  logs: ['Follow the logs, line by line', '…', 'stdout one', '…'],
  network: ['Connect containers by a network', 'true'],
  prune: ['Remove what is unused', '1 0'],
  pull: ['Pull with progress, fail with the pull', '…', 'Status: … for alpine:latest'],
  push: ['Push with credentials, print the digest', 'pushed sha256:…'],
  'read-file': ['Read a file of a container', 'content'],
  run: ['Run a command in a new container', '3 out err'],
  'run-with-input': ['Run a command with input', 'a', 'b', ''],
  'save-load': ['Save an image and load it', 'Loaded image: alpine:latest'],
  'secret-config': ['Create a secret and read a config', '{"port":80}'],
  service: ['Run a service of two replicas', "[ 'running', 'running' ]"],
  stats: ['Show the use of processor and memory', '… % … %'],
  'stop-all': ['Stop what runs', '…', '/web stopped', '…'],
  volume: ['Keep data in a volume', 'kept'],
  'wait-healthy': ['Wait until a container is healthy', 'healthy'],
  'web-server': ['Start a server on any port and ask it', 'hello'],
};

/** All programs, in alphabetical order. */
export const everydayPrograms: readonly EverydayProgram[] = Object.entries(table).map(([name, [task, ...prints]]) => ({
  name,
  task,
  prints,
}));

export function pathOf(client: ClientName, name: string): string {
  return join(folder, client, `${name}.ts`);
}

/** The names of the programs on disk. */
export function namesOnDisk(client: ClientName): readonly string[] {
  return readdirSync(join(folder, client))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

/** The lines that are not empty; imports count as all others. The programs have no comments. */
export function linesOf(client: ClientName, name: string): number {
  return readFileSync(pathOf(client, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}
