/** Every command that writes, with a fault at each call that writes: the former files remain, or the next run completes the new ones. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { serve, type TestServer } from '../../testing/document-server.js';
import { publishedThings, putThings } from '../../testing/things.js';
import { withFault } from '../../testing/faults.js';
import { ladingHere } from './testing/lading-here.js';

const work = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  const parts = publishedThings('1.1').replace("'#/definitions/Thing'", "'parts.yaml#/Thing'");
  const thing = 'Thing: { type: object, properties: { AcmeSize: { type: integer } } }\n';
  server = await serve({ '/things.yaml': parts, '/parts.yaml': thing });
});
afterAll(async () => {
  await server.close();
});

interface Command {
  readonly args: (folder: string) => readonly string[];
  /** Prepares a folder, by the command itself if earlier output is part of what is tested. */
  readonly prepare: (folder: string) => void | Promise<unknown>;
  /** Whether it writes several files one after the other, each of them whole. */
  readonly isStepwise?: boolean;
}

const put = (folder: string, path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const generated = (folder: string) => [
  ...['generate', '--document', join(folder, 'acme.yaml'), '--out', join(folder, 'out'), '--no-paths', '--quiet'],
];
const specified = (folder: string) => ['--spec', join(folder, 'spec')];
const documented = (folder: string) => [
  ...['docs', '--document', join(folder, 'acme.yaml'), '--out', join(folder, 'site'), '--quiet'],
];
const recorded = (folder: string) => [
  ...['check-released', '--record', '1.1', ...specified(folder), '--packages', join(folder, 'packages')],
];

const commands: Readonly<Record<string, Command>> = {
  init: {
    args: (folder) => ['init', '--document', join(folder, 'acme-1.0.yaml')],
    prepare: putThings,
  },
  generate: {
    args: generated,
    async prepare(folder) {
      put(folder, 'acme.yaml', publishedThings('1.0'));
      await ladingHere(...generated(folder));
      put(folder, 'acme.yaml', publishedThings('1.0', '      AcmeSize: { type: integer }\n'));
    },
  },
  fetch: {
    args: (folder) => ['fetch', '--config', join(folder, 'lading.config.json')],
    async prepare(folder) {
      const url = `${server.url}/things.yaml`;
      put(folder, 'lading.config.json', JSON.stringify({ documents: [url] }));
      await ladingHere('fetch', '--config', join(folder, 'lading.config.json'));
      const copies = join(folder, '.lading/documents');
      for (const path of readdirSync(copies, { recursive: true }) as string[])
        if (path.endsWith('.yaml')) writeFileSync(join(copies, path), publishedThings('1.0'));
    },
  },
  bump: {
    args: (folder) => ['bump', join(folder, 'acme-1.1.yaml'), ...specified(folder), '--out', join(folder, 'out')],
    prepare: putThings,
  },
  rebase: {
    args: (folder) => ['rebase', '1.1', ...specified(folder)],
    async prepare(folder) {
      putThings(folder);
      await ladingHere(...commands['bump']!.args(folder));
      rmSync(join(folder, 'out'), { recursive: true });
    },
  },
  'check-released': {
    args: recorded,
    async prepare(folder) {
      put(folder, 'packages/v1.1/types/package.json', '{"name":"@x/types-v1.1","version":"1.1.0"}\n');
      put(folder, 'spec/versions.yaml', '');
      await ladingHere(...recorded(folder));
      put(folder, 'packages/v1.1/types/gen/thing.ts', 'export interface Thing {}\n');
    },
  },
  docs: {
    args: documented,
    isStepwise: true,
    async prepare(folder) {
      put(folder, 'acme.yaml', publishedThings('1.0'));
      await ladingHere(...documented(folder));
      put(folder, 'acme.yaml', publishedThings('1.0', '      AcmeSize: { type: integer }\n'));
    },
  },
};

/** The files by their paths. */
function contentOf(folder: string, below = '', found: Record<string, string> = {}): Readonly<Record<string, string>> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) contentOf(folder, `${path}/`, found);
    // The next command that writes removes the lock of a dead process.
    else if (!/\.lading\/lock\./.test(path)) found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

