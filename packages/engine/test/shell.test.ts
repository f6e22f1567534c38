/** The shell and the commands of containers: scripts and what they print. */
import { describe, expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

/** Runs all scripts in one container. */
async function outputsOf(scripts: readonly string[]): Promise<string[]> {
  const id = await scene().run({ Cmd: ['sleep', 'infinity'] });
  const outputs: string[] = [];
  for (const script of scripts) {
    const body = { Cmd: ['sh', '-c', script], AttachStdout: true, AttachStderr: true };
    const { Id } = await scene().client.container.exec({ id, body });
    const { stdout, stderr } = await (await scene().client.exec.start({ id: Id })).text();
    const { ExitCode } = await scene().client.exec.inspect({ id: Id });
    outputs.push(`${stdout}${stderr === '' ? '' : `[${stderr.trim()}]`}${ExitCode === 0 ? '' : `(${ExitCode})`}`);
  }
  return outputs;
}

const tables: Readonly<Record<string, readonly (readonly [script: string, output: string])[]>> = {
  words: [
    [`x='a  b'; echo $x "$x" '$x'`, 'a b a  b $x\n'],
    [`set -- a 'b c'; for i in "$@"; do echo "<$i>"; done; echo $#`, '<a>\n<b c>\n2\n'],
    ['echo ${none:-default} ${none:+x} ${HOME#/} ${HOME##*/}', 'default root root\n'],
    ['f=a.tar.gz; echo ${f%.*} ${f%%.*} ${#f} ${f/a/b}', 'a.tar a 8 b.tar.gz\n'],
    ['cd /tmp; touch a.txt b.txt; echo *.txt "*.txt" *.none', 'a.txt b.txt *.txt *.none\n'],
    ['echo $(echo inner; echo more) `echo old`', 'inner more old\n'],
    ['mkdir /g; cd /g; touch a b; x=ab; echo [$x] ["$x"] [a-b]; x=typed; echo [$x]', 'a b a b a b\n[typed]\n'],
    ['i=2; echo $((i * 3 + 1)) $((i > 1 && i < 3)); i=$((i+1)); echo $i', '7 1\n3\n'],
  ],
  control: [
    ['if false; then echo a; elif [ 1 -lt 2 ]; then echo b; else echo c; fi', 'b\n'],
    ['for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done', '1\n3\n'],
    ['i=0; while true; do i=$((i+1)); [ $i -ge 3 ] && break; done; echo $i', '3\n'],
    ['case abc in x|y) echo 1;; a*) echo 2;; *) echo 3;; esac', '2\n'],
    ['f() { echo "f $1"; return 4; }; f x || echo $?', 'f x\n4\n'],
    ['false || echo or && echo and; true && ! false && echo not', 'or\nand\nnot\n'],
    ['(cd /tmp; pwd); pwd; { echo group; } | cat', '/tmp\n/\ngroup\n'],
    ['set -e; if false; then :; fi; false || true; echo on; false; echo off', 'on\n(1)'],
    ['trap "echo bye" EXIT; exit 3', 'bye\n(3)'],
    ['echo a | while read x; do echo "got $x"; done', 'got a\n'],
    ['sleep 0.01 & wait; echo waited', 'waited\n'],
  ],
  redirections: [
    ['echo a > /f; echo b >> /f; cat < /f', 'a\nb\n'],
    ['echo out; echo err >&2', 'out\n[err]'],
    ['ls /none 2>&1 | wc -l; ls /none 2>/dev/null', '1\n(1)'],
    ['x=1; cat <<EOF\nv $x\nEOF\ncat <<"EOF"\nv $x\nEOF', 'v 1\nv $x\n'],
    ['echo x > /none/f', `[sh: can't create /none/f: nonexistent directory](1)`],
    ['exec > /log; echo hidden; cat /log >&2', '[hidden]'],
  ],
  failures: [
    ["command echo \"it's\" run; command -v ls; command -v none; exec echo 'a b'", "it's run\n/bin/ls\na b\n"],
    ['nothing', '[sh: nothing: not found](127)'],
    ['echo "open', '[sh: syntax error: unterminated double quote](2)'],
    ['echo "echo hi" > /plain; /plain; /none', '[sh: /plain: Permission denied\nsh: /none: not found](127)'],
    ['printf "#!/bin/sh\\necho script \\$1\\n" > /s; chmod +x /s; /s arg; sh /s two', 'script arg\nscript two\n'],
    ['set -u; echo $none', '[sh: none: parameter not set](2)'],
  ],
  commands: [
    [`printf 'b 2\\na 1\\na 1\\n' | sort -u | cut -d' ' -f1 | tr a-z A-Z`, 'A\nB\n'],
    [`printf 'one\\ntwo\\nthree\\n' | grep -n t | head -1`, '2:two\n'],
    [`echo hello | sed 's/l\\+/L/; s/h/&&/' ; seq 3 | sed -n 2p`, 'hheLo\n2\n'],
    [
      'mkdir -p /d/e; echo 1 > /d/e/f; cp -r /d /c; mv /c /m; find /m -name f; rm -r /m; ls /m',
      '/m/e/f\n[ls: /m: No such file or directory](1)',
    ],
    ['ln -s /etc/hostname /l; readlink /l; [ -L /l ] && echo link', '/etc/hostname\nlink\n'],
    ['yes | head -2', 'y\ny\n'],
    ['yes no | head -c 300000 | wc -c; echo abc | head -c 2', '300000\nab'],
    ['echo abc | sha256sum | cut -c1-8; basename /a/b.c .c; dirname /a/b', 'edeaaff3\nb\n/a\n'],
    ['echo -n x | wc -c; printf "%05d|%-3s|%s\\n" 42 a b', '1\n00042|a  |b\n'],
    ['echo 1 2 3 | xargs -n 1 echo x; env A=5 sh -c "echo \\$A"', 'x 1\nx 2\nx 3\n5\n'],
    ['kill -l | head -1; stat -c "%a %F" /tmp; date -u +%Y | grep -c 20', ' 1) HUP\n1777 directory\n1\n'],
  ],
};

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  it('print what they do in a shell', async () => {
    const outputs = await outputsOf(rows.map(([script]) => script));
    expect(Object.fromEntries(rows.map(([script], index) => [script, outputs[index]]))).toEqual(
      Object.fromEntries(rows),
    );
  });
});
