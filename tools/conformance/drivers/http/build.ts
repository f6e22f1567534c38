// Builds with both builders, as far as plain HTTP can drive them, and the build cache.

import { image, query, registryAuth, type Driver } from '../scene.js';
import { tarArchive, type TarEntry } from '../tar.js';

const contextFiles: readonly TarEntry[] = [
  {
    name: 'Dockerfile',
    data: `FROM ${image}\nARG A=1\nENV B=2\nLABEL c=3\nRUN echo built > /built\nCOPY file /file\nEXPOSE 80/tcp\nVOLUME /v\nHEALTHCHECK --interval=5s CMD true\nONBUILD RUN true\nSTOPSIGNAL SIGKILL\nUSER user\nSHELL ["sh","-c"]\nENTRYPOINT ["sleep"]\nCMD ["600"]\n`,
  },
  { name: 'broken', data: `FROM ${image}\nRUN false\n` },
  { name: 'wrong', data: 'NONSENSE\n' },
  { name: 'file', data: 'file\n' },
];

export const build: Driver = async ({ call }) => {
  const context = await tarArchive(contextFiles);
  const run = (
    parameters: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> =>
    call('POST', `/build${query(parameters)}`, { raw: context, type: 'application/x-tar', headers });
  await run({
    t: 'built:1',
    buildargs: { A: '2', N: null },
    labels: { l: 'm' },
    rm: 1,
    forcerm: 1,
    memory: 64 << 20,
    cpushares: 10,
    networkmode: 'none',
    extrahosts: 'a:192.0.2.1',
  });
  await run({ t: 'built:2', q: 1, nocache: 0, cachefrom: ['built:1'] }, { 'X-Registry-Config': registryAuth({}) });
  await run({ dockerfile: 'broken' });
  await run({ dockerfile: 'wrong' });
  await run({ dockerfile: 'missing' });
  await run({ t: 'UPPER' });
  await call('POST', '/build?remote=http://127.0.0.1:5002/v1/search');
  await call('GET', '/images/built:1/json');
  await call('GET', '/images/built:1/history');
  await call('GET', '/images/json?all=true');
  await call('POST', '/build/cancel?id=none');
  await call('POST', '/session', {
    upgrade: 'h2c',
    leaveAfter: 300,
    headers: {
      'X-Docker-Expose-Session-Uuid': 'none',
      'X-Docker-Expose-Session-Name': 'none',
      'X-Docker-Expose-Session-Sharedkey': '',
    },
  });
  await call('POST', '/session');
  await call('POST', `/build/prune${query({ all: false, 'keep-storage': 0, filters: { unused: ['1'] } })}`);
  await call('POST', `/build/prune${query({ filters: { until: { '24h': true } } })}`);
};
