/** Functions that conditions call, in a module of the generated package: each only if something calls it. */
import { fileName, mention, uniqueName, type Declaration, type VersionRequest } from 'lading/emitter';

const functions = {
  lengthOf: `/** The number of characters, which may each be two code units. */
export function lengthOf(text: string): number {
  return [...text].length;
}`,
  isDate: `/** Whether a text is a day that exists: \`2026-02-28\`. */
export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\\d{4})-(\\d\\d)-(\\d\\d)$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}`,
  isDateTime: `/** Whether a text is a date and a time: \`2026-02-28T10:00:00Z\`. */
export function isDateTime(text: string): boolean {
  const isTime = /^.{10}[Tt]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$/;
  return isTime.test(text) && isDate(text.slice(0, 10));
}`,
  isIpv6: `/** Whether a text is an IPv6 address. */
export function isIpv6(text: string): boolean {
  const [head = '', tail, ...others] = text.split('::');
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')));
  const last = groups.at(-1) ?? '';
  const isMixed = last.includes('.') && /^(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}$/.test(last);
  const count = groups.length + (isMixed ? 1 : 0);
  const isHex = groups.every(
    (group, index) => /^[\\da-f]{1,4}$/i.test(group) || (isMixed && index === groups.length - 1),
  );
  return isHex && others.length === 0 && (tail === undefined ? count === 8 : count < 8);
}`,
  isIpAddress: `/** Whether a text is an address of IPv4 or IPv6, which may have a zone: \`fe80::1%eth0\`. */
export function isIpAddress(text: string): boolean {
  return (
    /^(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}$/.test(text) || isIpv6(text.replace(/%[\\w.~-]+$/, ''))
  );
}`,
  isCidr: `/** Whether a text is a network with the length of its prefix: \`10.0.0.0/8\`. */
export function isCidr(text: string): boolean {
  const [, address = '', length] = /^(.+)\\/(\\d{1,3})$/.exec(text) ?? [];
  return isIpAddress(address) && Number(length) <= (address.includes(':') ? 128 : 32);
}`,
  isMac: `/** Whether a text is a MAC address of 6, 8 or 20 bytes: \`02:42:ac:11:00:02\`. */
export function isMac(text: string): boolean {
  const [separator = ''] = /[:.-]/.exec(text) ?? [];
  const size = separator === '.' ? 2 : 1;
  const groups = separator === '' ? [] : text.split(separator);
  const isHex = groups.every((group) => /^[\\da-f]+$/i.test(group) && group.length === size * 2);
  return [6, 8, 20].includes(groups.length * size) && isHex;
}`,
  isMultiple: `/** Whether a number is a multiple of another one, in decimal digits: 0.3 is one of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  const isExact = value % of === 0;
  if (isExact || Number.isInteger(of)) return isExact;
  const scale = 10 ** Math.max(decimalsOf(value), decimalsOf(of));
  return Math.round(value * scale) % Math.round(of * scale) === 0;
}

/** The number of digits after the point: 2 for 0.25. */
function decimalsOf(number: number): number {
  const [, digits = '', exponent] = /(?:\\.(\\d+))?e([+-]\\d+)$/.exec(number.toExponential()) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}`,
  textOf: `/** A value as a text that equal values share: the keys of objects are in one order. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}`,
  has: `/** Whether an object has a property of its own. */
export function has(value: object, name: string): boolean {
  return Object.hasOwn(value, name);
}`,
} as const;

export type CheckName = keyof typeof functions;

/** The function that another one calls. */
const calls: Readonly<Partial<Record<CheckName, CheckName>>> = {
  isDateTime: 'isDate',
  isCidr: 'isIpAddress',
  isIpAddress: 'isIpv6',
};

/** Returns a function that mentions a check, and the declarations of those that were mentioned, in a module without validators. */
export function checksOf({ api, symbol }: Pick<VersionRequest<object, never>, 'api' | 'symbol'>) {
  const module = uniqueName('checks', new Set(api.groups.map(({ name }) => fileName(name))));
  const used = new Set<CheckName>();
  return {
    path: symbol('', module).home.path,
    check: (name: CheckName): string => {
      for (let one: CheckName | undefined = name; one !== undefined; one = calls[one]) used.add(one);
      return mention(symbol(name, module));
    },
    declarations: (): readonly Declaration[] =>
      Object.entries(functions)
        .filter(([name]) => used.has(name as CheckName))
        .map(([name, text]) => {
          // The other function may be in the package of the version that this one extends.
          const called = calls[name as CheckName];
          const code = called === undefined ? text : text.replace(`${called}(`, `${mention(symbol(called, module))}(`);
          return { symbols: [symbol(name, module)], statements: [code], isFormatted: true };
        }),
  };
}
