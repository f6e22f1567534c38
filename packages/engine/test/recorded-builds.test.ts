/** The classic builder prints what a real engine printed for the same Dockerfiles. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

interface RecordedBuild {
  readonly dockerfile: string;
  readonly output: string;
}

const recordings = parse(
  readFileSync(fileURLToPath(new URL('builds/engine-26.1.yaml', import.meta.url)), 'utf8'),
) as readonly RecordedBuild[];

const scene = useEngineScene();

/** Replaces what differs in each run. */
function normalized(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{12}\b/g, 'ID').replaceAll(/[A-Z][a-z]{2} [ \d]\d \d\d:\d\d/g, 'TIME');
}

/** Returns what a client prints. */
async function outputOf(dockerfile: string): Promise<string> {
  const files = { file: 'f\n', file2: 'g\n', 'rootfs/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n' };
  const body = await buffer(archiveWith({ ...files, 'Dockerfile.x': dockerfile }));
  let output = '';
  try {
    const messages = await scene().client.image.build({ dockerfile: 'Dockerfile.x', nocache: true, body });
    for await (const { stream = '' } of messages) output += stream;
  } catch (error) {
    output += (error as Error).message.replace(/ \(ImageBuild: .*\)$/, '');
  }
  return normalized(output.trimEnd());
}

it('is as recorded', async () => {
  const { client } = scene();
  await (
    await client.image.create({
      fromSrc: '-',
      repo: 'base',
      body: await buffer(archiveWith({ 'etc/group': 'root:x:0:\n' })),
      changes: ['CMD ["sh"]'],
    })
  ).done();
  for (const { dockerfile, output } of recordings)
    expect.soft(await outputOf(dockerfile), dockerfile).toBe(normalized(output));
});
