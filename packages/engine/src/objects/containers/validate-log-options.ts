/** Rejects options of the built-in log drivers, with the engine's messages. */
import { BadRequest } from '@lading/server-v1.44';

/** Options of every log driver. */
const sharedOptions = [
  'mode',
  'max-buffer-size',
  'cache-disabled',
  'cache-max-size',
  'cache-max-file',
  'cache-compress',
];

const fileOptions = ['max-file', 'max-size', 'compress', 'labels', 'labels-regex', 'env', 'env-regex', 'tag'];
const options: ReadonlySet<string> = new Set([...sharedOptions, ...fileOptions]);

/** @throws BadRequest */
export function validateLogOptions(driver: string, given: Readonly<Record<string, unknown>>): void {
  if (driver === 'none') return;
  const { mode } = given;
  if (mode && mode !== 'blocking' && mode !== 'non-blocking')
    throw new BadRequest(`logger: logging mode not supported: ${String(mode)}`);
  if (given['max-buffer-size'] !== undefined && mode !== 'non-blocking')
    throw new BadRequest("logger: max-buffer-size option is only supported with 'mode=non-blocking'");
  if (driver === 'syslog') validateSyslog(given);
  if (driver === 'gelf' && !given['gelf-address']) throw new BadRequest('gelf-address is a required parameter');
  if (driver === 'awslogs' && !given['awslogs-group'])
    throw new BadRequest("must specify a value for log opt 'awslogs-group'");
  if (driver !== 'json-file' && driver !== 'local') return;
  const unknown = Object.keys(given).find((name) => !options.has(name));
  if (unknown === undefined) return;
  throw new BadRequest(
    `unknown log opt '${unknown}' for ${driver === 'local' ? 'log driver local' : 'json-file log driver'}`,
  );
}

const facilities: ReadonlySet<string> = new Set([
  ...['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'cron', 'authpriv', 'ftp'],
  ...['local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
]);

function validateSyslog(given: Readonly<Record<string, unknown>>): void {
  const text = (name: string): string => String(given[`syslog-${name}`] ?? '');
  const address = text('address');
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  if (address !== '' && !/^(unix|unixgram|tcp|udp|tcp\+tls)$/.test(scheme))
    throw new BadRequest(`unsupported scheme: '${scheme}'`);
  const facility = text('facility');
  const isNumber = /^\d+$/.test(facility) && Number(facility) <= 23;
  if (facility !== '' && !facilities.has(facility) && !isNumber) throw new BadRequest('invalid syslog facility');
}
