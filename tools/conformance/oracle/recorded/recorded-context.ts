// What a comparison of recordings takes from this repository: the bridge, the documents, the reviewed lists, engines of earlier times.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { document, object, type Document } from '../../check/document.js';
import { readRecording } from '../../check/read-recording.js';
import type { Exchange } from '../../recorder/exchange.js';
import { exchangesOf, readReadings } from '../reads/readings.js';
import { entriesOf, readRules } from '../lists.js';
import type { RecordedDeviation, RecordedOptions } from './compare.js';

type Context = Pick<RecordedOptions, 'older' | 'document' | 'rules' | 'deviations' | 'command'>;

/** @param root the folder of the repository */
export function recordedContext(root: string): Context {
  const oracle = join(root, 'tools/conformance/oracle');
  const read = (name: string): [content: string, file: string] => [readFileSync(join(oracle, name), 'utf8'), name];
  const bridge = join(root, 'packages/bridge/bin/bridge.mjs');
  return {
    older: [
      ...exchangesOf(readReadings(join(oracle, 'reads/26.1.jsonl.gz'))),
      ...readFolder(join(root, 'tools/conformance/recordings'), isOlder),
    ],
    document: (version) => bundle(root, version),
    rules: readRules(...read('normalise.yaml')),
    deviations: entriesOf(
      parse(read('recorded/deviations.yaml')[0]),
      'recorded/deviations.yaml',
    ) as unknown as readonly RecordedDeviation[],
    command: (spoken) => `node ${bridge} --listen unix://{listen} --engine unix://{engine} --as ${spoken}`,
  };
}

/** The exchanges of the recordings of a folder whose file names pass. */
export function readFolder(folder: string, passes: (name: string) => boolean = () => true): readonly Exchange[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name) && passes(name))
    .flatMap((name) => readRecording(join(folder, name)));
}

/** Whether a recording is that of an engine before 29. */
export const isOlder = (name: string): boolean => Number(/^\d+/.exec(name)?.[0]) < 29;

/** Bundles in a child process, because a checker imports nothing of what it checks. */
export async function bundle(root: string, version: string): Promise<Document> {
  const command = [join(root, 'generators/cli/lading.mjs'), 'bundle', version];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 64 << 20 });
  return document(object(parse(stdout, { maxAliasCount: -1 })));
}
