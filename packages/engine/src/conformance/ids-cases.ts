/** What every `Ids` does. */
import { equal, match, notEqual } from 'node:assert/strict';
import type { Ids } from '../ports/ports.js';
import type { ConformanceCase } from './conformance-case.js';

export const idsCases: readonly ConformanceCase<Ids>[] = [
  {
    name: 'returns another id each time',
    run(ids) {
      const all = Array.from({ length: 1000 }, () => ids.next());
      for (const id of all) match(id, /^[0-9a-f]{64}$/);
      equal(new Set(all).size, all.length);
    },
  },
  {
    name: 'returns a name that is not taken',
    run(ids) {
      const taken = new Set<string>();
      for (let count = 0; count < 200; count += 1) {
        const name = ids.name((each) => taken.has(each));
        match(name, /^[a-z]+_[a-z]+\d*$/);
        equal(taken.has(name), false);
        taken.add(name);
      }
      notEqual(taken.size, 0);
    },
  },
];
