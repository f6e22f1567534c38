/** What every `Blobs` does. */
import { deepEqual, equal } from 'node:assert/strict';
import type { Blobs } from '../ports/ports.js';
import type { ConformanceCase } from './conformance-case.js';

/** The digest of no bytes. */
const emptyDigest = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const blobsCases: readonly ConformanceCase<Blobs>[] = [
  {
    name: 'names content by its digest',
    run(blobs) {
      equal(blobs.write(Buffer.alloc(0)), emptyDigest);
      deepEqual(blobs.read(emptyDigest), Buffer.alloc(0));
    },
  },
  {
    name: 'stores equal content once',
    run(blobs) {
      equal(blobs.write(Buffer.from('x')), blobs.write(Buffer.from('x')));
      equal([...blobs.list()].length, 1);
    },
  },
  {
    name: 'deletes content',
    run(blobs) {
      const digest = blobs.write(Buffer.from('x'));
      equal(blobs.has(digest), true);
      blobs.delete(digest);
      blobs.delete(digest);
      equal(blobs.has(digest), false);
      equal(blobs.read(digest), undefined);
    },
  },
  {
    name: 'has nothing by other names',
    run(blobs) {
      equal(blobs.has('sha256:../../etc/passwd'), false);
      equal(blobs.read(''), undefined);
    },
  },
];
