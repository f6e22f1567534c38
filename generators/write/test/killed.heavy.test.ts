/** A process that is killed at any time leaves a folder whose state is recognized and completed by the next run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { translated } from './testing/child.js';
import { check, contentOf, filesOf, memory, write, type FolderContent } from './testing/folder.js';

const isFullRun = inject('isFullRun');
const KILLS = inject('isExhaustiveRun') ? 100 : isFullRun ? 40 : 6;
const LANES = 2;
const writer = translated('killed');

/** Returns about 200 files: some are equal in both trees, most differ, and some exist in only one of them. */
function treeOf(name: 'a' | 'b'): FolderContent {
  const tree: Record<string, string> = {};
  for (let index = 0; index < 220; index++) {
    const kind = index % 10;
    if (kind === 0 && name === 'a') continue;
    if (kind === 1 && name === 'b') continue;
    const folder = `v${index % 4}/types/${kind < 8 ? 'gen/' : ''}${kind === 2 ? `only-${name}/` : ''}`;
    tree[`${folder}file-${index}.ts`] = `// ${kind === 3 ? 'same' : name} ${index}\n`.repeat(200);
  }
  const [folder, file] = name === 'a' ? ['swap/gen/x', 'swap/gen/y'] : ['swap/gen/y', 'swap/gen/x'];
  return { ...tree, [`${folder}/inside.ts`]: name, [file]: name };
}

/** Returns the content as one string, without the folder of the writer. */
function snapshot(content: FolderContent): string {
  const paths = Object.keys(content).filter((path) => !path.startsWith('.lading/'));
  return JSON.stringify(paths.sort().map((path) => [path, content[path]]));
}

it(`after ${KILLS} random kills, no mixture is fresh and every next run writes exactly its tree`, async () => {
  const [a, b] = [treeOf('a'), treeOf('b')];
  const [snapshotA, snapshotB] = [snapshot(a), snapshot(b)];
  const script = join(dirname(writer), 'switch.mjs');
  writeFileSync(
    script,
    `import { writeTree } from './index.js';
     const trees = ${JSON.stringify([filesOf(a), filesOf(b)])};
     const root = process.argv[2];
     process.stdout.write('.');
     for (let turn = 0; ; turn++) {
       await writeTree({ root, files: trees[turn % 2], mode: 'write', generator: 'lading' });
       process.stdout.write('.');
     }`,
  );

  // Measures how long a new process takes for two turns.
  const sample = temporaryFolder(memory);
  await write(sample, b);
  const child = spawn(process.execPath, [script, sample], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const start = performance.now();
  for (let dots = 0; dots < 2;) dots += String((await once(child.stdout, 'data'))[0]).length;
  const longest = performance.now() - start;
  child.kill('SIGKILL');
  await once(child, 'exit');

  const found = { committed: 0, mixture: 0, a: 0, b: 0 };
  const lane = async (): Promise<void> => {
    const root = temporaryFolder(memory);
    await write(root, b);
    for (let kill = 0; kill < KILLS / LANES; kill++) {
      const child = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
      child.kill('SIGKILL');
      expect((await exit)[1]).toBe('SIGKILL');

      const now = snapshot(contentOf(root));
      const [checkA, checkB] = [await check(root, a), await check(root, b)];
      if (checkA.fresh) expect(now === snapshotA).toBe(true);
      if (checkB.fresh) expect(now === snapshotB).toBe(true);
      if (checkA.interrupted) found.committed++;
      found[now === snapshotA ? 'a' : now === snapshotB ? 'b' : 'mixture']++;

      await write(root, b);
      // Compared with the whole content: no journal, no lock, no empty folder remains.
      expect(JSON.stringify(Object.entries(contentOf(root)).sort()) === snapshotB).toBe(true);
      if (checkA.interrupted) expect((await check(root, b)).fresh).toBe(true);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // Without one, all kills were too early or too late to test anything, which is possible for a few kills.
  if (isFullRun) expect(found.committed, JSON.stringify(found)).toBeGreaterThan(0);
}, 180_000);
