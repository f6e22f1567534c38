/** The conditions of the formats of JSON Schema that servers check, as expressions of a variable. */
import type { CheckName } from './checks.js';

interface Format {
  readonly name: string;
  readonly condition: (value: string, check: (name: CheckName) => string) => string;
}

const matches = (expression: RegExp) => (value: string) => `${expression.toString()}.test(${value})`;
const ipv4 = String.raw`(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}`;

export const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    name: 'a date and time (RFC 3339)',
    condition: (value, check) => `${check('isDateTime')}(${value})`,
  },
  date: { name: 'a date (RFC 3339)', condition: (value, check) => `${check('isDate')}(${value})` },
  time: {
    name: 'a time (RFC 3339)',
    condition: matches(/^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)?$/),
  },
  uuid: { name: 'a UUID', condition: matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  email: { name: 'an email address', condition: matches(/^[^\s@]+@[^\s@]+$/) },
  hostname: {
    name: 'a host name',
    condition: (value) =>
      `${value}.length < 255 && ${value}.split('.').every((label) => /^[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?$/i.test(label))`,
  },
  uri: { name: 'a URI', condition: matches(/^[a-z][a-z\d+.-]*:\S*$/i) },
  ipv4: { name: 'an IPv4 address', condition: (value) => `/^${ipv4}$/.test(${value})` },
  ipv6: { name: 'an IPv6 address', condition: (value, check) => `${check('isIpv6')}(${value})` },
  'ip-address': { name: 'an IP address', condition: (value, check) => `${check('isIpAddress')}(${value})` },
  cidr: {
    name: 'a network with the length of its prefix',
    condition: (value, check) => `${check('isCidr')}(${value})`,
  },
  mac: { name: 'a MAC address', condition: (value, check) => `${check('isMac')}(${value})` },
  byte: {
    name: 'base64',
    condition: (value) =>
      `${value}.replace(/[\\r\\n]+/g, '').length % 4 === 0 && /^[A-Za-z\\d+/]*={0,2}$/.test(${value}.replace(/[\\r\\n]+/g, ''))`,
  },
};
