/** Only one command at a time writes into a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { translated } from './testing/child.js';
import { check, contentOf, filesOf, problemOf, put, write } from './testing/folder.js';

const tree = { 'gen/a.ts': 'a', 'gen/b.md': '* b' };
const writer = translated('concurrent');
const host =
  hostname()
    .replace(/[^\w-]/g, '-')
    .slice(0, 64) || 'host';

/** The state and the start time of a process, as proc(5) describes them. */
function statOf(pid: number): { readonly state: string | undefined; readonly started: string | undefined } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], started: fields[19] };
}

describe('a folder that another process writes into', () => {
  it('is refused while that process lives, and taken over when it is dead', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    put(root, { [`.lading/lock.${child.pid}.0.${host}`]: '' });
    const sentence = new RegExp(`^WRITE_BUSY: process ${child.pid} of .* is writing .* delete .lading/lock`);
    expect(await problemOf(write(root, {}))).toMatch(sentence);
    expect(await problemOf(check(root, tree))).toMatch(sentence);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await check(root, tree)).fresh).toBe(true);
    await write(root, { 'gen/a.ts': 'A' });
    expect(contentOf(root)).toEqual({ 'gen/a.ts': 'A' });
  });

  it('is taken over when the number of the process belongs to another one now', async () => {
    const root = temporaryFolder();
    put(root, { [`.lading/lock.1.99999999999.${host}`]: '' });
    await write(root, tree);
    expect(Object.keys(contentOf(root))).toEqual(Object.keys(tree));
  });

  // Only Linux lists processes in /proc; elsewhere a zombie is assumed to be alive.
  it.skipIf(!existsSync('/proc/self/stat'))('is taken over when the process is dead and not waited for', async () => {
    const root = temporaryFolder();
    // The shell starts a child and then becomes a program that waits for no child. The child ends only after that:
    // a shell might wait for one that ended before.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    try {
      const zombie = Number(String((await once(parent.stdout as Readable, 'data'))[0]));
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      parent.stdio[3]?.destroy();
      await expect.poll(() => statOf(zombie).state).toBe('Z');
      put(root, { [`.lading/lock.${zombie}.${statOf(zombie).started}.${host}`]: '' });
      await write(root, tree);
      expect(Object.keys(contentOf(root))).toEqual(Object.keys(tree));
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is refused if it is unknown whether the process lives', async () => {
    const root = temporaryFolder();
    put(root, { '.lading/lock.1.1.another-machine': '' });
    expect(await problemOf(write(root, tree))).toMatch(/^WRITE_BUSY: process 1 of another-machine /);
  });
});

it('of runs that start together in one process, the first succeeds and the others are rejected', async () => {
  const root = temporaryFolder();
  const trees = Array.from({ length: 4 }, (_, index) => ({ 'gen/x.md': `* ${index}`, 'gen/y.ts': `${index}` }));
  const ends = await Promise.all(trees.map((wanted) => problemOf(write(root, wanted))));
  expect(ends.map((end) => end.slice(0, 10))).toEqual(['no problem', 'WRITE_BUSY', 'WRITE_BUSY', 'WRITE_BUSY']);
  expect((await check(root, trees[0] ?? {})).fresh).toBe(true);
});

it('processes that write at the same time each succeed or are rejected, and the result is one complete tree', async () => {
  const root = temporaryFolder();
  const trees = Array.from({ length: 3 }, (_, process) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, file) => [`gen/${process}/${file % 4}/${file}.ts`, `${process}`]),
    ),
  );
  const script = join(dirname(writer), 'many.mjs');
  writeFileSync(
    script,
    `import { writeTree } from './index.js';
     const { root, files } = JSON.parse(process.argv[2]);
     let done = 0;
     for (let turn = 0; turn < 40; turn++) {
       try { await writeTree({ root, files, mode: 'write', generator: 'lading' }); done++; }
       catch (error) { if (error.problem?.code !== 'WRITE_BUSY') throw error; }
     }
     process.stdout.write(String(done));`,
  );
  const ends = trees.map(async (tree) => {
    const child = spawn(process.execPath, [script, JSON.stringify({ root, files: filesOf(tree) })]);
    const [output, errorOutput] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(errorOutput).toBe('');
    return Number(output);
  });
  expect(Math.max(...(await Promise.all(ends)))).toBeGreaterThan(1);
  const fresh = await Promise.all(trees.map(async (wanted) => (await check(root, wanted)).fresh));
  expect(fresh.filter(Boolean)).toHaveLength(1);
});
