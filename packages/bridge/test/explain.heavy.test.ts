/** Tests what the bridge says about two versions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain, explanationText, versions } from '../src/index.js';
import { bridgeHere } from './bridge-here.js';
import { versionsText } from '../src/convert/conversions.js';

describe('an explanation', () => {
  it('names the differences on the route, and nothing that only documents say', () => {
    const { steps, losses } = explain('1.40', '1.44');
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      ['1.40', '1.41'],
      ['1.41', '1.44'],
    ]);
    const ids = steps.flatMap(({ differences }) => differences.map(({ id }) => id));
    expect(ids).toContain('create-platform');
    expect(ids).not.toContain('version');
    const sentences = steps.flatMap(({ differences }) => differences.flatMap(({ descriptions }) => descriptions));
    expect(sentences).toContain('A platform cannot be chosen for a container.');
    expect(losses).toContainEqual({
      operation: 'ContainerCreate',
      difference: 'multi-endpoint',
      place: 'NetworkingConfig.EndpointsConfig',
      isRefused: true,
      message: 'Container cannot be created with multiple network endpoints: {}',
    });
  });
  it('names what a newer client loses on an older engine', () => {
    const losses = explain('1.44', '1.40').losses.map(({ place }) => place);
    expect(losses).toContain('query platform');
  });
  it('can be given for every two versions', () => {
    for (const client of versions)
      for (const engine of versions.filter((one) => one !== client)) {
        const text = explanationText(explain(client, engine));
        expect(text).toMatch(new RegExp(`^A client of ${client} on an engine of ${engine}: ${client} → .*\\n\\n`));
        expect(text).not.toMatch(/undefined|\[object/);
      }
  });
});

describe('the command', () => {
  it('prints the page of all differences, which is committed', async () => {
    expect((await bridgeHere('--explain=all')).stdout, 'outdated: run node tools/run/differences.mjs').toBe(
      readFileSync(join(import.meta.dirname, '../docs/differences.md'), 'utf8'),
    );
  });
  it('prints it, as JSON too', async () => {
    expect((await bridgeHere('--explain=1.43', '--as=1.44')).stdout).toMatch(
      /^A client of 1\.43 on an engine of 1\.44: 1\.43 → 1\.44\n\nIn 1\.43/,
    );
    const json = await bridgeHere('--explain=1.30', '--as=1.31', '--json');
    expect(JSON.parse(json.stdout)).toEqual({
      client: '1.30',
      engine: '1.31',
      steps: [{ from: '1.30', to: '1.31', differences: [] }],
      losses: [],
    });
    expect(json.status).toBe(0);
    expect((await bridgeHere('--explain=1.30', '--as=1.31')).stdout).toContain('No message differs.');
  });
  it.each([
    [['--explain=1.23'], `--explain "1.23": pass a version of ${versionsText}`],
    [[`--explain=${versions.at(-1)}`], `--explain "${versions.at(-1)}": pass another version than that of the engine`],
  ])('%j', async (words, message) => {
    const { status, stderr } = await bridgeHere(...words);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
