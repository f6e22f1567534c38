/** What every `Filesystem` does. */
import { deepEqual, equal } from 'node:assert/strict';
import type { Filesystem, TreeEntry } from '../ports/filesystem.js';
import type { ConformanceCase } from './conformance-case.js';

const common = { mode: 0o644, uid: 1, gid: 2, modified: 1_000 };
const file = (text: string): TreeEntry => ({ kind: 'file', data: Buffer.from(text), ...common });

export const filesystemCases: readonly ConformanceCase<Filesystem>[] = [
  {
    name: 'opens a tree that was created, and no other one',
    run(filesystem) {
      filesystem.create('container/a').put('/x', file('1'));
      deepEqual(filesystem.open('container/a')?.get('/x'), file('1'));
      equal(filesystem.open('container/b'), undefined);
    },
  },
  {
    name: 'creates missing folders, and lists what is in them',
    run(filesystem) {
      const tree = filesystem.create('volume/a');
      tree.put('/a/b/c', file('1'));
      tree.put('/a/link', { kind: 'link', target: 'b/c', ...common });
      equal(tree.get('/a/b')?.kind, 'folder');
      deepEqual(tree.namesIn('/a'), ['b', 'link']);
      deepEqual(
        tree.below('/a').map(([path]) => path),
        ['/a', '/a/b', '/a/b/c', '/a/link'],
      );
    },
  },
  {
    name: 'shows a tree below until it is changed, and lists the changes',
    run(filesystem) {
      const lower = filesystem.create('layer/a');
      for (const path of ['/stays', '/changes', '/folder/goes']) lower.put(path, file('1'));
      const tree = filesystem.create('container/a', lower);
      tree.put('/changes', file('22'));
      tree.put('/new', file('3'));
      tree.remove('/folder');
      deepEqual(lower.get('/changes'), file('1'));
      equal(tree.get('/folder/goes'), undefined);
      equal(tree.size, '1223'.length);
      deepEqual(tree.changes(), [
        { path: '/changes', kind: 'modified' },
        { path: '/folder', kind: 'deleted' },
        { path: '/folder/goes', kind: 'deleted' },
        { path: '/new', kind: 'added' },
      ]);
    },
  },
  {
    name: 'copies what differs from the tree below',
    run(filesystem) {
      const lower = filesystem.create('layer/a');
      lower.put('/a', file('1'));
      const source = filesystem.create('container/a', lower);
      source.put('/b', file('x'.repeat(100_000)));
      source.remove('/a');
      const copy = filesystem.copy('layer/b', source, lower);
      source.put('/b', file('changed'));
      deepEqual(copy.get('/b'), file('x'.repeat(100_000)));
      equal(copy.get('/a'), undefined);
      deepEqual(filesystem.open('layer/b', lower)?.namesIn('/'), ['b']);
    },
  },
  {
    name: 'deletes a tree',
    async run(filesystem) {
      filesystem.create('container/a').put('/x', file('1'));
      filesystem.create('container/ab').put('/x', file('2'));
      await filesystem.delete('container/a');
      equal(filesystem.open('container/a'), undefined);
      deepEqual(filesystem.open('container/ab')?.get('/x'), file('2'));
      equal(filesystem.create('container/a').get('/x'), undefined);
    },
  },
];
