/** The formats of strings that are checked. An empty string is "not set" in all of them. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

interface Format {
  /** The format in an error message, for example `a date and time (RFC 3339)`. */
  readonly name: string;
  /** @param isStrict whether the format is that of JSON Schema, and not what engines read: IPv4 mapped to IPv6 is IPv4 there */
  readonly fits: (text: string, isStrict: boolean) => boolean;
}

const dateTime = /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** MAC addresses of 6, 8 or 20 bytes, in each of the notations that engines read. */
const macs: readonly RegExp[] = [
  /^[\da-f]{2}(:[\da-f]{2}){5}(([:][\da-f]{2}){2}|(:[\da-f]{2}){14})?$/i,
  /^[\da-f]{2}(-[\da-f]{2}){5}((-[\da-f]{2}){2}|(-[\da-f]{2}){14})?$/i,
  /^[\da-f]{4}(\.[\da-f]{4}){2}((\.[\da-f]{4})|(\.[\da-f]{4}){7})?$/i,
];

/** Checks base64 with line ends anywhere. Each step takes linear time, since the string may be long. */
function isBase64(text: string): boolean {
  const letters = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, '') : text;
  return letters.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(letters);
}

const mappedIPv4 = /^::ffff:(?=\d+\.)/i;

const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    name: 'a date and time (RFC 3339)',
    fits: (text) => dateTime.test(text) && isDate(text.slice(0, 10)),
  },
  date: { name: 'a date (RFC 3339)', fits: isDate },
  time: {
    name: 'a time (RFC 3339)',
    fits: (text) => /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/.test(text),
  },
  uuid: { name: 'a UUID', fits: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) },
  // Addresses are only valid if mail arrives; this finds what is none at all.
  email: { name: 'an email address', fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  hostname: {
    name: 'a host name',
    fits: (text) =>
      text.length < 255 && text.split('.').every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label)),
  },
  uri: { name: 'a URI', fits: (text) => /^[a-z][a-z\d+.-]*:\S*$/i.test(text) },
  'ip-address': { name: 'an IP address', fits: (text) => isIP(text) !== 0 },
  ipv4: {
    name: 'an IPv4 address',
    fits: (text, isStrict) => isIPv4(isStrict ? text : text.replace(mappedIPv4, '')),
  },
  ipv6: {
    name: 'an IPv6 address',
    fits: (text, isStrict) => isIPv6(text) && !text.includes('%') && (isStrict || !mappedIPv4.test(text)),
  },
  mac: { name: 'a MAC address', fits: (text) => macs.some((expression) => expression.test(text)) },
  cidr: {
    name: 'a network with the length of its prefix',
    fits: (text) => {
      const [, address, length] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
      const version = isIP(address ?? '');
      return version !== 0 && Number(length) <= (version === 4 ? 32 : 128);
    },
  },
  byte: { name: 'base64', fits: isBase64 },
};

/** Returns the format of that name, or undefined if it is not checked. */
export function formatCheck(format: string | undefined): Format | undefined {
  return format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
}
