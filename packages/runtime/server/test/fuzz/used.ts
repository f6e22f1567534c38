/** What a process holds: memory after collection, and open things. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Used {
  /** In bytes; buffers too. */
  readonly memory: number;
  /** Sockets, servers, timers. */
  readonly open: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Once the open things are no more than `open`, or 10 seconds later. */
export async function used(open = Infinity): Promise<Used> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (handles().length <= open) break;
    await sleep(50);
  }
  collect();
  await sleep(20);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { memory: heapUsed + external, open: handles().length };
}

function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /Socket|Pipe|TCP|TLS|Server/.test(name));
}
