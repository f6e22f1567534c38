/** An engine in memory with what the everyday programs expect. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { connect } from '@lading/client';
import { startEngine, type RunningEngine } from '@lading/engine';
import { everydayFolder } from './everyday.js';

type Client = Readonly<Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>>;

const scenes = parse(readFileSync(join(everydayFolder, 'scenes.yaml'), 'utf8')) as Readonly<
  Record<string, readonly (readonly [group: string, method: string, input: object])[]>
>;

/** Starts an engine with the image alpine, and makes the calls of the program's scene. */
export async function openScene(program: string): Promise<RunningEngine> {
  const engine = await startEngine({ images: program === 'pull' ? [] : ['alpine'] });
  if (program === 'push') engine.registry.users.set('me', 'secret');
  engine.programs.add('httpd', async ({ listen, signal }) => {
    const server = createServer((_request, response) => void response.end('hello'));
    listen(80, server);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  await using client = await connect({ host: engine.address, env: {} });
  for (const [group, method, input] of scenes[program] ?? scenes['web'] ?? []) {
    const result = await (client as unknown as Client)[group]?.[method]?.(input);
    if (method === 'logs') for await (const _ of result as AsyncIterable<unknown>) break;
  }
  return engine;
}