const isStaged = (path: string) => /(^|\/)(\.lading\/(staged\/|journal$)|\.lading-site\/)/.test(path);

async function run({ args }: Command, folder: string) {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const temporary = join(folder, '..', 'tmp');
  vi.stubEnv('TMPDIR', temporary);
  try {
    return await ladingHere(...args(folder));
  } finally {
    vi.unstubAllEnvs();
    cwd.mockRestore();
  }
}

/** A full run takes every call; of those of `bump`, which generates as `generate` does, and of `docs`, every fifth. */
const stepOf = (name: string) =>
  inject('isExhaustiveRun') ? 1 : !inject('isFullRun') ? 47 : ['bump', 'docs'].includes(name) ? 5 : 1;

describe.each(Object.entries(commands))('%s', (name, command) => {
  const place = join(work, name);
  // The same path in every run: it is part of what some commands write.
  const folder = join(place, 'project');
  const original = join(place, 'original');
  const temporary = join(place, 'tmp');
  let [former, latter]: Readonly<Record<string, string>>[] = [];

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    mkdirSync(temporary);
    await command.prepare(folder);
    cpSync(folder, original, { recursive: true });
    former = contentOf(folder);
    expect(await run(command, folder)).toMatchObject({ status: 0 });
    latter = contentOf(folder);
    expect(latter).not.toEqual(former);
  });

  it.each(['ENOSPC', 'EROFS', 'EIO', undefined])('%s at any call that writes', { timeout: 600_000 }, async (code) => {
    const step = stepOf(name);
    for (let at = 1 + (inject('seed') % step); ; at += step) {
      rmSync(folder, { recursive: true });
      rmSync(temporary, { recursive: true });
      cpSync(original, folder, { recursive: true });
      mkdirSync(temporary);
      let result = { status: 0, output: '' };
      let refused = '';
      const onFault = (call: string) => void (refused = call);
      const calls = await withFault({ at, onFault, ...(code !== undefined && { code }) }, async () => {
        result = await run(command, folder);
      });
      if (calls < at) break;
      const at_ = `${name} ${code ?? 'death'} at ${at} of ${calls}: ${result.output}`;
      const after = contentOf(folder);
      const isWaiting = command.isStepwise === true || Object.keys(after).some(isStaged);
      if (code !== undefined) {
        expect(result.output, at_).not.toMatch(/^ {4}at |UNEXPECTED/m);
        // Unless that is what the system refuses, a command removes its temporary folder.
        if (!['rmSync', 'rmdirSync', 'unlinkSync'].includes(refused)) expect(readdirSync(temporary), at_).toEqual([]);
        if (result.status === 0) expect(after, at_).toEqual(latter);
      }
      // Nothing is torn: each file has its former or its new content, and all of them are of one state unless a journal waits.
      const files = Object.fromEntries(Object.entries(after).filter(([path]) => !isStaged(path)));
      for (const [path, text] of Object.entries(files)) expect([former?.[path], latter?.[path]], at_).toContain(text);
      if (!existsSync(folder) || !isWaiting) expect([former, latter, between()], at_).toContainEqual(files);
      const again = await run(command, folder);
      // What is done already is refused by some commands.
      if (again.status !== 0) expect(again.output, at_).toMatch(/^(CONFIG_EXISTS|USAGE|VERSION_DUPLICATE)/);
      // That is what `bump` says is left to do where only the specification was written.
      if (again.output.startsWith('VERSION_DUPLICATE'))
        await ladingHere('generate', ...specified(folder), '--out', join(folder, 'out'));
      expect(contentOf(folder), at_).toEqual(latter);
    }
  });

  /** `bump` writes the specification, and then the packages: each of these in one piece. */
  function between(): Readonly<Record<string, string>> | undefined {
    if (name !== 'bump') return undefined;
    return Object.fromEntries(Object.entries(latter ?? {}).filter(([path]) => !path.startsWith('out/')));
  }
});
