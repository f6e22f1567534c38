/** Runs every example of the clients' pages as a user would: as a whole program in a folder of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOf, otherPages, pages, printed, type Example } from '../../../../packages/client/test/examples.js';
import { commands, image, meanwhile, settings, standIns, type ExampleContext } from '../example-settings.js';
import { rootfs } from '../../../conformance/drivers/fixtures.js';
import { onEachClient, type ClientScene } from '../on-each-client.js';

const patience = 30_000;
const others = otherPages.flatMap(examplesOf).map((example) => {
  // A program that only follows events never ends.
  const listens = /^for await .*engine\.system\.events/m.test(example.code);
  const endless = listens || example.endless;
  const version = /client-v([\d.]+)/.exec(example.code)?.[1];
  const going = listens ? 'containers start and stop' : undefined;
  return { ...example, version, endless, meanwhile: going, prints: '…' };
});
const examples: readonly Example[] = [...pages.flatMap(examplesOf), ...others];

const root = mkdtempSync(join(tmpdir(), 'e2e-clients-examples-'));
symlinkSync(join(import.meta.dirname, '../../../../node_modules'), join(root, 'node_modules'));
afterAll(() => rmSync(root, { recursive: true }));

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(40);
});

onEachClient('examples', (scene) => {
  beforeAll(async () => {
    const { engine, subject } = scene;
    const [repo = '', tag = ''] = image.split(':');
    const body = await rootfs(subject.tree, commands);
    await (await engine.image.create({ fromSrc: '-', repo, tag, changes: ['CMD ["/bin/sh"]'], body })).done();
    const open = 'localhost:5000/e2e-clients/alpine';
    await engine.image.tag({ name: image, repo: open, tag: 'latest' });
    await (await engine.image.push({ name: open, tag: 'latest', 'X-Registry-Auth': {} })).done();
  });

  afterAll(async () => {
    await tidy(scene);
    await scene.engine.image.delete({ name: image, force: true });
  });

  for (const example of examples) {
    const { title, version } = example;
    if (version !== undefined && version !== scene.subject.api) continue;
    test(title, async () => {
      const folder = join(root, 'run');
      const ends: (() => unknown)[] = [];
      mkdirSync(join(folder, 'home'), { recursive: true });
      try {
        const socket = scene.host.slice('unix://'.length);
        const context: ExampleContext = { engine: scene.engine, socket, folder, later: (end) => void ends.push(end) };
        for (const word of example.with) await findByPhrase(settings, word)(context);
        if (example.meanwhile !== undefined) await findByPhrase(meanwhile, example.meanwhile)(context);
        const { code, stdout, stderr } = await runExample(example, context, scene);
        expect(code, `it failed: ${stderr}\n${stdout}`).toBe(example.endless ? null : 0);
        if (example.endless) expect([stdout === '', stderr]).toEqual([false, '']);
        expect(stdout).toMatch(printed(example.prints));
      } finally {
        for (const end of ends) await end();
        await tidy(scene);
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

function findByPhrase<Value>(all: Readonly<Record<string, Value>>, word: string): Value {
  const found = all[word];
  if (found === undefined) throw new Error(`"${word}" is not defined: add it to example-settings.ts`);
  return found;
}

interface ExampleResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runExample(
  example: Example,
  { folder }: ExampleContext,
  { host, subject }: ClientScene,
): Promise<ExampleResult> {
  const code = standIns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), example.code);
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  writeFileSync(join(folder, 'example.mjs'), outputText);
  const child = spawn(process.execPath, ['example.mjs'], {
    cwd: folder,
    timeout: patience,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: join(folder, 'home'),
      DOCKER_HOST: host,
      // The client uses the newest version by default: with the newer engine, the older version must be requested.
      ...(subject.api === '1.41' && subject.name !== '20.10' && { DOCKER_API_VERSION: '1.41' }),
    },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(example.input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (example.endless && text !== '' && printed(example.prints).test(stdout)) child.kill();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code: exitCode, stdout, stderr };
}

/** Removes what an example created: its containers are all of one image, and its images have special names. */
async function tidy({ engine }: ClientScene): Promise<void> {
  for (const { Id: id = '' } of await engine.container.list({ all: true, filters: { ancestor: [image] } })) {
    await engine.container.delete({ id, force: true, v: true });
  }
  const names = (await engine.image.list()).flatMap(({ RepoTags }) => RepoTags ?? []);
  for (const name of names.filter((each) => /^(me|localhost:500[01]\/e2e-clients)\//.test(each))) {
    await engine.image.delete({ name, force: true });
  }
}
