/** Mounts of a request: which ones engines accept, and in which words they reject others. */
import { BadRequest } from '@lading/server';
import type { MountInput } from '@lading/types-v1.44';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine, RecordingDriver } from '../src/index.js';

const engine = createEngine({ networkDriver: new RecordingDriver() });
const created = engine.pull('alpine');
afterAll(() => engine.close());

async function create(Mounts: MountInput[], Binds: string[] = []) {
  await created;
  return engine.containers.create('', { Image: 'alpine', HostConfig: { Mounts, Binds } });
}

const Target = '/d';
const missing = '/no/such/folder';

describe('a request to create a container', () => {
  it.each<[MountInput, string]>([
    [{ Type: 'bind', Source: missing, Target }, `"bind": bind source path does not exist: ${missing}`],
    [{ Type: 'bind', Source: '', Target }, '"bind": field Source must not be empty'],
    [{ Type: 'bind', Source: 'a', Target }, `"bind": invalid mount path: 'a' mount path must be absolute`],
    [{ Type: 'bind', Source: '/', Target, BindOptions: { Propagation: 'x' as 'private' } }, '"bind": invalid propagation mode: x'],
    [{ Type: 'bind', Source: '/', Target, VolumeOptions: {} }, 'VolumeOptions must not be specified on mount type "bind"'],
    [{ Type: 'volume', Source: 'v', Target, BindOptions: {} }, 'BindOptions must not be specified on mount type "volume"'],
    [{ Type: 'volume', Source: 'v', Target: '/' }, `"volume": invalid specification: destination can't be '/'`],
    [{ Type: 'volume', Source: 'v', Target: 'd' }, `"volume": invalid mount path: 'd' mount path must be absolute`],
    [{ Type: 'volume', Source: 'v' }, '"volume": field Target must not be empty'],
    [{ Type: 'volume', Target, ReadOnly: true }, '"volume": must not set ReadOnly mode when using anonymous volumes'],
    [{ Type: 'tmpfs', Source: 'a', Target }, '"tmpfs": field Source must not be specified'],
    [{ Type: 'other', Target }, '"other": mount type unknown'],
  ])('with %j is rejected', async (mount, reason) => {
    const message = reason.startsWith('"') ? `invalid mount config for type ${reason}` : reason;
    await expect(create([mount])).rejects.toThrow(new BadRequest(message));
  }); // prettier-ignore

  it('accepts a path that the engine creates, or has created', async () => {
    const mount: MountInput = { Type: 'bind', Source: '/created/by/a/mount', Target };
    await expect(create([mount])).rejects.toThrow('bind source path does not exist');
    await create([{ ...mount, BindOptions: { CreateMountpoint: true } }]);
    expect((await create([mount])).record.mounts).toMatchObject([{ source: '/created/by/a/mount' }]);
    await create([], ['/created/by/a/bind:/d']);
    await create([{ ...mount, Source: '/created/by/a/bind' }]);
  });
});
