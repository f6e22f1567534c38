// Preloaded into every Node process of a measured command if GNU time is not installed: writes the resource usage at exit.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The peak of this program alone; `maxRSS` would start with the peak of the parent process. */
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
