/** What a bump leaves to a person: `generate` reports it, and `generate --check` fails, so that nothing is released. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { putThings } from '../../testing/things.js';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
let overlay = '';
beforeEach(async () => {
  folder = temporaryFolder();
  overlay = join(folder, 'spec/overlays/v1.1.yaml');
  putThings(folder);
  // Another text may mean another behavior.
  edit(join(folder, 'acme-1.1.yaml'), 'another text of somebody else', 'This name is unique from now on.');
  writeFileSync(
    join(folder, 'lading.config.json'),
    JSON.stringify({ spec: 'spec', emitters: [['types', { paths: false }]] }),
  );
  const bump = await ladingIn(folder, 'bump', 'acme-1.1.yaml', '--spec', 'spec');
  expect(bump).toMatchObject({ status: 0, stderr: '' });
  expect(await ladingIn(folder, 'generate')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('2 tasks of a bump are unfinished') as string,
  });
});

function edit(file: string, before: string | RegExp, after: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(before);
  writeFileSync(file, text.replace(before, after));
}

const check = () => ladingIn(folder, 'generate', '--check');
const description =
  'unfinished  spec/overlays/v1.1.yaml: components schemas Thing properties AcmeSize has no description. Write one in the overlay, in your own words.\n';
const question =
  /unfinished {2}spec\/overlays\/v1\.1\.yaml#\/x-lading-questions\/0: The published description changed: .*AcmeName.*Edit the overlay accordingly, then write the "answer"/;

it('blocks a release by a missing description, whatever became of the comment that asks for it', async () => {
  expect(await check()).toMatchObject({ status: 3, stdout: expect.stringContaining(description) as string });
  edit(overlay, /^(#.*\n)+/, '');
  edit(overlay, /x-lading-questions:\n(  .*\n)+/, '');
  const { status, stdout } = await check();
  expect(status).toBe(3);
  expect(stdout).toContain('All generated files are up to date.');
  expect(stdout).toContain(description);
  edit(overlay, 'type: integer', 'type: integer\n        description: How large it is.');
  expect(await ladingIn(folder, 'generate')).toMatchObject({
    stdout: expect.not.stringContaining('unfinished') as string,
  });
  expect(await check()).toMatchObject({ status: 0 });
});

it('blocks a release by a question until it is answered or removed', async () => {
  edit(overlay, 'type: integer', 'type: integer\n        description: How large it is.');
  await ladingIn(folder, 'generate', '--quiet');
  const open = await check();
  expect([open.status, open.stdout]).toEqual([3, expect.stringMatching(question)]);
  expect(open.stdout).toContain('\nOne task of a bump is unfinished, ');
  edit(overlay, '  - kind: meaning\n', "  - kind: meaning\n    answer: ' '\n");
  expect((await check()).status).toBe(3);
  edit(overlay, "answer: ' '", 'answer: Servers of 1.0 rejected such names too.');
  expect((await check()).status).toBe(0);
  edit(overlay, 'x-lading-questions:', 'x-lading-questions: true\nx-former:');
  expect(await check()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('OVERLAY_STRUCTURE: Expected an array of questions') as string,
  });
});

it('is told programs', async () => {
  const { stdout } = await ladingIn(folder, 'generate', '--check', '--json');
  const { fresh, unfinished } = JSON.parse(stdout) as { fresh: boolean; unfinished: { rule: string }[] };
  expect([fresh, unfinished.map(({ rule }) => rule)]).toEqual([true, ['description-missing', 'question-open']]);
});

it('is nothing of documents and overlays that belong to somebody else', async () => {
  const documents = ['acme-1.0.yaml', 'acme-1.1.yaml'];
  writeFileSync(
    join(folder, 'lading.config.json'),
    JSON.stringify({ documents, emitters: [['types', { paths: false }]] }),
  );
  expect(await ladingIn(folder, 'generate', '--out', 'pair')).toMatchObject({
    status: 0,
    stdout: expect.not.stringContaining('unfinished') as string,
  });
});
