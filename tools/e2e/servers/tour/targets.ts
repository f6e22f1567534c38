/** The targets of the command line: an engine, or a server in front of it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home } from '../tree-program.js';

export type TargetKind = 'engine' | 'gateway' | 'allow-list' | 'from-client' | 'bridge';

export const targetKinds: readonly TargetKind[] = ['engine', 'gateway', 'allow-list', 'from-client'];

export interface Engine {
  readonly name: string;
  /** The API version that a gateway uses with it. */
  readonly version: '1.41' | '1.44';
}

export const engines: readonly Engine[] = [
  { name: '20.10', version: '1.41' },
  { name: '26.1', version: '1.44' },
];

interface TourTarget {
  readonly host: string;
  close(): void;
}

export function socketOf({ name }: Engine): string {
  return join(home, name, 'dk/docker.sock');
}

/** The source folder, also if this module runs from `dist`. */
const source = import.meta.dirname.replace(/dist[\\/](?=tour)/, '');

/** The command of a server that listens on a socket. */
function commandOf(kind: Exclude<TargetKind, 'engine'>, host: string, socket: string, version: string): string[] {
  if (kind !== 'bridge') return [join(source, 'target.mjs'), kind, host, socket, version];
  const program = join(source, '../../../../packages/bridge/bin/bridge.mjs');
  return [program, '--listen', `unix://${socket}`, '--engine', host, '--as', version];
}

export async function openTarget(kind: TargetKind, engine: Engine): Promise<TourTarget> {
  const host = `unix://${socketOf(engine)}`;
  if (kind === 'engine') return { host, close: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'lading-target-'));
  const child = spawn(process.execPath, commandOf(kind, host, join(folder, 'target.sock'), engine.version));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /^(?:bridge: )?listening on (\S+)$/m.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => {
      read(chunk);
      if (kind !== 'bridge') process.stderr.write(chunk);
    });
    child.once('exit', (code) => reject(new Error(`the ${kind} ended with ${code}: ${output}`)));
  });
  return {
    host: address,
    close: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
