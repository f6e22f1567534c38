/** The law of watching: whatever was edited, the output is that of a run that starts anew. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { repository } from '../../repository.js';
import { Session } from '../session.js';
import { checkedAnew } from './testing/checked-anew.js';

const sources = ['container', 'common', 'image', 'service', 'system', 'openapi'].map((name) => `v1.44/${name}.yaml`);
const files = [...sources, 'overlays/v1.41.yaml'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-watch-'));
  cpSync(join(repository, 'spec'), join(folder, 'spec'), { recursive: true });
  const emitters = ['types', 'client', 'server', 'docs', 'overlay'];
  const config = { spec: 'spec', emitters, out: 'out', workspace: false, paths: false };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Edits of a file's lines; `pick` chooses among the lines that an edit is for. */
const edits = {
  describe: (lines, pick) => replaced(lines, pick, /^(\s+(?:description|summary): )\S.*$/, `$1Said anew ${pick}`),
  add: (lines, pick) =>
    replaced(lines, pick, /^( +)properties:$/, `$1properties:\n$1  Added${pick}: {type: string, description: New.}`),
  retype: (lines, pick) => replaced(lines, pick, /^(\s+type: )string$/, '$1integer'),
  require: (lines, pick) =>
    replaced(lines, pick, /^( +)properties:$/, `$1x-lading-since: "1.${pick % 44}"\n$1properties:`),
  remove: (lines, pick) => lines.filter((_line, index) => index !== pick % lines.length),
  repeat: (lines, pick) => lines.flatMap((line, index) => (index === pick % lines.length ? [line, line] : [line])),
  spoil: (lines) => [...lines, '\t: no YAML'],
  undo: () => undefined,
} satisfies Record<string, (lines: readonly string[], pick: number) => readonly string[] | undefined>;

function replaced(lines: readonly string[], pick: number, pattern: RegExp, by: string): readonly string[] {
  const fitting = lines.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  const chosen = fitting[pick % Math.max(1, fitting.length)];
  return lines.map((line, index) => (index === chosen ? line.replace(pattern, by) : line));
}

const edit = fc.record({
  file: fc.constantFrom(...files),
  kind: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  pick: fc.nat(5000),
});

/** Applied to the original where the file is broken by now, so that most states can be generated. */
function carriedOut({ file, kind, pick }: { file: string; kind: keyof typeof edits; pick: number }, isBroken: boolean) {
  const original = readFileSync(join(repository, 'spec', file), 'utf8');
  const text = isBroken ? original : readFileSync(join(folder, 'spec', file), 'utf8');
  writeFileSync(join(folder, 'spec', file), edits[kind](text.split('\n'), pick)?.join('\n') ?? original);
}

it('writes what a run would write that starts anew', { timeout: 900_000 }, async () => {
  const config = join(folder, 'lading.config.json');
  const session = await Session.of({ config, paths: true });
  const counts = { written: 0, refused: 0 };
  const run = fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 4 }), async (steps) => {
    let problem: Awaited<ReturnType<Session['run']>>['problem'];
    for (const step of steps) {
      carriedOut(step, problem !== undefined);
      // A file that is broken and not the one that is edited next is mended, or nothing would be generated any more.
      const event = await session.run(session.changed(), 'later');
      problem = event.problem;
      if (problem === undefined) counts.written += 1;
      else {
        counts.refused += 1;
        expect([event.written, event.removed]).toEqual([[], []]);
        cpSync(join(repository, 'spec', step.file), join(folder, 'spec', step.file));
        expect((await session.run(session.changed(), 'later')).problem).toBeUndefined();
        problem = undefined;
      }
    }
    expect(await checkedAnew(config)).toEqual({ exit: 0, said: '' });
  });
  await session.run([], 'too');
  await fc.assert(run, { numRuns: inject('isFullRun') ? 3 : 1, endOnFailure: true });
  expect(counts.written).toBeGreaterThan(0);
});
