/** Completion scripts offer the words of the command table. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fullProgram } from '../command-table.js';
import { completionScripts, wordsOf, type ProgramWords } from '../completion/index.js';
import { ladingHere } from './testing/lading-here.js';

let words: ProgramWords;
let folder = '';
beforeAll(async () => {
  words = wordsOf(await fullProgram());
  folder = temporaryFolder();
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(folder, 'api one.yaml'), '');
  for (const [shell, script] of Object.entries(completionScripts)) writeFileSync(join(folder, shell), script(words));
});

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const flagsOf = (options: ProgramWords['options']) => options.flatMap(({ flags }) => flags);

it.each(['bash', 'zsh', 'fish'])('prints the script of %s', async (shell) => {
  expect(await ladingHere('completion', shell)).toEqual({ status: 0, output: completionScripts[shell]?.(words) });
});

it('refuses another shell', async () => {
  const { status, output } = await ladingHere('completion', 'csh');
  expect(status).toBe(2);
  expect(output).toContain('Allowed choices are bash, zsh, fish (lading completion).');
});

describe.skipIf(!isInstalled('bash'))('bash', () => {
  /** The words that bash offers for the last argument, in the order of the script. */
  function offered(...line: readonly string[]): string[] {
    const script =
      'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lading; printf "%s\\n" "${COMPREPLY[@]}"';
    const text = execFileSync('bash', ['-c', script, 'bash', 'lading', ...line], { cwd: folder, encoding: 'utf8' });
    return text.split('\n').filter((word) => word !== '');
  }

  it('offers every command and global option', () => {
    expect(offered('')).toEqual([...words.commands.map(({ name }) => name), ...flagsOf(words.options)]);
    expect(offered('check')).toEqual(['check-released']);
  });

  it('offers every option of each command', () => {
    for (const { name, options } of words.commands)
      expect([name, offered(name, '-')]).toEqual([name, flagsOf(options)]);
  });

  it('offers files, folders and choices as values', () => {
    expect(offered('generate', '--document', 'a').sort()).toEqual(['a folder', 'api one.yaml']);
    expect(offered('generate', '--out', 'a')).toEqual(['a folder']);
    expect(offered('diff', '--fail-on', 'client')).toEqual(['client-breaking']);
    expect(offered('generate', '--scope', '')).toEqual([]);
  });

  it('offers files as arguments of commands that take documents', () => {
    expect(offered('diff', 'x.yaml', 'api')).toEqual(['api one.yaml']);
    expect(offered('bundle', 'a')).toEqual([]);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  function offered(line: string): string[] {
    const script = 'source ./fish; complete -C $argv[1]';
    const text = execFileSync('fish', ['--no-config', '-c', script, line], { cwd: folder, encoding: 'utf8' });
    return text.split('\n').flatMap((word) => (word === '' ? [] : [word.split('\t')[0] ?? '']));
  }

  it('offers commands, options and choices', () => {
    expect(offered('lading ').sort()).toEqual(words.commands.map(({ name }) => name).sort());
    for (const { name, options } of words.commands) {
      const long = flagsOf(options).filter((flag) => flag.startsWith('--'));
      expect([name, offered(`lading ${name} --`).sort()]).toEqual([name, long.sort()]);
    }
    expect(offered('lading diff --fail-on client')).toEqual(['client-breaking']);
    expect(offered('lading generate --out ')).toEqual(['a folder/']);
  });
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  it('accepts the script', () => {
    expect(spawnSync('zsh', ['-n', 'zsh'], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

it('names every command and option in the script of zsh', () => {
  const script = completionScripts['zsh']?.(words) ?? '';
  for (const { name, options } of words.commands) {
    const start = script.indexOf(`    ${name})\n`);
    const ofCommand = script.slice(start, script.indexOf(';;', start));
    expect(start).toBeGreaterThan(0);
    for (const flag of flagsOf(options)) expect(ofCommand).toContain(`'*${flag}[`);
  }
});
