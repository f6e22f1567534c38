/**
 * Named pipes, as far as they can be tested elsewhere than on Windows: server and client pass the path of a pipe to Node, which
 * opens a socket of that name here. Windows itself, and who may open a pipe there, is not tested.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const program = `
import { connect } from '@lading/client';
import { createServer, session } from '@lading/server';

const server = createServer({
  container: {
    list: () => [],
    logs: () => (async function* () { yield { stream: 'stdout', data: 'ready' }; })(),
    attach: () => session(async ({ stdin, stdout }) => { for await (const chunk of stdin) stdout.write(chunk); }),
  },
}, { checkResponses: 'off' });
const { address, port } = await server.listen({ path: '\\\\\\\\.\\\\pipe\\\\engine' });
const engine = await connect({ host: address, env: {} });
const attachment = await engine.container.attach({ id: 'a', stream: true, stdin: true, stdout: true }, { tty: false });
attachment.stdin.end('echo');
const texts = await Promise.all([attachment.text(), engine.container.logs({ id: 'a', stdout: true }, { tty: false }).then((logs) => logs.text())]);
console.log(JSON.stringify([address, port, engine.address, await engine.container.list(), ...texts.map(({ stdout }) => stdout)]));
await engine.close();
await server.close();
`;

it.skipIf(process.platform === 'win32')('serve and reach an engine', () => {
  const folder = temporaryFolder();
  const load = (name: string) => JSON.stringify(import.meta.resolve(name));
  const code = program.replace(/'(@lading\/\w+)'/g, (_, name: string) => load(name));
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  });
  const address = 'npipe:////./pipe/engine';
  expect(JSON.parse(output)).toEqual([address, 0, address, [], 'echo', 'ready']);
  expect(readdirSync(folder)).toEqual([]);
});
