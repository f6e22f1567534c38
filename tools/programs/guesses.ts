/**
 * What people guess who come from dockerode, docker-py and Testcontainers: what has one meaning compiles. Two guesses do not, and the
 * compiler says what is meant: `id-as-string` and `dockerode-call` of `wrong/mistakes.yaml`.
 */
import { at, exec, follow, pull, readFile, run, usageOf, waitFor, type Engine } from '@lading/client';

/** Each returns what was meant. */
export const guesses = {
  'docker-py: run with a command line': async (engine: Engine): Promise<string> =>
    (await run(engine, { image: 'alpine', command: 'echo hi' })).stdout,
  'docker-py: run with variables': async (engine: Engine): Promise<string> =>
    (await run(engine, { image: 'alpine', command: 'echo $A', env: { A: 'b' } })).stdout,
  'docker-py: run with ports': async (engine: Engine): Promise<number> =>
    (await run(engine, { image: 'alpine', command: 'true', ports: { 80: 0 } })).exitCode,
  'docker-py: the calls of a container': async (engine: Engine): Promise<boolean> =>
    (await engine.container('web').start()).changed,
  'dockerode: the id of a container': async (engine: Engine): Promise<string> => engine.container('web').id,
  'dockerode: the calls of an image': async (engine: Engine): Promise<string | undefined> =>
    (await engine.image('alpine').inspect()).Os,
  'docker-py: logs without await': async (engine: Engine): Promise<string> => {
    for await (const { data } of engine.container.logs({ id: 'web', stdout: true, follow: true }))
      return data.toString();
    return '';
  },
  'docker-py: logs of a container': async (engine: Engine): Promise<string> => {
    for await (const { data } of engine.container('web').logs({ stdout: true, follow: true })) return data.toString();
    return '';
  },
  'docker-py: events without await': async (engine: Engine): Promise<string | undefined> => {
    for await (const { Type } of engine.system.events({ since: '0' })) return Type;
    return undefined;
  },
  'docker-py: one sample of statistics': async (engine: Engine): Promise<number> =>
    usageOf(await engine.container.stats({ id: 'web', stream: false })).memoryPercent,
  'dockerode: statistics of a container': async (engine: Engine): Promise<boolean> =>
    (await engine.container('web').stats({ stream: false })).cpu_stats !== undefined,
  'Testcontainers: a time limit': async (engine: Engine): Promise<string> =>
    waitFor(engine, 'web', { log: 'one' }, 5000),
  'command line: a pull with the logins of the user': async (engine: Engine): Promise<void> =>
    (await pull(engine, 'alpine')).done(),
  'command line: a pull without a login': async (engine: Engine): Promise<void> =>
    (await pull(engine, 'alpine', { credentials: false })).done(),
  'dockerode: progress of a pull': async (engine: Engine): Promise<void> => {
    await follow(pull(engine, 'alpine'), { output: null });
  },
  'docker-py: exec with a command line': async (engine: Engine): Promise<string> =>
    (await exec(engine, 'web', 'echo out')).stdout,
  'docker-py: filters': async (engine: Engine): Promise<number> =>
    (await engine.container.list({ all: true, filters: { name: ['web'] } })).length,
  'Testcontainers: a file of a container': async (engine: Engine): Promise<string> =>
    (await readFile(engine, 'web', '/srv/a.txt')).toString(),
  'dockerode: stop with a time limit': async (engine: Engine): Promise<boolean> =>
    (await at(engine.container, { id: 'web' }).stop({ t: 1 })).changed,
};
