/** The engine in memory of the server packages passes every scenario, at both versions, but those known to fail. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type EngineServer } from '@lading/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryEngine, memoryEngineHooks } from '../../../../packages/server/examples/memory-engine/memory-engine.js';
import { addressOf } from '../src/address.js';
import { knownOf, readKnown } from '../src/known.js';
import { image, makeImage } from '../src/prepare.js';
import { storiesIn } from '../src/stories.js';
import type { Need } from '../src/story.js';
import { tell } from '../src/tell.js';

const folder = join(import.meta.dirname, '../../../../spec/scenarios');
const file = join(folder, 'known-failures/memory-engine.yaml');
const known = readKnown(readFileSync(file, 'utf8'), file);
const without: readonly Need[] = ['swarm', 'registry', 'index'];
const stories = storiesIn(folder).filter(({ needs }) => !needs.some((need) => without.includes(need)));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lading-scenarios-'));
  // The engine runs programs of its own, and looks only at the names of those in an image.
  writeFileSync(join(directory, 'busybox'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Some scenarios wait for seconds. Each has its own engine, so that the others run meanwhile.
describe.concurrent.each(['1.44', '1.41'])('version %s', (version) => {
  it.each(stories.filter(({ versions }) => versions?.includes(version) !== false))('$name', async (story) => {
    const server = createServer(memoryEngine(), { hooks: memoryEngineHooks });
    try {
      const address = await listen(server, `${version}-${story.name.replaceAll('/', '-')}`);
      await makeImage(address, join(directory, 'busybox'));
      const failure = await tell(story, { address, version, known: new Map([['image', image]]) });
      if (knownOf(known, story.name, version) === undefined) expect(failure).toBeUndefined();
      else expect(failure, 'a known failure passes: remove it from the list').toBeDefined();
    } finally {
      // A scenario may leave a connection open.
      await server.close({ timeout: 0 });
    }
  });
});

async function listen(server: EngineServer, name: string) {
  const { address } = await server.listen({ path: join(directory, name) });
  return addressOf(address);
}
