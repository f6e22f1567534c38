// Drives commands in a running container.

import { text } from '../caller.js';
import { image, pause, type Driver } from '../scene.js';

export const exec: Driver = async ({ call }) => {
  await call('POST', '/containers/create?name=host', { json: { Image: image, Tty: false } });
  await call('POST', '/containers/host/start');
  const make = async (body: unknown): Promise<string> =>
    text((await call('POST', '/containers/host/exec', { json: body })).json, 'Id');

  const attached = await make({
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Cmd: ['cat'],
    Env: ['A=1'],
    WorkingDir: '/tmp',
    User: 'user',
  });
  await call('GET', `/exec/${attached}/json`);
  const running = call('POST', `/exec/${attached}/start`, {
    json: { Detach: false, Tty: false },
    upgrade: 'tcp',
    input: 'hi\n',
    leaveAfter: 1000,
  });
  await pause(400);
  await call('GET', `/exec/${attached}/json`);
  await call('GET', '/containers/host/json');
  await running;

  const tty = await make({
    AttachStdin: true,
    AttachStdout: true,
    Tty: true,
    Cmd: ['sh'],
    DetachKeys: 'ctrl-p,ctrl-q',
    ConsoleSize: [24, 80],
  });
  const shell = call('POST', `/exec/${tty}/start`, {
    json: { Tty: true, ConsoleSize: [24, 80] },
    upgrade: 'tcp',
    input: 'id\n',
    // What a shell has not read when it takes over the terminal is lost.
    inputAfter: 'output',
    leaveAfter: 3000,
  });
  await pause(1500);
  await call('POST', `/exec/${tty}/resize?h=30&w=90`);
  await shell;
  await call('GET', `/exec/${tty}/json`);

  const plain = await make({
    AttachStdout: true,
    AttachStderr: true,
    Cmd: ['sh', '-c', 'echo out; echo err >&2; exit 4'],
  });
  await call('POST', `/exec/${plain}/start`, { json: {} });
  await call('GET', `/exec/${plain}/json`);
  const privileged = await make({ AttachStdout: true, Privileged: true, Cmd: ['id'] });
  await call('POST', `/exec/${privileged}/start`, { json: { Detach: false } });
  await call('GET', `/exec/${privileged}/json`);
  const detached = await make({ Cmd: ['true'], Env: null, AttachStdin: null });
  await call('POST', `/exec/${detached}/start`, { json: { Detach: true } });
  const missing = await make({ AttachStdout: true, Cmd: ['no-such-program'] });
  await call('POST', `/exec/${missing}/start`, { json: { Detach: false, Tty: false } });
  await call('GET', `/exec/${missing}/json`);

  await call('POST', '/containers/host/exec', { json: { Cmd: [] } });
  await call('POST', '/containers/none/exec', { json: { Cmd: ['true'] } });
  await call('POST', '/exec/none/start', { json: {} });
  await call('POST', `/exec/${plain}/start`, { json: {} });
  await call('GET', '/exec/none/json');
  await call('POST', '/exec/none/resize?h=1&w=1');
  await call('POST', `/exec/${plain}/resize?h=a`);
  await call('POST', '/containers/host/pause');
  await call('POST', '/containers/host/exec', { json: { Cmd: ['true'] } });
  await call('DELETE', '/containers/host?force=1');
};
