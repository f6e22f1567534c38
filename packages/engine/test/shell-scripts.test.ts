/**
 * Scripts of the shell and of the built-in commands, with what they print. Each runs in a folder of its own; those of the group `bash` as
 * bash.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

interface ShellScript {
  readonly script: string;
  /** The standard output and error, and the exit code at the end if it is not 0. */
  readonly prints: string;
}

const groups = parse(readFileSync(fileURLToPath(new URL('shell-scripts.yaml', import.meta.url)), 'utf8')) as Readonly<
  Record<string, readonly ShellScript[]>
>;

const scene = useEngineScene();

/** Runs all scripts in one container. */
async function outputsOf(shell: string, scripts: readonly string[]): Promise<string[]> {
  const end = '=== end';
  const run = `for script in /scripts/*; do mkdir /work; cd /work; ${shell} $script 2>&1; code=$?
    [ $code = 0 ] || echo "($code)"; echo '${end}'; cd /; rm -r /work; done`;
  const id = await scene().create({ Cmd: ['sh', '-c', run] });
  const files = scripts.map((script, index): [string, string] => [String(index).padStart(3, '0'), `${script}\n`]);
  const tar = archiveWith(Object.fromEntries(files.map(([name, script]) => [`scripts/${name}`, script])));
  await scene().client.container.putArchive({ id, path: '/', body: tar });
  await scene().client.container.start({ id });
  await scene().client.container.wait({ id });
  const { stdout } = await (await scene().client.container.logs({ id, stdout: true, stderr: true })).text();
  return stdout.split(`${end}\n`).slice(0, -1);
}

describe.each(Object.entries(groups))('%s', (name, scripts) => {
  it('print what they do in a shell', async () => {
    const outputs = await outputsOf(
      name === 'bash' ? 'bash' : 'sh',
      scripts.map(({ script }) => script),
    );
    expect(scripts.map(({ script }, index) => ({ script, prints: outputs[index] }))).toEqual(scripts);
  });
});
