import { frame } from '@lading/runtime-wire';
import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { Attachment } from '../../src/stream/index.js';
import { context, mockEngine, until, type MockEngine } from './mock-engine.js';

describe('Attachment', () => {
  it('writes input, closes it, and reads output to its end', async () => {
    const engine = await attached((socket) => {
      let input = '';
      socket.on('data', (data: Buffer) => (input += data.toString()));
      socket.on('end', () => {
        socket.write(frame(1, Buffer.from(`got ${input}`)));
        setTimeout(() => socket.end(frame(2, Buffer.from('bye'))), 20);
      });
    });
    const session = new Attachment(await engine.upgrade(), context, { tty: false });
    session.stdin.write('a');
    session.stdin.end('b');
    expect(await session.text()).toEqual({ stdout: 'got ab', stderr: 'bye' });
    await engine.quiet();
  });

  it('reads output from the same packet as the head', async () => {
    const engine = await attached((socket) => void socket.end('early'));
    const session = new Attachment(await engine.upgrade(), context, { tty: true });
    expect(await session.text()).toEqual({ stdout: 'early', stderr: '' });
  });

  it('leaves no connection when a loop is left, closed, or the input is destroyed', async () => {
    const engine = await attached((socket) => void leaving(socket).write('x'));
    for await (const _chunk of new Attachment(await engine.upgrade(), context, { tty: true })) break;
    await engine.quiet();
    new Attachment(await engine.upgrade(), context, { tty: true }).close();
    await engine.quiet();
    new Attachment(await engine.upgrade(), context, { tty: true }).stdin.destroy();
    await engine.quiet();
  });

  it('reports a process that stopped reading to the writer only', async () => {
    const engine = await attached((socket) => void socket.destroy());
    const session = new Attachment(await engine.upgrade(), context, { tty: true });
    const error = await new Promise((resolve) => {
      const write = (): void =>
        void session.stdin.write('x', (failed) => (failed ? resolve(failed) : setTimeout(write, 5)));
      write();
    });
    expect(error).toBeInstanceOf(Error);
    await until(() => session.stdin.destroyed);
  });

  it.each(['ENOENT', undefined])(
    'gives the reader of the output what the source of the input failed with (code %s), and leaves no connection',
    async (code) => {
      const engine = await attached((socket) => void leaving(socket).write('x'));
      const session = new Attachment(await engine.upgrade(), context, { tty: true });
      const failure = Object.assign(new Error('no such file'), code === undefined ? {} : { code });
      const source = new Readable({ read: () => setTimeout(() => source.destroy(failure), 5) });
      const sent = pipeline(source, session.stdin).catch((error: unknown) => error);
      expect(await session.text().catch((error: unknown) => error)).toBe(failure);
      expect(await sent).toBe(failure);
      await engine.quiet();
    },
  );

  it('reports a closed connection to the reader of the output, even while input is written', async () => {
    const engine = await attached((socket) => void setTimeout(() => socket.destroy(), 10));
    const session = new Attachment(await engine.upgrade(), context, { tty: false });
    const source = Readable.from(forever());
    const sent = pipeline(source, session.stdin).catch((error: unknown) => error);
    const error = await session.text().catch((caught: unknown) => caught);
    if (error instanceof Error) expect(error.name).toBe('ConnectionLost');
    expect(await sent).toBeInstanceOf(Error);
    expect(source.destroyed).toBe(true);
  });

  it('has back-pressure for input', async () => {
    let socketOfEngine: Duplex | undefined;
    const engine = await attached((socket) => void (socketOfEngine = socket.pause()));
    const session = new Attachment(await engine.upgrade(), context, { tty: true });
    await until(() => socketOfEngine !== undefined);
    let written = 0;
    const chunk = Buffer.alloc(65_536);
    while (session.stdin.write(chunk) && written < 1000) written += 1;
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      while (!session.stdin.writableNeedDrain && written < 1000) {
        session.stdin.write(chunk, () => {});
        written += 1;
      }
    }
    expect(written).toBeLessThan(100);
    session.close();
    if (socketOfEngine) leaving(socketOfEngine);
    await engine.quiet();
  });
});

async function* forever(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1000);
}

async function attached(behave: (socket: Duplex) => void): Promise<MockEngine> {
  const engine = await mockEngine();
  engine.server.on('upgrade', (_request, socket: Duplex) => {
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    behave(socket);
  });
  return engine;
}

/** Closes the server's half of the connection when the client does, which does not happen by itself. */
function leaving(socket: Duplex): Duplex {
  return socket.on('end', () => socket.end()).resume();
}
