/** What every `Store` does. */
import { deepEqual, equal } from 'node:assert/strict';
import type { Store } from '../ports/store.js';
import type { ConformanceCase } from './conformance-case.js';

export const storeCases: readonly ConformanceCase<Store>[] = [
  {
    name: 'reads what was committed',
    run(store) {
      store.commit([
        { collection: 'volumes', id: 'a', value: { text: 'x', list: [1, null], bytes: Buffer.from('b') } },
      ]);
      deepEqual(store.read('volumes', 'a'), { text: 'x', list: [1, null], bytes: Buffer.from('b') });
      equal(store.read('networks', 'a'), undefined);
    },
  },
  {
    name: 'replaces and removes records',
    run(store) {
      store.commit([{ collection: 'volumes', id: 'a', value: 1 }]);
      store.commit([{ collection: 'volumes', id: 'a', value: 2 }]);
      equal(store.read('volumes', 'a'), 2);
      store.commit([{ collection: 'volumes', id: 'a' }]);
      equal(store.read('volumes', 'a'), undefined);
      deepEqual([...store.list('volumes')], []);
    },
  },
  {
    name: 'lists records in the order of their first commits',
    run(store) {
      for (const id of ['c', 'a', 'b']) store.commit([{ collection: 'volumes', id, value: id }]);
      store.commit([{ collection: 'volumes', id: 'c', value: 'again' }]);
      deepEqual(
        [...store.list('volumes')],
        [
          ['c', 'again'],
          ['a', 'a'],
          ['b', 'b'],
        ],
      );
    },
  },
  {
    name: 'lists records by the beginning of their ids',
    run(store) {
      const ids = ['a', 'a\0/x', 'a\0/é', 'ab\0/x', 'b'];
      store.commit(ids.map((id) => ({ collection: 'trees', id, value: id })));
      deepEqual(
        [...store.list('trees', 'a\0')].map(([id]) => id),
        ['a\0/x', 'a\0/é'],
      );
    },
  },
  {
    name: 'commits changes of several collections together',
    run(store) {
      store.commit([
        { collection: 'volumes', id: 'a', value: 1 },
        { collection: 'networks', id: 'a', value: 2 },
        { collection: 'volumes', id: 'a', value: 3 },
      ]);
      deepEqual([store.read('volumes', 'a'), store.read('networks', 'a')], [3, 2]);
    },
  },
];
