/** The limits of resources of a process, which `ulimit` and `/proc` show. Nothing is limited by them. */
import type { ProcessSettings, ResourceLimit } from '../ports/container-runtime.js';

const unlimited = -1;

/** The limits without those of the container; all others are unlimited. */
const defaults: Readonly<Record<string, readonly [soft: number, hard: number]>> = {
  stack: [8_388_608, unlimited],
  nofile: [1_048_576, 1_048_576],
  sigpending: [63_448, 63_448],
  msgqueue: [819_200, 819_200],
  nice: [0, 0],
  rtprio: [0, 0],
};

/** @param name the kernel's name, such as `nofile` */
export function limitOf({ limits = [] }: ProcessSettings, name: string): ResourceLimit {
  const [soft, hard] = defaults[name] ?? [unlimited, unlimited];
  return limits.find((each) => each.name === name) ?? { name, soft, hard };
}

/** The limits in the order of `/proc`: their names, and the units. */
const rows: readonly (readonly [name: string, title: string, unit: string])[] = [
  ['cpu', 'cpu time', 'seconds'],
  ['fsize', 'file size', 'bytes'],
  ['data', 'data size', 'bytes'],
  ['stack', 'stack size', 'bytes'],
  ['core', 'core file size', 'bytes'],
  ['rss', 'resident set', 'bytes'],
  ['nproc', 'processes', 'processes'],
  ['nofile', 'open files', 'files'],
  ['memlock', 'locked memory', 'bytes'],
  ['as', 'address space', 'bytes'],
  ['locks', 'file locks', 'locks'],
  ['sigpending', 'pending signals', 'signals'],
  ['msgqueue', 'msgqueue size', 'bytes'],
  ['nice', 'nice priority', ''],
  ['rtprio', 'realtime priority', ''],
  ['rttime', 'realtime timeout', 'us'],
];

export function limitsText(settings: ProcessSettings): string {
  const line = (title: string, soft: string, hard: string, unit: string): string =>
    `${title.padEnd(25)} ${soft.padEnd(20)} ${hard.padEnd(20)} ${unit.padEnd(10)}\n`;
  const text = (value: number): string => (value < 0 ? 'unlimited' : String(value));
  const lines = rows.map(([name, title, unit]) => {
    const { soft, hard } = limitOf(settings, name);
    return line(`Max ${title}`, text(soft), text(hard), unit);
  });
  return line('Limit', 'Soft Limit', 'Hard Limit', 'Units') + lines.join('');
}
