/** The command `kill`. */
import type { ProcessContext } from '../process-context.js';
import { signalName, signalNames, signalNumber } from '../../values/signals.js';
import { fail, print, printLines } from './command.js';

/** @param label the name before messages */
export async function kill(process: ProcessContext, words: readonly string[], label = 'kill'): Promise<number> {
  const rest = [...words];
  if (rest[0] === '-l') return list(process, rest.slice(1), label);
  let signal = 'TERM';
  if (rest[0] === '-s') signal = rest.splice(0, 2)[1] ?? '';
  else if (/^-./.test(rest[0] ?? '') && rest[0] !== '--') signal = rest.shift()?.slice(1) ?? '';
  if (rest[0] === '--') rest.shift();
  if (signalNumber(signal) === undefined && signal !== '0')
    return fail(process, `${label}: bad signal name '${signal}'`);
  if (rest.length === 0) return fail(process, `${label}: you need to specify whom to kill`);
  let code = 0;
  for (const word of rest) {
    if (!/^-?\d+$/.test(word)) {
      code = await fail(process, `${label}: invalid number '${word}'`);
      continue;
    }
    const isSent = send(process, Number(word), signal);
    if (!isSent) code = await fail(process, `${label}: can't kill pid ${word}: No such process`);
  }
  return code;
}

/** @param pid -1 for all processes but the first one and this, 0 and others below for those of a terminal */
function send({ table, entry: self }: ProcessContext, pid: number, signal: string): boolean {
  const targets =
    pid > 0
      ? table.all().filter((entry) => entry.pid === pid)
      : table
          .all()
          .filter((entry) =>
            pid === -1 ? entry.pid !== 1 && entry !== self : entry.session === (-pid || self.session),
          );
  if (signal !== '0') for (const entry of targets) entry.signal(signal, 'container');
  return targets.length > 0;
}

async function list(process: ProcessContext, words: readonly string[], label: string): Promise<number> {
  if (words.length === 0)
    return printLines(
      process,
      signalNames.map((name, index) => `${String(index + 1).padStart(2)}) ${name}`),
    );
  for (const word of words) {
    const number = signalNumber(/^\d+$/.test(word) ? String(Number(word) & 0x7f) : word);
    if (number === undefined) return fail(process, `${label}: unknown signal '${word}'`);
    await print(process, /^\d+$/.test(word) ? signalName(String(number)) : String(number));
  }
  return 0;
}
