/** The documentation: its files are written, its commands run, and the output compared. */
import { execSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

const pages = new URL('../../docs/', import.meta.url);
const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

/** The blocks of a page that name a file, and those that show a console, in their order. */
function blocksOf(page: string) {
  const text = readFileSync(new URL(page, pages), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, language = '', file, content = '']) => ({ language, file, content }));
}

/** What a console shows: each command and what it printed. */
function shown(content: string): readonly { readonly typed: string; readonly printed: string }[] {
  const parts = content.split(/^\$ /m).slice(1);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { typed: part.slice(0, end), printed: part.slice(end + 1) };
  });
}

/** Writes the documents that a configuration names and the page does not show: `orders-2.yaml` is one of version 2.0. */
function writeDocuments(folder: string, configuration: string): void {
  for (const [, name = '', version = '1'] of configuration.matchAll(/"(\w+(?:-(\d))?\.yaml)"/g)) {
    const text = readFileSync(kiosk, 'utf8').replace(/version: ['"]?1\.0['"]?/, `version: '${version}.0'`);
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), text);
  }
}

async function run(typed: string, folder: string): Promise<string> {
  const [program, ...words] = typed.replace(/^npx lading/, 'lading').split(' ');
  if (program === 'cat') return readFileSync(join(folder, words[0] ?? ''), 'utf8');
  const env = { ...process.env, FORCE_COLOR: '0' };
  if (program === 'npm' || program === 'node') return execSync(typed, { cwd: folder, encoding: 'utf8', env });
  if (program !== 'lading') throw new Error(`a page types ${typed}, which is not run here`);
  const { stdout, stderr } = await ladingIn(folder, ...words);
  return `${stdout}${stderr}`;
}

describe.each(readdirSync(pages).filter((name) => name.endsWith('.md')))('%s', (page) => {
  it('shows what happens', async () => {
    const folder = temporaryFolder();
    cpSync(kiosk, join(folder, 'api.yaml'));
    for (const { language, file, content } of blocksOf(page)) {
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), content);
        if (file === 'lading.config.json') {
          // Each configuration of a page is a project of its own.
          rmSync(join(folder, 'generated'), { recursive: true, force: true });
          writeDocuments(folder, content);
        }
      } else if (language === 'console') {
        for (const { typed, printed } of shown(content)) expect(await run(typed, folder), typed).toBe(printed);
      }
    }
  });
});
