// Reads a recording from disk, compressed or not.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../recorder/exchange.js';

export function readRecording(file: string): readonly Exchange[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange);
}
