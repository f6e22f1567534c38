/** The setup of examples, by the phrases that their pages use. */
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '@lading/client-v1.44';
import { login } from '../../conformance/drivers/scene.js';
import { certificates, forwardTls } from './forwards.js';

/** The environment in which an example runs. */
export interface ExampleContext {
  readonly engine: Engine;
  /** `/…/engine.sock` */
  readonly socket: string;
  /** The working folder; its folder `home` is the user's home. */
  readonly folder: string;
  /** Registers a function that cleans up after the example. */
  readonly later: (end: () => unknown) => void;
}

/** The image that examples use as `alpine`, and the commands that they use beside those of any image. */
export const image = 'alpine:latest';
export const commands = ['date', 'ln', 'stty', 'tr'];

const app = 'localhost:5001/e2e-clients/app';

/** Replacements for names in examples: an engine under test reaches only loopback. */
export const standIns: readonly (readonly [RegExp, string])[] = [
  [/pull\(engine, 'alpine'/g, `pull(engine, 'localhost:5000/e2e-clients/alpine'`],
  [/ghcr\.io\/me\/app/g, app],
  [/registry\.example\.com\/copy/g, 'localhost:5000/e2e-clients/copy'],
  [/'ghcr\.io'/g, `'${login.serveraddress}'`],
  [/username: 'me', password: 'secret'/g, `username: '${login.username}', password: '${login.password}'`],
];

const forever = ['sh', '-c', 'exec sleep 600'];
const counting = 'i=0; while :; do i=$((i+1)); echo line $i; sleep 0.1; done';
const serving = `trap 'exit 0' TERM; echo starting; echo ready to serve; while :; do sleep 0.1; done`;

/** Sets up the preconditions of examples, by their phrase. */
export const settings: Readonly<Record<string, (context: ExampleContext) => Promise<void>>> = {
  'a container "web"': (context) => container(context, 'web', { Cmd: forever }, false),
  'a running container "web"': (context) => container(context, 'web', { Cmd: forever }),
  'a running container "web" that writes lines': (context) =>
    container(context, 'web', { Cmd: ['sh', '-c', counting] }),
  'a running container "echo" that repeats its input': (context) =>
    container(context, 'echo', { Cmd: ['cat'], OpenStdin: true, AttachStdin: true }),
  'a container "job" that wrote to both outputs and ended': async (context) => {
    await container(context, 'job', { Cmd: ['sh', '-c', 'echo one; echo a warning >&2; echo two'] });
    await context.engine.container.wait({ id: 'job' });
  },
  'a container "db" with a health check': (context) => {
    const Healthcheck = { Test: ['CMD', 'true'], Interval: 1_000_000_000 };
    return container(context, 'db', { Cmd: ['sh', '-c', serving], Healthcheck }, false);
  },
  'a folder "app" with a Dockerfile': async ({ folder }) => {
    mkdirSync(join(folder, 'app'));
    writeFileSync(join(folder, 'app', 'Dockerfile'), 'FROM alpine\nARG MODE\nCOPY . /app\n');
    writeFileSync(join(folder, 'app', 'file'), 'content\n');
  },
  'an open registry': async () => undefined,
  'a registry with a login': async () => undefined,
  'an image "ghcr.io/me/app:1" in the registry': async ({ engine }) => {
    await engine.image.tag({ name: image, repo: app, tag: '1' });
    await (await engine.image.push({ name: app, tag: '1', 'X-Registry-Auth': login })).done();
    await engine.image.delete({ name: `${app}:1` });
  },
  "a login in the user's configuration": async ({ folder }) => {
    const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    write(folder, 'home/.docker/config.json', { auths: { [login.serveraddress]: { auth } } });
  },
  'a context "build"': async ({ folder, socket }) => {
    const id = createHash('sha256').update('build').digest('hex');
    const Endpoints = { docker: { Host: `unix://${socket}`, SkipTLSVerify: false } };
    write(folder, `home/.docker/contexts/meta/${id}/meta.json`, { Name: 'build', Metadata: {}, Endpoints });
  },
  'the engine on a socket in this folder': async ({ folder, socket }) =>
    symlinkSync(socket, join(folder, 'engine.sock')),
  // A replacement for ssh, which verifies the requested command and connects to the engine's socket.
  'an engine behind ssh': async ({ folder, socket }) => {
    const program = `#!${process.execPath}
const { argv, stdin, stdout } = process;
if (!argv.join(' ').endsWith('-l me -- build.example.com docker system dial-stdio')) process.exit(255);
const engine = require('node:net').connect(${JSON.stringify(socket)});
stdin.pipe(engine).pipe(stdout);
`;
    write(folder, 'bin/ssh', program, 0o755);
  },
  'an engine behind TLS': async ({ folder, socket, later }) =>
    later((await forwardTls(socket, certificates(join(folder, 'certs')), 2376)).close),
};

/** Activities in the background of an example, by their phrase. */
export const meanwhile: Readonly<Record<string, (context: ExampleContext) => Promise<void>>> = {
  'containers start and stop': async ({ engine, later }) => {
    let over = false;
    const going = (async () => {
      while (!over) {
        const { Id: id } = await engine.container.create({ body: { Image: image, Cmd: ['true'] } });
        await engine.container.start({ id });
        await engine.container.wait({ id });
        await engine.container.delete({ id });
      }
    })();
    later(() => {
      over = true;
      return going;
    });
  },
};

async function container({ engine }: ExampleContext, name: string, body: object, started = true): Promise<void> {
  await engine.container.create({ name, body: { Image: image, ...body } });
  if (started) await engine.container.start({ id: name });
}

function write(folder: string, path: string, content: unknown, mode = 0o644): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
}
