// Replays the recordings of an engine of today at its newest version through the bridge, and compares them with those at older ones.

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { sample } from '../main.js';
import { repository } from '../../check/document.js';
import { compareRecorded, isOlder, readFolder } from './cells.js';

const all = ['1.24', '1.41', '1.44', '1.52', '1.53'];
const versions = inject('isFullRun') ? all : sample(all, 1, inject('seed'));
const folder = process.env['LADING_RECORDINGS'] ?? join(repository, 'tools/conformance/recordings');
const recorded = readFolder(folder, (name) => !isOlder(name));

// It has no limit of its own: how long it takes depends on the machine.
test(`clients of ${versions.join(', ')} get what engines send at their version`, { timeout: 600_000 }, async () => {
  const { comparisons, bodies, invalid } = await compareRecorded(recorded, '1.55', '1.44', versions);
  expect(invalid).toEqual([]);
  expect(bodies).toBeGreaterThan(250 * versions.length);
  for (const comparison of comparisons) {
    expect(comparison.different).toEqual([]);
    expect(comparison.cells).toBeGreaterThan(900);
    expect(comparison.equal / comparison.cells).toBeGreaterThan(0.98);
  }
});
