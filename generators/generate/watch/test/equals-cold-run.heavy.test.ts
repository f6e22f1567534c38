/** Invariant of watching: after any edits, the output is that of a fresh run. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { printYaml, type Json, type JsonObject } from '../../../document/index.js';
import { repository } from '../../../testing/workspace-copy.js';
import { Session } from '../session.js';
import { checkedAnew } from './testing/checked-anew.js';
import { small } from './testing/small-api.js';

/** What is edited: the files of a folder, and the configuration beside it. */
interface Subject {
  /** The folder that holds the files as they are at first. */
  readonly original: string;
  readonly files: readonly string[];
  readonly config: object;
}

const emitters = [['types', { paths: false }], 'client', 'server', 'docs', 'conversion'];
const rest = { emitters, out: 'out', workspace: false };
const folder = temporaryFolder();

function smallSpecification(): Subject {
  const original = join(folder, 'small');
  const { 'api.json': api, 'older.json': older } = small;
  const files = { 'api.yaml': api, 'older.yaml': { ...(older as JsonObject), extends: 'api.yaml' } };
  mkdirSync(original);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(original, name), printYaml(content as Json));
  const config = { documents: ['edited/api.yaml'], overlays: ['edited/older.yaml'], ...rest };
  return { original, files: Object.keys(files), config };
}

function ownSpecification(): Subject {
  const names = ['container', 'common', 'image', 'service', 'system', 'openapi'];
  const files = [...names.map((name) => `v1.44/${name}.yaml`), 'overlays/v1.41.yaml'];
  return { original: join(repository, 'spec'), files, config: { spec: 'edited', ...rest } };
}

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

const edit = (files: readonly string[]) =>
  fc.record({
    file: fc.constantFrom(...files),
    kind: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
    pick: fc.nat(5000),
  });

// The small one has what every kind of package is made of.
const subjects = [
  {
    name: 'a small specification',
    subject: smallSpecification,
    numRuns: inject('isExhaustiveRun') ? 20 : inject('isFullRun') ? 8 : 3,
  },
  ...(inject('isExhaustiveRun') ? [{ name: 'this repository’s', subject: ownSpecification, numRuns: 3 }] : []),
];

it.each(subjects)(
  'writes what a run would write that starts anew: $name',
  async ({ subject, numRuns }) => {
    const { original, files, config: settings } = subject();
    const edited = join(folder, 'edited');
    const config = join(folder, 'lading.config.json');
    rmSync(edited, { recursive: true, force: true });
    cpSync(original, edited, { recursive: true });
    writeFileSync(config, JSON.stringify(settings));

    const session = await Session.of({ config });
    const counts = { written: 0, refused: 0 };
    const run = fc.asyncProperty(fc.array(edit(files), { minLength: 4, maxLength: 4 }), async (steps) => {
      for (const { file, kind, pick } of steps) {
        const text = readFileSync(join(edited, file), 'utf8');
        const lines = edits[kind](text.split('\n'), pick);
        writeFileSync(join(edited, file), lines?.join('\n') ?? readFileSync(join(original, file), 'utf8'));
        const event = await session.run(session.changed());
        if (event.problem === undefined) {
          counts.written += 1;
          continue;
        }
        counts.refused += 1;
        expect([event.written, event.removed]).toEqual([[], []]);
        // Taken back, or nothing would be generated any more.
        writeFileSync(join(edited, file), text);
        expect((await session.run(session.changed())).problem).toBeUndefined();
      }
      expect(await checkedAnew(config)).toEqual({ exit: 0, output: '' });
    });
    await session.run([]);
    await fc.assert(run, { numRuns, endOnFailure: true });
    expect(counts.written).toBeGreaterThan(0);
  },
  900_000,
);
