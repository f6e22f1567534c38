/** Keeps inputs and operations that the version of the engine does not have from being ignored in silence. */
import { compareVersions, InputError, type CallMiddleware } from '@lading/runtime-client';
import { checkInput } from './check-input.js';
import type { inputVersions } from '../gen/input-versions.js';

/**
 * What happens to a parameter or a property that the spoken version does not have: `refuse` throws an InputError, `warn`
 * emits a warning of the process and sends it, `drop` leaves it out, and `send` sends it, for gateways, which pass on what
 * their clients sent.
 */
export type UnsupportedInput = 'refuse' | 'warn' | 'drop' | 'send';

type Range = readonly [since: string, until?: string];

/** An input that the version does not have. */
interface Unsupported {
  /** The path as a program writes it: `HostConfig.Annotations`. */
  readonly name: string;
  readonly range: Range;
}

/**
 * Returns a middleware for an engine of a version. The list of inputs is loaded with the first call.
 *
 * The middleware throws InputError `NOT_IN_VERSION`, unless `handling` is another one (an operation that the version does not
 * have is only sent with `warn`), and `INPUT_UNKNOWN` for input that the
 * operation has in no version.
 */
export function versionGuard(version: string, handling: UnsupportedInput): CallMiddleware {
  let loading: Promise<typeof inputVersions> | undefined;
  return async (call, next) => {
    const { operation, input } = call;
    loading ??= import('../gen/input-versions.js').then((module) => module.inputVersions);
    const versions = Object.entries((await loading)[operation.id] ?? {});
    checkInput(
      call,
      versions.map(([path]) => path).filter((path) => path !== ''),
    );
    if (handling === 'send') return next(call);
    const ranges = versions.filter(([, range]) => !has(range, version));
    for (const [, range] of ranges.filter(([path]) => path === ''))
      handleOperation(operation.id, range, version, handling);
    let sent: unknown = input;
    for (const [path, range] of ranges) {
      if (path === '') continue;
      const parts = path.split('/');
      sent = without(sent, parts, [], (name) => handle({ name, range }, operation.id, version, handling));
    }
    return next(sent === input ? call : { ...call, input: sent as typeof input });
  };
}

function has([since, until]: Range, version: string): boolean {
  const isTooOld = since !== '' && compareVersions(version, since) < 0;
  return !isTooOld && (until === undefined || compareVersions(version, until) < 0);
}

/** Returns whether the input is left out. */
function handle({ name, range }: Unsupported, operation: string, version: string, handling: UnsupportedInput): boolean {
  const message = `${operation}: \`${name}\` ${difference(range, version)}`;
  if (handling === 'refuse') throw new InputError('NOT_IN_VERSION', message);
  if (handling === 'warn') warn(message);
  return handling === 'drop';
}

/** An operation cannot be left out: it is refused unless it shall be sent with a warning. */
function handleOperation(operation: string, range: Range, version: string, handling: UnsupportedInput): void {
  const message = `${operation} ${difference(range, version)}`;
  if (handling !== 'warn') throw new InputError('NOT_IN_VERSION', message);
  warn(message);
}

function difference([since, until]: Range, version: string): string {
  const isTooOld = since !== '' && compareVersions(version, since) < 0;
  return `${isTooOld ? `came with ${since}` : `was removed with ${until}`}, this engine speaks ${version}.`;
}

function warn(message: string): void {
  process.emitWarning(message, { type: 'LadingWarning', code: 'NOT_IN_VERSION' });
}

/** Returns the value without what is at a path and shall be left out; the same value if nothing is. */
function without(
  value: unknown,
  [first, ...rest]: readonly string[],
  names: readonly string[],
  isLeftOut: (name: string) => boolean,
): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return value;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
  if (!isPlain) return value;
  let result = value as Record<string, unknown>;
  for (const key of first === '*' ? Object.keys(value) : [first]) {
    const inner = Object.hasOwn(value, key) ? result[key] : undefined;
    if (inner === undefined || inner === null) continue;
    const path = [...names, key];
    if (rest.length > 0) {
      const changed = without(inner, rest, path, isLeftOut);
      if (changed !== inner) result = { ...result, [key]: changed };
    } else if (isLeftOut(nameOf(path))) {
      const { [key]: _left, ...others } = result;
      result = others;
    }
  }
  return Array.isArray(value) && result !== (value as unknown) ? Object.values(result) : result;
}

function nameOf(path: readonly string[]): string {
  const names = path[0] === 'body' ? path.slice(1) : path;
  return names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`)).join('');
}
