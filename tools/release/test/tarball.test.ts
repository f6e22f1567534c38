/** A tarball has nothing but files that every system can write, within its folder. */
import { Header } from 'tar';
import { expect, it } from 'vitest';
import { filesOf } from '../src/contents.js';

type Fields = Exclude<ConstructorParameters<typeof Header>[0], Buffer | undefined>;

function tarballOf(entries: readonly (Fields & { readonly content?: string })[]): Buffer {
  const blocks = entries.flatMap(({ content = '', ...fields }) => {
    const block = Buffer.alloc(512);
    new Header({ type: 'File', mode: 0o644, size: content.length, ...fields }).encode(block);
    return [block, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const fine = { path: 'package/index.js', content: 'x' };

it('has the files', async () => {
  const files = await filesOf(tarballOf([{ path: 'package/dist/', type: 'Directory' }, fine]));
  expect([...files]).toEqual([['index.js', Buffer.from('x')]]);
});

it.each<[string, RegExp, Fields]>([
  ['a symbolic link', /"a" is no file/, { path: 'package/a', type: 'SymbolicLink', linkpath: '/etc/passwd' }],
  ['a hard link', /"a" is no file/, { path: 'package/a', type: 'Link', linkpath: 'package/index.js' }],
  ['a device', /"a" is no file/, { path: 'package/a', type: 'CharacterDevice' }],
  ['a pipe', /"a" is no file/, { path: 'package/a', type: 'FIFO' }],
  ['a path out of it', /leads out of the package/, { path: 'package/../../a' }],
  ['such a path of Windows', /leads out of the package/, { path: 'package/..\\..\\a' }],
  ['the name of a device', /"dist\/aux.js" has the name of a device/, { path: 'package/dist/aux.js' }],
  ['another one', /has the name of a device/, { path: 'package/CON' }],
  ['a device as a folder', /has the name of a device/, { path: 'package/lpt1/a.js' }],
])('is refused with %s', async (_, message, fields) => {
  await expect(filesOf(tarballOf([fine, fields]))).rejects.toThrow(message);
});

it('may have names that only begin so', async () => {
  const paths = ['console.js', 'auxiliary/a.js', 'com.js', '..a'];
  const files = await filesOf(tarballOf(paths.map((path) => ({ path: `package/${path}` }))));
  expect([...files.keys()].sort()).toEqual([...paths].sort());
});
