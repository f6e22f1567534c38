/** The resources of a process: memory after garbage collection, and open handles. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface UsedResources {
  /** The memory in bytes, including buffers. */
  readonly memory: number;
  /** The number of open sockets and servers. */
  readonly open: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the resources as soon as there are at most `open` handles, or after 10 seconds. */
export async function usedResources(open = Infinity): Promise<UsedResources> {
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
