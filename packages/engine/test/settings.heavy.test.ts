/** Settings of containers of the engine: inheritance from the image, the environment, ports. */
import type { HealthConfigInput, PortMap } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';
import { badRequestOf } from './bad-request.js';

const scene = useEngineScene();

async function build(dockerfile: string, name = 'built') {
  const body = archiveWith({ Dockerfile: `FROM busybox\n${dockerfile}` });
  await (await scene().client.image.build({ t: [name], body })).done();
  return scene().client.image.inspect({ name });
}

describe('a health check', () => {
  const ofImage = {
    Test: ['CMD-SHELL', 'echo hi'],
    Interval: 2e9,
    Timeout: 90e9,
    StartPeriod: 500e6,
    StartInterval: 1e9,
    Retries: 7,
  };
  const instruction =
    'HEALTHCHECK --interval=2s --timeout=1m30s --start-period=500ms --start-interval=1s --retries=7 CMD echo hi';

  it.each<[HealthConfigInput | null, object]>([
    [null, {}],
    [{}, {}],
    [{ Test: [], Interval: 0, Timeout: 0, StartPeriod: 0, StartInterval: 0, Retries: 0 }, {}],
    [{ Interval: 5e6 }, { Interval: 5e6 }],
    [{ Test: ['CMD', 'x'] }, { Test: ['CMD', 'x'] }],
    [
      { Test: ['NONE'], Retries: 1 },
      { Test: ['NONE'], Retries: 1 },
    ],
    [
      { StartPeriod: 9e6, StartInterval: 8e6, Timeout: 7e6 },
      { StartPeriod: 9e6, StartInterval: 8e6, Timeout: 7e6 },
    ],
  ])('of the request %o overrides the settings of the image', async (Healthcheck, own) => {
    await build(instruction);
    const id = await scene().create({ Image: 'built', Healthcheck });
    expect((await scene().client.container.inspect({ id })).Config.Healthcheck).toEqual({ ...ofImage, ...own });
  });

  it.each<[HealthConfigInput, object]>([
    [{ Interval: 5e6 }, { Interval: 5e6 }],
    [{ Test: [] }, {}],
  ])('of the request %o applies if the image has none', async (Healthcheck, wanted) => {
    const id = await scene().create({ Healthcheck });
    expect((await scene().client.container.inspect({ id })).Config.Healthcheck).toEqual(wanted);
  });

  it.each([
    ['HEALTHCHECK NONE', { Test: ['NONE'] }],
    ['HEALTHCHECK cmd true', { Test: ['CMD-SHELL', 'true'] }],
    ['HEALTHCHECK CMD ["true", "x"]', { Test: ['CMD', 'true', 'x'] }],
    ['HEALTHCHECK --interval=0s --retries=0 CMD true', { Test: ['CMD-SHELL', 'true'] }],
    ['ENV A=1\nARG B=2\nHEALTHCHECK CMD echo $A $B', { Test: ['CMD-SHELL', 'echo $A $B'] }],
    [`${instruction}\nHEALTHCHECK CMD true`, { Test: ['CMD-SHELL', 'true'] }],
  ])('is built by %j', async (dockerfile, wanted) => {
    expect((await build(dockerfile)).Config?.Healthcheck).toEqual(wanted);
  });

  it.each([
    ['HEALTHCHECK', 'HEALTHCHECK requires at least one argument'],
    ['HEALTHCHECK \\\n FOO true', 'Unknown type "FOO" in HEALTHCHECK (try CMD)'],
    ['HEALTHCHECK CMD', 'Missing command after HEALTHCHECK CMD'],
    ['HEALTHCHECK NONE x', 'HEALTHCHECK NONE takes no arguments'],
    ['HEALTHCHECK --foo=1 CMD true', 'unknown flag: foo'],
    ['HEALTHCHECK --interval=1us CMD true', 'Interval "interval" cannot be less than 1ms'],
    ['HEALTHCHECK --interval=nope CMD true', 'time: invalid duration "nope"'],
    ['HEALTHCHECK --retries=-1 CMD true', '--retries cannot be negative (-1)'],
  ])('is not built by %j', async (instruction, message) => {
    await expect(build(`# a comment\nRUN \\\n  true\n${instruction}`)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`dockerfile parse error on line 5: ${message}`) as string,
    });
  });
});

describe('the environment', () => {
  const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  it.each<[string[], string[]]>([
    [[], ['FOO=image', 'BAR=b']],
    [['FOO'], ['BAR=b']],
    [['FOO='], ['FOO=', 'BAR=b']],
    [
      ['FOO', 'FOO=1'],
      ['FOO=1', 'BAR=b'],
    ],
    [['NEW'], ['FOO=image', 'BAR=b']],
  ])('with the entries %j has those with a value, without those named without one', async (Env, wanted) => {
    await build('ENV FOO=image BAR=b');
    const request = { Image: 'built', Hostname: 'host', Cmd: ['env'], Env };
    const lines = (await scene().output(request)).trim().split('\n');
    expect(lines).toEqual([PATH, 'HOSTNAME=host', ...wanted, 'HOME=/root', 'PWD=/']);
  });

  it('includes a name without a value in the settings', async () => {
    const id = await scene().create({ Env: ['FOO'] });
    expect((await scene().client.container.inspect({ id })).Config.Env).toContain('FOO');
  });

  it('of an exec is that of the container without the names that the exec removes', async () => {
    const id = await scene().run({ Env: ['FOO=1', 'BAR=2'] });
    const body = { Cmd: ['env'], Env: ['FOO', 'BAR=3'], AttachStdout: true };
    const { Id } = await scene().client.container.exec({ id, body });
    const { stdout } = await (await scene().client.exec.start({ id: Id })).text();
    expect(stdout).toContain('BAR=3\n');
    expect(stdout).not.toContain('FOO');
  });
});

describe('published ports', () => {
  const ports = async (PortBindings: PortMap) => {
    const id = await scene().run({ ExposedPorts: { '80/tcp': {} }, HostConfig: { PortBindings } });
    return (await scene().client.container.inspect({ id })).NetworkSettings.Ports?.['80/tcp'];
  };

  it.each(['0', ''])('are assigned for the host port %j', async (HostPort) => {
    const [binding] = (await ports({ '80/tcp': [{ HostIp: '', HostPort }] })) ?? [];
    expect(Number(binding?.HostPort)).toBeGreaterThan(1023);
  });

  it('are one of a given range', async () => {
    const [binding] = (await ports({ '80/tcp': [{ HostIp: '', HostPort: '4990-4995' }] })) ?? [];
    expect(binding?.HostPort).toBe('4990');
  });

  it('are null without a binding', async () => {
    expect(await ports({ '80/tcp': [] })).toBeNull();
  });

  it.each(['70000', '9-5', '1-70000'])('cannot be %s', async (HostPort) => {
    await expect(ports({ '80/tcp': [{ HostIp: '', HostPort }] })).rejects.toMatchObject(
      badRequestOf(`invalid port specification: "${HostPort}"`),
    );
  });
});
