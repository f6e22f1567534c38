/** What commands print of two versions, in each of their forms, and how they end. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
  const text = readFileSync(join(import.meta.dirname, '../../examples/kiosk.yaml'), 'utf8');
  writeFileSync(join(folder, 'v1.0.yaml'), text);
  const newer = text.replace("version: '1.0'", "version: '1.1'").replace('minimum: 1', 'minimum: 2');
  writeFileSync(join(folder, 'v1.1.yaml'), newer.replace('/v1.0', '/v1.1').replace("[string, 'null']", 'string'));
  const config = { documents: ['v1.0.yaml', 'v1.1.yaml'], emitters: ['types'], out: 'out' };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
});

const lading = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await ladingIn(folder, ...args);
  return [status, stdout, stderr];
};

describe('generate', () => {
  it('prints the versions, how many files have which status, and the time', async () => {
    const [status, stdout] = await lading('generate');
    expect([status, String(stdout).replaceAll(/\d+\.\d\d\b/g, 'N')]).toEqual([
      0,
      `version                operations  schemas  changes
1.1      base version  3           3        –
1.0      extends 1.1   3           3        2 (2 breaking)
files    24 written in out
seconds  read N, normalize N, compare N, emit N, print N, write N; N in total
`,
    ]);
    expect(await lading('generate', '--quiet')).toEqual([0, '', '']);
  });

  it('lists the files that differ, with and without --quiet', async () => {
    expect(await lading('generate', '--check')).toEqual([0, 'All generated files are up to date.\n', '']);
    expect(await lading('generate', '--check', '--quiet')).toEqual([0, '', '']);
    appendFileSync(join(folder, 'out/v1.0/types/gen/index.ts'), '//');
    rmSync(join(folder, 'out/v1.1/types/README.md'));
    const differing = `edited    v1.0/types/gen/index.ts
missing   v1.1/types/README.md
2 files differ; run lading generate.
`;
    expect(await lading('generate', '--check')).toEqual([3, differing, '']);
    expect(await lading('generate', '--check', '--quiet')).toEqual([3, differing, '']);
  });

  it('prints JSON', async () => {
    const [status, stdout] = await lading('generate', '--json');
    expect([status, JSON.parse(String(stdout))]).toMatchObject([
      0,
      {
        folder: 'out',
        versions: [
          { version: '1.1', changes: 0 },
          { version: '1.0', extends: '1.1', changes: 2, breaking: 2 },
        ],
        fresh: false,
        files: { unchanged: 22, written: 2 },
        differing: ['v1.0/types/gen/index.ts', 'v1.1/types/README.md'].map((path) => ({ path, status: 'written' })),
      },
    ]);
  });
});

describe('diff', () => {
  const diff = (...args: readonly string[]) => lading('diff', 'v1.0.yaml', 'v1.1.yaml', ...args);
  const sentence = '`number` of `Ticket` now has the minimum `2` instead of `1`.';

  it('prints a report for a terminal, in Markdown or in JSON', async () => {
    const [text, markdown, json] = [await diff(), await diff('--markdown'), await diff('--json')];
    expect([text[0], markdown[0], json[0]]).toEqual([0, 0, 0]);
    expect(text[1]).toContain(`    ! server constraint ${sentence}\n`);
    expect(markdown[1]).toContain(`- **Breaking for servers.** ${sentence}\n`);
    expect(JSON.parse(String(json[1]))).toMatchObject({ older: '1.0', newer: '1.1', counts: { changes: 2 } });
  });

  it('fails on one change of a kind, unless its sentence is accepted', async () => {
    const [, json] = await diff('--json');
    const { changes } = JSON.parse(String(json)) as { readonly changes: readonly { readonly sentence: string }[] };
    const other = changes.map((change) => change.sentence).find((each) => each !== sentence) ?? '';
    const accept = async (...lines: readonly string[]) => {
      writeFileSync(join(folder, 'accepted.txt'), lines.join('\n'));
      const [status, , stderr] = await diff('--fail-on', 'server-breaking', '--accept', 'accepted.txt');
      return [status, stderr];
    };
    expect((await diff('--fail-on', 'server-breaking'))[0]).toBe(4);
    expect(await accept('# Known.', '', ` ${other} `)).toEqual([4, '']);
    expect(await accept(other, sentence, 'Gone.')).toEqual([0, 'accepted.txt: no change is: Gone.\n']);
  });
});

it('derive, apply and bundle print YAML, or JSON of the same document', async () => {
  const both = async (...args: readonly string[]) => {
    const [yaml, json] = [await lading(...args), await lading(...args, '--json')];
    expect([yaml[0], json[0]]).toEqual([0, 0]);
    expect(String(yaml[1])).not.toMatch(/^\{/);
    expect(load(String(yaml[1]))).toEqual(JSON.parse(String(json[1])));
    return String(yaml[1]);
  };
  writeFileSync(join(folder, 'overlay.yaml'), await both('derive', 'v1.0.yaml', 'v1.1.yaml'));
  const applied = await both('apply', 'v1.0.yaml', 'overlay.yaml');
  expect(load(applied)).toEqual(load(readFileSync(join(folder, 'v1.1.yaml'), 'utf8')));
  expect(load(await both('bundle', '1.1'))).toEqual(load(applied));
});

it.each([
  ['--port', '65536', 'A port is a number from 0 to 65535 (lading docs).'],
  ['--port', '-1', 'A port is a number from 0 to 65535 (lading docs).'],
  ['--port', '1e3', 'A port is a number from 0 to 65535 (lading docs).'],
  ['--server', 'example.org', 'A server is an http or https URL (lading docs).'],
  ['--server', 'https://a/"', 'A server is an http or https URL (lading docs).'],
])('docs refuses %s %s', async (option, value, reason) => {
  expect(await lading('docs', option, value)).toEqual([2, '', expect.stringContaining(reason)]);
});
