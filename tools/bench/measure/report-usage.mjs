// Preloaded into every Node process of a measured command where there is no GNU time: writes what it used when it ends.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The peak of this program alone; `maxRSS` would begin with the peak of whoever started it. */
function peakKilobytes() {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const used = { cpu: (userCPUTime + systemCPUTime) / 1e6, peak: peakKilobytes() * 1024 };
    appendFileSync(process.env.LADING_BENCH_USAGE ?? '', `${JSON.stringify(used)}\n`);
  });
}
