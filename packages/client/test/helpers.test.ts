/** The helpers against real engines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildContext,
  connect,
  follow,
  NotFound,
  run,
  StreamError,
  VersionError,
  waitFor,
  type Engine,
} from '../src/index.js';
import { engines, image, prepared } from './engines.js';

for (const { release, host = '' } of engines) {
  describe.skipIf(host === '')(`engine ${release}${host === '' ? ' (SKIPPED: it does not run here)' : ''}`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await prepared(release, host);
    });
    afterAll(async () => {
      await engine.image.delete({ name: image, force: true }).catch(() => undefined);
      await engine.close();
    });

    it('speaks the newest common version, or the one asked for', async () => {
      expect(engine.version).toBe(release === '20.10' ? '1.41' : '1.44');
      const older = await connect({ host, env: {}, version: '1.41' });
      expect(older.version).toBe('1.41');
      expect((await older.system.version()).ApiVersion).toBeDefined();
      await older.close();
      await expect(connect({ host, env: { DOCKER_API_VERSION: '1.30' } })).rejects.toThrow(VersionError);
      await expect(connect({ host, env: { DOCKER_API_VERSION: '1.30' } })).rejects.toThrow('1.41 and 1.44');
    });

    it('runs: output, exit code, input', async () => {
      const command = ['/bin/sh', '-c', 'cat; echo wrong >&2; exit 3'];
      const name = `lading-helpers-run-${process.pid}`;
      const result = await run(engine, { image, command, stdin: 'hello', name });
      expect(result).toMatchObject({ exitCode: 3, stdout: 'hello', stderr: 'wrong\n' });
      await expect(engine.container.inspect({ id: result.id })).rejects.toThrow(NotFound);
      const quick = { image, command: ['/bin/true'], create: { HostConfig: { AutoRemove: true } } };
      expect((await run(engine, quick)).exitCode).toBe(0);
    });

    it('removes after a failure and after an abort', async () => {
      const failing = `lading-helpers-fails-${process.pid}`;
      await expect(run(engine, { image, command: ['/nowhere'], name: failing })).rejects.toThrow('nowhere');
      await expect(engine.container.inspect({ id: failing })).rejects.toThrow(NotFound);
      const name = `lading-helpers-abort-${process.pid}`;
      const signal = AbortSignal.timeout(1500);
      await expect(run(engine, { image, command: ['/bin/sleep', '60'], name, signal })).rejects.toThrow();
      await expect(engine.container.inspect({ id: name })).rejects.toThrow(NotFound);
    });

    it('waits for a line, and for the exit', async () => {
      const body = { Image: image, Cmd: ['/bin/sh', '-c', 'echo one; sleep 1; echo ready now; exit 4'] };
      const { Id: id } = await engine.container.create({ body });
      try {
        await engine.container.start({ id });
        expect(await waitFor(engine, id, { log: /ready/ }, { timeout: 10_000 })).toBe('ready now');
        expect(await waitFor(engine, id, { exited: true })).toBe(4);
        await expect(waitFor(engine, id, { log: 'never' })).rejects.toMatchObject({ code: 'WAIT_EXITED' });
      } finally {
        await engine.container.delete({ id, force: true });
      }
    });

    it('builds from a folder, and a build that fails fails', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lading-helpers-'));
      await writeFile(join(folder, 'Dockerfile'), `FROM ${image}\nCOPY kept /kept\n`);
      await writeFile(join(folder, 'kept'), 'x');
      const lines: string[] = [];
      const t = ['lading-helpers:built'];
      const aux = await follow(await engine.image.build({ body: buildContext(folder), t }), {
        write: (line) => lines.push(line),
      });
      expect(aux).toHaveProperty('ID');
      expect(lines.join('\n')).toContain('Step 1/2');
      await engine.image.delete({ name: 'lading-helpers:built', force: true });
      await writeFile(join(folder, '.dockerignore'), 'kept\n');
      await expect(
        follow(await engine.image.build({ body: buildContext(folder) }), { write: () => undefined }),
      ).rejects.toThrow(StreamError);
    });
  });
}
