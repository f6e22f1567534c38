/** A container is one machine to its processes: they see each other, and signals reach them. */
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../src/index.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

/** Runs a script in a running container. @returns its output, and its exit code if that is not 0 */
async function exec(id: string, script: string): Promise<string> {
  const body = { Cmd: ['sh', '-c', script], AttachStdout: true, AttachStderr: true };
  const { Id } = await scene().client.container.exec({ id, body });
  const { stdout, stderr } = await (await scene().client.exec.start({ id: Id })).text();
  const { ExitCode } = await scene().client.exec.inspect({ id: Id });
  return `${stdout}${stderr}${ExitCode === 0 ? '' : `(${ExitCode})`}`;
}

const shell = (script: string) => ({ Cmd: ['sh', '-c', script] });

it('shows all processes to execs, and numbers them by the container', async () => {
  const id = await scene().run(shell('sleep 100 & sleep 200'));
  await exec(id, 'sleep 300 & true');
  expect(await exec(id, 'ps -o pid,ppid,args; true')).toBe(
    [
      'PID   PPID  COMMAND',
      '    1     0 sleep 200',
      '    2     1 sleep 100',
      // The exec that started it has ended.
      '    4     1 sleep 300',
      '    5     0 sh -c ps -o pid,ppid,args; true',
      '    6     5 ps -o pid,ppid,args',
      '',
    ].join('\n'),
  );
});

it('lists all processes in top and counts them in stats, by the numbers of the machine', async () => {
  const id = await scene().run(shell('sleep 100 & sleep 200'));
  await exec(id, 'true');
  const { Titles, Processes } = await scene().client.container.top({ id, ps_args: '-o pid,ppid,args' });
  expect(Titles).toEqual(['PID', 'PPID', 'COMMAND']);
  const [first, second] = Processes ?? [];
  const { Pid } = (await scene().state(id)) ?? {};
  expect(first?.[0]).toBe(String(Pid));
  expect([first?.[2], second?.[1], second?.[2]]).toEqual(['sleep 200', String(Pid), 'sleep 100']);
  const stats = await scene().client.container.stats({ id, stream: false });
  for await (const { pids_stats } of stats) expect(pids_stats?.current).toBe(2);
});

