/** An engine with the definitions, and what tests do with its containers. */
import { connect } from '@lading/client';
import { startEngine, type ImageDefinition, type RunningEngine } from '@lading/engine';
import { imageDefinitions } from '@lading/engine-images';
import { onTestFinished } from 'vitest';

type CreateBody = Parameters<Awaited<ReturnType<typeof connect>>['container']['create']>[0]['body'];

export interface StartedContainer {
  readonly id: string;
  readonly name: string;
  /** The port of the machine that leads to the first port of the image. */
  readonly port: number;
  /** The milliseconds that the start took. */
  readonly started: number;
  logs(): Promise<string>;
  exec(...command: string[]): Promise<{ readonly code: number; readonly output: string }>;
  copy(files: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
  start(): Promise<number>;
  restart(): Promise<void>;
  remove(): Promise<void>;
  waitForLog(text: string | RegExp, times?: number): Promise<void>;
  inspect(): ReturnType<Awaited<ReturnType<typeof connect>>['container']['inspect']>;
}

export interface Scene {
  readonly engine: RunningEngine;
  readonly client: Awaited<ReturnType<typeof connect>>;
  run(image: string, body?: Partial<CreateBody>, files?: Readonly<Record<string, string>>): Promise<StartedContainer>;
}

export async function openScene(definitions: readonly ImageDefinition[] = imageDefinitions): Promise<Scene> {
  const engine = await startEngine({ imageDefinitions: definitions });
  const client = await connect({ host: engine.address, env: {} });
  onTestFinished(async () => {
    await client.close();
    await engine.close();
  });
  const run: Scene['run'] = async (image, body = {}, files = {}) => {
    if (engine.engine.images.search(image) === undefined) await engine.engine.pull(image);
    const { Id: id } = await client.container.create({
      body: { Image: image, ...body, HostConfig: { PublishAllPorts: true, ...body.HostConfig } } as CreateBody,
    });
    const container = engine.engine.containers.find(id);
    const copy = (content: Readonly<Record<string, string>>): void => {
      for (const [path, text] of Object.entries(content))
        container.files.mounted.put(path, {
          kind: 'file',
          data: Buffer.from(text),
          mode: text.startsWith('#!') ? 0o755 : 0o644,
          uid: 0,
          gid: 0,
          modified: Date.now(),
        });
    };
    copy(files);
    const before = performance.now();
    await client.container.start({ id });
    const started = performance.now() - before;
    const portOf = async (): Promise<number> => {
      const { NetworkSettings } = await client.container.inspect({ id });
      const [bindings] = Object.values(NetworkSettings?.Ports ?? {});
      return Number(bindings?.[0]?.HostPort ?? 0);
    };
    const logs = async (): Promise<string> => {
      let text = '';
      for await (const { data } of await client.container.logs({ id, stdout: true, stderr: true }))
        text += Buffer.from(data).toString();
      return text;
    };
    return {
      id,
      name: container.name,
      port: await portOf(),
      started,
      logs,
      copy,
      async exec(...command) {
        const { Id } = await client.container.exec({
          id,
          body: { Cmd: command, AttachStdout: true, AttachStderr: true },
        });
        const { stdout, stderr } = await (await client.exec.start({ id: Id, body: {} })).text();
        const output = stdout + stderr;
        return { code: (await client.exec.inspect({ id: Id })).ExitCode ?? -1, output };
      },
      stop: async () => void (await client.container.stop({ id })),
      restart: async () => void (await client.container.restart({ id })),
      remove: async () => void (await client.container.delete({ id, force: true })),
      inspect: () => client.container.inspect({ id }),
      async start() {
        await client.container.start({ id });
        return portOf();
      },
      async waitForLog(text, times = 1) {
        for (let tries = 0; tries < 3000; tries += 1) {
          const found = (await logs()).split(text).length - 1;
          if (found >= times) return;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        throw new Error(`the log lacks ${String(text)}:\n${await logs()}`);
      },
    };
  };
  return { engine, client, run };
}
