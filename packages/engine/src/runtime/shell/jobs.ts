/** The builtins for signals and for jobs in the background. */
import { signalName, signalNumber } from '../../values/signals.js';
import { kill } from '../commands/processes.js';
import { quotedWord } from './declarations.js';
import type { RunningShell } from './run-program.js';

export async function setTraps({ state }: RunningShell, words: readonly string[]): Promise<number> {
  const [first = '-', ...more] = words[0] === '--' ? words.slice(1) : words;
  const lists = words.length === 0 || first === '-p';
  if (lists) {
    // A subshell shows those of the shell around it until it sets its own.
    const { isBash } = state;
    const scripts = state.trapScripts.size === 0 ? state.outerTraps : state.trapScripts;
    const all = [...scripts].toSorted(([one], [other]) => (signalNumber(one) ?? 0) - (signalNumber(other) ?? 0));
    for (const [signal, script] of all)
      if (more.length === 0 || more.map(signalName).includes(signal))
        await state.process.write(
          'stdout',
          `trap -- ${quotedWord(script)} ${isBash && signalNumber(signal) ? 'SIG' : ''}${signal}\n`,
        );
    return 0;
  }
  // One signal, or a number, resets.
  const resets = first === '-' || /^\d+$/.test(first) || more.length === 0;
  let code = 0;
  for (const each of first === '-' ? more : resets ? [first, ...more] : more) {
    const signal = each === '0' || each === 'EXIT' || each === 'ERR' ? each.replace('0', 'EXIT') : signalName(each);
    if (signal !== 'EXIT' && signal !== 'ERR' && signalNumber(signal) === undefined) {
      await state.process.write('stderr', `${state.name}: trap: ${each}: invalid signal specification\n`);
      code = 1;
      continue;
    }
    state.trapScripts.delete(signal);
    state.process.traps.delete(signal);
    if (resets) continue;
    state.trapScripts.set(signal, first);
    if (signal !== 'EXIT' && signal !== 'ERR')
      state.process.traps.set(signal, first === '' ? undefined : () => void state.pendingTraps.push(signal));
  }
  return code;
}

export async function waitForJobs({ state }: RunningShell, words: readonly string[]): Promise<number> {
  const { jobs, pendingTraps } = state;
  if (words[0] === '-n') {
    const all = jobs.all();
    if (all.length === 0) return 127;
    const ends = all.map(async (job) => ({ job, code: await job.entry.ended }));
    const first = await Promise.race([...ends, pendingTraps.next(), state.process.entry.ended]);
    // A signal with a script ends the wait; the script runs next.
    if (typeof first === 'string') return 128 + (signalNumber(first) ?? 0);
    if (typeof first === 'number') return first;
    jobs.forget(first.job);
    return first.code;
  }
  const wanted = words.length === 0 ? jobs.all() : words.map((word) => jobs.find(word));
  let code = 0;
  for (const job of wanted) {
    if (job === undefined) {
      code = 127;
      continue;
    }
    const ended = await Promise.race([job.entry.ended, pendingTraps.next(), state.process.entry.ended]);
    // A signal with a script ends the wait; the script runs next.
    if (typeof ended === 'string') return 128 + (signalNumber(ended) ?? 0);
    jobs.forget(job);
    code = ended;
  }
  return words.length === 0 ? 0 : code;
}

export async function listJobs(
  { state: { jobs, outerJobs, process, isBash } }: RunningShell,
  words: readonly string[],
): Promise<number> {
  const all = jobs.all().length > 0 ? jobs.all() : (outerJobs?.all() ?? []);
  for (const job of all) {
    const { number, entry, text } = job;
    const status = entry.hasEnded ? 'Done' : entry.stopped === undefined ? 'Running' : 'Stopped';
    const mark = job === all.at(-1) ? '+' : job === all.at(-2) ? '-' : ' ';
    const pid = words.includes('-l') ? `${entry.pid} ` : '';
    await process.write(
      'stdout',
      words.includes('-p')
        ? `${entry.pid}\n`
        : `[${number}]${mark}  ${pid}${isBash ? `${status.padEnd(24)}${text} &` : status.padEnd(27)}\n`,
    );
    if (entry.hasEnded) jobs.forget(job);
  }
  return 0;
}

/** `kill` with the numbers of jobs. */
export function killJobs({ state: { jobs, process, name } }: RunningShell, words: readonly string[]): Promise<number> {
  const pids = words.map((word) => (word.startsWith('%') ? String(jobs.find(word)?.entry.pid ?? word) : word));
  return kill(process, pids, name);
}