it.each([
  ['ps', 'sleep 99 & ps -o comm | grep -c sleep; kill $!', '1\n'],
  ['kill', 'sleep 99 & kill $!; wait $!; echo $?', '143\n'],
  ['kill -9', 'sleep 99 & kill -9 $!; wait $!; echo $?', '137\n'],
  ['kill of jobs', 'sleep 99 & jobs; kill %1; wait; jobs', '[1]+  Running                    \n'],
  ['kill of the last job', 'sleep 99 & kill %%; wait $!; echo $?; sleep 99 & kill %+; wait $!; echo $?', '143\n143\n'],
  ['kill -0', 'sleep 99 & kill -0 $! && echo alive; kill $!; wait; kill -0 $! || echo gone', /^alive\ngone\n/],
  [
    'stop and continue',
    'sleep 99 & p=$!; kill -STOP $p; cat /proc/$p/stat | cut -d" " -f3; kill -CONT $p; cut -d" " -f3 /proc/$p/stat; kill $p',
    'T\nS\n',
  ],
  [
    'traps',
    `sh -c 'trap "echo got; exit 7" USR1; sleep 99 & wait' & sleep 0.05; kill -USR1 $!; wait $!; echo $?`,
    'got\n7\n',
  ],
  [
    'pgrep',
    'sleep 98 & sleep 99 & pgrep -x sleep | wc -l; pgrep -x sleep -n -a; pkill sleep; pgrep sleep; echo $?',
    /^2\n\d+ sleep 99\n1\n$/,
  ],
  [
    'pidof',
    'sleep 99 & [ "$(pidof sleep)" = $! ] && echo same; killall sleep; wait; pidof sleep; echo $?',
    'same\n1\n',
  ],
  ['killall', 'killall none', 'killall: none: no process killed\n(1)'],
  ['ids', 'echo $$; (echo $$); sh -c "echo \\$PPID"; true', /^(\d+)\n\1\n\1\n$/],
  [
    'orphans',
    '(sleep 99 & echo $! > /orphan); sed -n s/PPid:.//p /proc/$(cat /orphan)/status; kill $(cat /orphan)',
    '1\n',
  ],
  ['wait', 'sh -c "exit 3" & wait $!; echo $?; wait 12345; echo $?', '3\n127\n'],
  ['broken pipes', 'yes | head -1; sleep 0.05; pgrep yes; echo $?', 'y\n1\n'],
  [
    'nice',
    `nice; nice nice; nice -n 5 nice -3 nice; nice -n 3 sh -c 'ps -o nice,comm | grep -c "^    3 "'; nice -n -1 true; nice -n x true; nice none`,
    "0\n10\n8\n3\nnice: setpriority(-1): Permission denied\nnice: invalid number 'x'\nnice: can't execute 'none': No such file or directory\n(127)",
  ],
  [
    'renice',
    'sleep 99 & renice 5 $!; renice -n 2 -p $!; cut -d" " -f18,19 /proc/$!/stat; renice 1 $!; renice 1 99; renice -n 1 99; renice 1 x; renice 9 -u none; kill $!',
    "27 7\nrenice: setpriority: Permission denied\nrenice: setpriority: No such process\nrenice: getpriority: No such process\nrenice: invalid number 'x'\nrenice: unknown user none\n",
  ],
  [
    'watch',
    'watch -t -n 0.02 "echo hi; false" | head -2 | cut -c7-; timeout 0.1 watch -n 9 echo a b | head -3 | cut -c1-30,67-; watch -n x true',
    /^hi\nhi\n\x1b\[H\x1b\[JEvery 9\.0s: echo a b +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n\na b\nwatch: invalid number 'x'\n\(1\)$/,
  ],
  ['setsid', `setsid sh -c '[ "$(cut -d" " -f6 /proc/$$/stat)" = $$ ] && echo own'`, 'own\n'],
  ['kill of all', 'sleep 98 & sleep 99 & kill -TERM -1; wait; pgrep sleep; echo $?', '1\n'],
  [
    'columns',
    `ps -o user,ruser,group,rgroup,vsz,rss,tty,etime,time,comm=NAME | head -2; ps -o x 2>&1 | cut -c1-21
    setsid sleep 99 & sleep 0.05; ps -o pgid,sid,pid,comm | awk '/sleep/ { print ($1 == $2 && $2 == $3) }'; kill $!; ps | head -1; ps -ef | head -1`,
    [
      'USER     RUSER    GROUP    RGROUP   VSZ  RSS  TT     ELAPSED TIME  NAME',
      'root     root     root     root     1700  900 ?         0:00  0:00 top',
      "ps: bad -o argument '",
      '1',
      'PID   USER     TIME  COMMAND',
      'PID   USER     TIME  COMMAND',
      '',
    ].join('\n'),
  ],
  [
    'selections',
    `sleep 98 & a=$!; sh -c 'sleep 99; :' & b=$!; sleep 0.05
    [ "$(pgrep -o sleep) $(pgrep -f '^sleep 98') $(pidof -o $(pgrep -P $b) sleep)" = "$a $a $a" ] && echo same
    pgrep -lx sleep | cut -d" " -f2; pgrep -lP $b | cut -d" " -f2; pgrep -ls $$ top; pidof -s sleep | wc -w; pgrep -vf . ; echo $?; pgrep`,
    'same\nsleep\nsleep\nsleep\n1\n1\npgrep: no matching criteria specified\n(1)',
  ],
  [
    'signals',
    `sleep 99 & pkill -0 sleep; echo $?; killall -0 sleep; echo $?; pkill -NOPE sleep; killall -NOPE sleep; pkill -l 9; killall -l KILL
    killall -q none; echo $?; pkill none; echo $?; killall -q -KILL sleep; wait $!; echo $?; sleep 99 & pkill -KILL -f '^sleep 99'; wait $!; echo $?; kill -s INT -- 99; busybox kill -l 2; pkill`,
    "0\n0\nKILL\n9\n1\n1\n137\n137\nINT\npkill: bad signal name 'NOPE'\nkillall: bad signal name 'NOPE'\nsh: can't kill pid 99: No such process\npkill: no matching criteria specified\n(1)",
  ],
  ['timeout', 'timeout 0.05 sleep 99; echo $?; pgrep sleep; echo $?', '143\n1\n'],
])('runs %s', async (_name, script, output) => {
  const id = await scene().run();
  const printed = await exec(id, script);
  if (typeof output === 'string') expect(printed).toBe(output);
  else expect(printed).toMatch(output);
});

it.each([
  ['cat /proc/1/comm', 'top\n'],
  ['tr "\\0" " " < /proc/1/cmdline', 'top -b '],
  ['grep -E "^(Name|State|Pid|PPid)" /proc/1/status', 'Name:\ttop\nState:\tS (sleeping)\nPid:\t1\nPPid:\t0\n'],
  ['readlink /proc/1/cwd; cd /tmp; readlink /proc/$$/cwd', '/srv\n/tmp\n'],
  ['tr "\\0" "\\n" < /proc/1/environ | grep COLOR', 'COLOR=red\n'],
  ['cat /proc/self/comm; readlink /proc/self', /^cat\n\d+\n$/],
  ['ls -d /proc/[0-9]* | head -1; ls /proc/1 | grep -c .', '/proc/1\n20\n'],
  [
    'grep -c MemTotal /proc/meminfo; grep -c processor /proc/cpuinfo; wc -w < /proc/loadavg; wc -w < /proc/uptime',
    '1\n1\n5\n2\n',
  ],
  ['grep " / " /proc/mounts; grep -c . /proc/self/mountinfo', /^overlay \/ overlay rw,relatime 0 0\n\d\n$/],
  [
    'nc -l -p 8080 & sleep 0.05; grep -c ":1F90 .* 0A " /proc/net/tcp; kill $!; sleep 0.05; grep -c ":1F90" /proc/net/tcp; wc -l < /proc/net/tcp6',
    '1\n0\n1\n',
  ],
  [
    'grep -E "^(Limit|Max (open|stack|nice))" /proc/1/limits; ulimit -n; ulimit -Hs',
    `${[
      'Limit                     Soft Limit           Hard Limit           Units     ',
      'Max stack size            8388608              unlimited            bytes     ',
      'Max open files            1048576              1048576              files     ',
      'Max nice priority         0                    0                              ',
    ].join('\n')}\n1048576\nunlimited\n`,
  ],
  [
    'cut -c1-37,74- /proc/1/maps | head -1; wc -l < /proc/1/io; cat /proc/1/oom_score; cut -d" " -f22 /proc/1/stat | grep -c "^[0-9]"',
    '00400000-004c8000 r-xp 00000000 00:28/bin/top\n7\n666\n1\n',
  ],
  [
    'grep -c root= /proc/cmdline; head -1 /proc/net/unix; head -2 /proc/net/route | tail -1 | cut -f1,2,4; wc -l < /proc/net/route',
    '1\nNum       RefCount Protocol Flags    Type St Inode Path\neth0\t00000000\t0003\n3\n',
  ],
  [
    'cat /proc/filesystems /proc/version; head -2 /proc/stat; sed 1d /proc/net/udp /proc/net/udp6; readlink /proc/thread-self | grep -c /task/; cat /proc/1/task/1/comm; readlink /proc/1/fd/1 | cut -c1-5; cat /sys/class/net/lo/address; wc -c < /sys/class/net/eth0/address; tail -n +3 /proc/net/dev | cut -c1-8; grep -c btime /proc/stat',
    [
      'nodev\tproc\nnodev\ttmpfs\nnodev\toverlay\n\text4\nLinux version 6.1.0 (gcc) #1 SMP',
      'cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0',
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '1\ntop\npipe:\n00:00:00:00:00:00\n18\n    lo: \n  eth0: \n1\n',
    ].join('\n'),
  ],
  ['cat /proc/none', "cat: can't open '/proc/none': No such file or directory\n(1)"],
  ['echo 1 > /proc/uptime', /Read-only/],
  ['echo log > /proc/1/fd/1', ''],
  ['cat /proc/sys/kernel/hostname /sys/fs/cgroup/pids.max; ls /sys/fs/cgroup | grep -c pids', 'box\nmax\n2\n'],
  ['echo x > /dev/null; [ -e /dev/null ] && cat /dev/null; echo y > /dev/shm/f; cat /dev/shm/f', 'y\n'],
])('shows %s', async (script, output) => {
  const id = await scene().run({ Cmd: ['top', '-b'], WorkingDir: '/srv', Env: ['COLOR=red'], Hostname: 'box' });
  const printed = await exec(id, script);
  if (typeof output === 'string') expect(printed).toBe(output);
  else expect(printed).toMatch(output);
});

it('protects the first process from signals of the container that it does not handle', async () => {
  const plain = await scene().run({ Cmd: ['sleep', '100'] });
  expect(await exec(plain, 'kill 1; kill -9 1; kill -STOP 1; cut -d" " -f3 /proc/1/stat')).toBe('S\n');
  expect((await scene().state(plain))?.Status).toBe('running');
  const handled = await scene().run(shell('trap "exit 5" TERM; while :; do sleep 0.01; done'));
  const exit = scene().client.container.wait({ id: handled, condition: 'next-exit' });
  await exec(handled, 'sleep 0.05; kill 1');
  expect((await exit).StatusCode).toBe(5);
});

it('ends all processes with the first one', async () => {
  const id = await scene().run(shell('sleep 0.1; exit 3'));
  const before = Date.now();
  const { Id } = await scene().client.container.exec({ id, body: { Cmd: ['sleep', '100'], AttachStdout: true } });
  await (await scene().client.exec.start({ id: Id })).text();
  expect(Date.now() - before).toBeLessThan(5000);
  expect((await scene().state(id))?.ExitCode).toBe(3);
});

it('shows the exit codes of execs until their container is removed', async () => {
  const id = await scene().run({ Cmd: ['sleep', '100'] });
  const { exec: execs, container } = scene().client;
  const [ended, unstarted] = [
    await container.exec({ id, body: { Cmd: ['sleep', '100'] } }),
    await container.exec({ id, body: { Cmd: ['sleep', '100'] } }),
  ];
  await execs.start({ id: ended.Id, body: { Detach: true } });
  await container.kill({ id });
  await expect.poll(async () => (await execs.inspect({ id: ended.Id })).ExitCode).toBe(137);
  await expect(execs.inspect({ id: unstarted.Id })).rejects.toThrow('No such exec instance');
  await container.delete({ id });
  await expect(execs.inspect({ id: ended.Id })).rejects.toThrow('No such exec instance');
});

it('runs an init process that forwards signals', async () => {
  const id = await scene().run({ Cmd: ['sleep', '100'], HostConfig: { Init: true } });
  expect(await exec(id, 'ps -o pid,ppid,args | head -3')).toBe(
    'PID   PPID  COMMAND\n    1     0 /sbin/docker-init -- sleep 100\n    2     1 sleep 100\n',
  );
  const exit = scene().client.container.wait({ id, condition: 'next-exit' });
  await scene().client.container.kill({ id, signal: 'TERM' });
  expect((await exit).StatusCode).toBe(143);
});

it('shares the processes of another container', async () => {
  const id = await scene().run({ Cmd: ['sleep', '100'] }, 'owner');
  const other = await scene().run({ Cmd: ['sleep', '200'], HostConfig: { PidMode: 'container:owner' } });
  const exit = scene().client.container.wait({ id: other, condition: 'next-exit' });
  expect(await exec(id, 'pgrep -a sleep')).toBe('1 sleep 100\n2 sleep 200\n');
  expect(await exec(id, 'kill 2')).toBe('');
  expect((await exit).StatusCode).toBe(143);
});

it('pauses all processes', async () => {
  const id = await scene().run(shell('while :; do date +%N >> /ticks; sleep 0.01; done & sleep 100'));
  await scene().client.container.pause({ id });
  const files = scene().engine.engine.containers.find(id).files.mounted;
  const size = () => files.get('/ticks');
  await new Promise((resolve) => setTimeout(resolve, 30));
  const before = size();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(size()).toBe(before);
  await scene().client.container.unpause({ id });
  await expect.poll(size).not.toBe(before);
});

it('ends what runs on a terminal by Ctrl-C, and not the shell', async () => {
  const id = await scene().run({ Cmd: ['sh'], Tty: true, OpenStdin: true, AttachStdin: true });
  const { output, input } = scene().engine.engine.containers.find(id);
  const printed: string[] = [];
  output.listen((_stream, data) => void printed.push(Buffer.from(data).toString()));
  input.write(Buffer.from('sleep 99\n'));
  await expect.poll(() => exec(id, 'pgrep sleep')).toMatch(/^\d+\n$/);
  input.write(Buffer.from('\x03'));
  input.write(Buffer.from('echo code $?\n'));
  await expect.poll(() => printed.join('')).toContain('code 130');
});

it('ends a first process that does not handle the stop signal after the timeout, if asked for', async () => {
  await scene().close();
  const clock = new ManualClock();
  await scene().open({ fastStop: false, clock });
  const id = await scene().run({ Cmd: ['sleep', '100'] });
  let hasStopped = false;
  const stop = scene()
    .client.container.stop({ id, t: 10 })
    .then(() => (hasStopped = true));
  await expect.poll(async () => (await scene().state(id))?.Status).toBe('running');
  await clock.advance(9000);
  expect(hasStopped).toBe(false);
  await clock.advance(2000);
  await stop;
  expect((await scene().state(id))?.ExitCode).toBe(137);
});

it.each(['TERM', 'INT', 'HUP'])('ends top as a first process by %s, which it handles', async (signal) => {
  await scene().close();
  await scene().open({ fastStop: false });
  const id = await scene().run({ Cmd: ['top'] });
  await scene().client.container.kill({ id, signal });
  await expect.poll(async () => (await scene().state(id))?.Status).toBe('exited');
});

describe('a process that has ended, and for which no process waits', () => {
  const states = async (id: string): Promise<string> =>
    (await exec(id, 'ps -o pid,ppid,stat,args')).replaceAll(/ +/g, ' ').replaceAll(/^ | $/gm, '');
  const orphan = ['sh', '-c', 'sleep 0.01 & exec sleep 100'];

  it('is a zombie of a first process that waits for none', async () => {
    const id = await scene().run({ Cmd: orphan });
    await expect.poll(() => states(id)).toMatch(/^\d+ 1 Z \[sleep\]$/m);
    const [pid = ''] = /^\d+(?= 1 Z)/m.exec(await states(id)) ?? [];
    expect(await exec(id, `cat /proc/${pid}/status`)).toContain('State:\tZ (zombie)');
    expect(await exec(id, `cat /proc/${pid}/cmdline; kill -9 ${pid}; echo $?`)).toBe('0\n');
    const { Processes } = await scene().client.container.top({ id });
    expect((Processes ?? []).map((values) => values.at(-1))).toContain('[sleep] <defunct>');
    await exec(id, 'sh -c "sleep 0.01 &"');
    await expect.poll(async () => (await states(id)).match(/ Z /g)).toHaveLength(2);
  });

  it.each([
    ['an init process', { Cmd: ['sleep', '100'], HostConfig: { Init: true } }],
    ['a shell', { Cmd: ['sh', '-c', 'sleep 0.01 & while true; do sleep 1; done'] }],
  ])('is none of %s', async (_name, settings) => {
    const id = await scene().run(settings);
    await exec(id, 'sh -c "sleep 0.01 &"');
    await expect.poll(() => states(id)).not.toMatch(/ (S sleep 0.01|Z .*)$/m);
  });

  it('is gone with the process that started it', async () => {
    const id = await scene().run({ Cmd: ['sh', '-c', 'while true; do sleep 1; done'] });
    await exec(id, 'sh -c "sleep 0.01 & exec sleep 0.1"');
    expect(await states(id)).not.toContain(' Z ');
  });
});

it('ends by SIGKILL after the timeout if the stop signal of the container is none', async () => {
  const id = await scene().run({ Cmd: ['sleep', '100'], StopSignal: '99', StopTimeout: 0 });
  await scene().client.container.stop({ id });
  expect((await scene().client.container.inspect({ id })).State).toMatchObject({ Running: false, ExitCode: 137 });
});

it('has not exited when its start fails, so that only its removal ends a wait for the next exit', async () => {
  const { client } = scene();
  const id = await scene().create({ Cmd: ['nosuch'] });
  let result: unknown;
  const waiting = client.container.wait({ id, condition: 'next-exit' }).then((response) => (result = response));
  await expect(client.container.start({ id })).rejects.toThrow('executable file not found');
  await client.container.inspect({ id });
  expect(result).toBeUndefined();
  await client.container.delete({ id });
  expect(await waiting).toEqual({ StatusCode: 127 });
});

it('has no interface but the loopback one without a network', async () => {
  const output = await scene().output({ Cmd: ['ip', '-o', 'link'], HostConfig: { NetworkMode: 'none' } });
  expect(output.split('\n').map((line) => line.split(':')[1])).toEqual([' lo', undefined]);
});

it('says on the connection that an exec has run, and refuses to run it in the background', async () => {
  const { client } = scene();
  const id = await scene().run({ Cmd: ['sleep', '100'] });
  const { Id } = await client.container.exec({ id, body: { Cmd: ['echo', 'once'], AttachStdout: true } });
  const start = async () => Object.values(await (await client.exec.start({ id: Id })).text()).join('');
  expect(await start()).toBe('once\n');
  expect(await start()).toContain(`Error: Exec command ${Id} has already run`);
  await expect(client.exec.start({ id: Id, body: { Detach: true } })).rejects.toMatchObject({ status: 409 });
});
