/** Listening on sockets that the process was given, and connections with client certificates. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:https';
import { expect, it } from 'vitest';
import { createEngineServer, type Hooks } from '../../src/index.js';
import { peerCredentials } from '../../src/peer-credentials/index.js';
import { contract } from '../conformance/contract.js';
import { socketPath } from '../conformance/hosts.js';
import { ask } from '../conformance/target.js';

// Another program opens the socket, since Node cannot listen twice on one in a process.
const python = spawnSync('python3', ['--version']).error === undefined;
it.skipIf(!python)(
  `serves a socket that the process is given${python ? '' : ' (SKIPPED: there is no python3)'}`,
  async () => {
    const path = await socketPath();
    const program = `import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.execvp(sys.argv[2], sys.argv[2:])`;
    const server = `import { createEngineServer } from ${JSON.stringify(`${import.meta.dirname}/../../dist/index.js`)};
const server = createEngineServer({ version: '1.44', operations: {} }, {}, { routes: { 'GET /healthz': () => 'ok' } });
const { address, port } = await server.listen({ fd: 3 });
process.stdout.write(address + ' ' + port + '\\n');`;
    const words = ['-c', program, path, process.execPath, '--input-type=module', '-e', server];
    const child = spawn('python3', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      expect(String((await once(child.stdout, 'data'))[0])).toBe('fd://3 0\n');
      expect(await ask({ path, close: () => Promise.resolve() }, '/healthz')).toMatchObject({ status: 200 });
    } finally {
      child.kill();
    }
  },
);

const [, groupName, groupNumber] =
  process.platform === 'linux'
    ? ([...readFileSync('/etc/group', 'utf8').matchAll(/^([^:]+):[^:]*:(\d+):/gm)].find(
        ([, , number]) =>
          Number(number) !== process.getgid?.() &&
          (process.getuid?.() === 0 || process.getgroups?.().includes(Number(number)) === true),
      ) ?? [])
    : [];

it.skipIf(groupNumber === undefined)(
  'gives the file of a socket to a group, and the permissions that it is told',
  async () => {
    for (const group of [groupName, groupNumber, Number(groupNumber)]) {
      for (const mode of [undefined, 0o640]) {
        const path = await socketPath();
        await using server = createEngineServer(contract, {});
        await server.listen({ path, ...(group !== undefined && { group }), ...(mode !== undefined && { mode }) });
        const { gid, mode: permissions } = statSync(path);
        expect([gid, permissions & 0o777]).toEqual([Number(groupNumber), mode ?? 0o660]);
      }
    }
    const path = await socketPath();
    await expect(createEngineServer(contract, {}).listen({ path, group: 'no-such' })).rejects.toThrow(
      'group "no-such": ',
    );
    expect(existsSync(path)).toBe(false);
  },
);

it('rejects what is no socket', async () => {
  await expect(createEngineServer(contract, {}).listen({ fd: 9999 })).rejects.toThrow();
});

it.each([
  ['verified', { ca: readFileSync(`${import.meta.dirname}/../fixtures/cert.pem`) }, 'localhost'],
  ['not verified', {}, undefined],
])('gives hooks the certificate of a client that is %s', async (_, authorities, name) => {
  const cert = readFileSync(`${import.meta.dirname}/../fixtures/cert.pem`);
  const key = readFileSync(`${import.meta.dirname}/../fixtures/key.pem`);
  const names: unknown[] = [];
  const hooks: Hooks = { beforeBody: ({ request }) => void names.push(request.peerCertificate?.subject.CN) };
  await using server = createEngineServer(contract, { container: { list: () => [] } }, { hooks });
  const tls = { cert, key, requestCert: true, rejectUnauthorized: false, ...authorities };
  const { port } = await server.listen({ port: 0, tls });
  const status = await new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path: '/containers/json',
      rejectUnauthorized: false,
      cert,
      key,
      agent: false,
    };
    get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  expect([status, names]).toEqual([200, [name]]);
});

it.skipIf(process.platform !== 'linux')(
  'knows the process of a client on a unix socket, and none on others',
  async () => {
    const found: unknown[] = [];
    const hooks: Hooks = { beforeBody: ({ request }) => void found.push(peerCredentials(request)) };
    const { pid, getuid, getgid } = process;
    for (const where of [{ path: await socketPath() }, { port: 0 }]) {
      await using server = createEngineServer(contract, { container: { list: () => [] } }, { hooks });
      const { port } = await server.listen(where);
      await ask({ ...where, ...(port !== 0 && { port }), close: () => Promise.resolve() }, '/containers/json');
    }
    expect([...found, peerCredentials({})]).toEqual([{ pid, uid: getuid?.(), gid: getgid?.() }, undefined, undefined]);
  },
);
