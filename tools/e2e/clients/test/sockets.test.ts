/** A closed client leaves no sockets open. */
import { expect, test } from 'vitest';
import { image, onEachClient, prefix, until, connectTo } from '../on-each-client.js';

const pipes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;

onEachClient('sockets', ({ subject }) => {
  test('close() ends running requests and leaves no socket open', async () => {
    // Not through the recorder, whose sockets would be counted too.
    const before = pipes();
    const engine = await connectTo(subject.api, `unix://${subject.socket}`);
    const { Id: id } = await engine.container.create({
      name: `${prefix}sockets`,
      body: { Image: image, Cmd: ['cat'], OpenStdin: true, AttachStdin: true },
    });
    await engine.container.start({ id });
    const events = (await engine.system.events({})).toArray().catch((error: unknown) => error);
    const logs = (await engine.container.logs({ id, stdout: true, follow: true }))
      .text()
      .catch((error: unknown) => error);
    const session = await engine.container.attach({ id, stream: true, stdin: true, stdout: true });
    const attached = session.text().catch((error: unknown) => error);
    const socket = await engine.container.attachWebsocket({ id, stream: true, stdin: true, stdout: true });
    socket.on('error', () => undefined);
    const exec = await engine.container.exec({ id, body: { AttachStdout: true, Cmd: ['sleep', '600'] } });
    const running = (await engine.exec.start({ id: exec.Id, body: {} })).text().catch((error: unknown) => error);
    await Promise.all(Array.from({ length: 20 }, () => engine.container.inspect({ id })));
    // An unread response also holds a socket.
    await engine.container.export({ id });
    expect(pipes()).toBeGreaterThan(before);
    await engine.container.kill({ id });
    await engine.close();
    await Promise.all([events, logs, attached, running]);
    await until('no socket is left', () => pipes() <= before, 3_000);
    await expect(engine.system.version()).rejects.toMatchObject({ name: expect.stringMatching(/Error/) as string });
  });
});
