/** The signals of Linux. */

const signalNumbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  STKFLT: 16,
  CHLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
  URG: 23,
  XCPU: 24,
  XFSZ: 25,
  VTALRM: 26,
  PROF: 27,
  WINCH: 28,
  IO: 29,
  PWR: 30,
  SYS: 31,
  // The C library of engines keeps 32 and 33.
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, above) => [`RTMIN${above === 0 ? '' : `+${above}`}`, 34 + above]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 15 }, (_, below) => [`RTMAX${below === 14 ? '' : `-${14 - below}`}`, 50 + below]),
  ),
};
const namesByNumber = new Map(Object.entries(signalNumbers).map(([name, number]) => [number, name]));

/** The names in the order of their numbers, without those of real-time signals. */
export const signalNames: readonly string[] = Object.keys(signalNumbers).filter((name) => !name.startsWith('RT'));

/** The signals that do not end a process by default. */
export const ignoredByDefault: ReadonlySet<string> = new Set(['CHLD', 'CONT', 'URG', 'WINCH']);

/** The signals that stop a process until SIGCONT. */
export const stoppingByDefault: ReadonlySet<string> = new Set(['STOP', 'TSTP', 'TTIN', 'TTOU']);

/** Returns the number of a signal given as `SIGTERM`, `term` or `15`; undefined for an invalid one. */
export function signalNumber(name: string): number | undefined {
  const number = signalNumbers[name.replace(/^SIG/i, '').toUpperCase()] ?? Number(name);
  return Number.isInteger(number) && number > 0 && number < 65 ? number : undefined;
}

/** Returns the name without `SIG` of a signal given by name or number. */
export function signalName(text: string): string {
  const number = signalNumber(text);
  return (number !== undefined && namesByNumber.get(number)) || text.replace(/^SIG/i, '').toUpperCase();
}
