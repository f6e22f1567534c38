/** Reads the body of a request that should be JSON. */
import type { JsonBodyContract } from '@lading/runtime-wire';
import { BadRequest } from '../error/index.js';
import type { HostRequest } from '../host/index.js';
import { isNullable, zeroOf, type Problems } from '../schema/index.js';
import { noBody, parseJson, readParsed, type ParsedJson } from './parse-json.js';
import type { ReadOptions } from './read-options.js';
import { readWhole } from './read-whole.js';

/** Operations for which engines do not take nothing at all for a value in which nothing is set. */
const refuseNothing: ReadonlySet<string> = new Set(['ContainerCreate']);

const nothing: ParsedJson = { value: null, hasRepeatedKeys: false };

/**
 * Hands the body over when it is there, at once where it need not be read; undefined where nothing was sent and nothing
 * must be. What is found wrong is added to `problems`. Gives back what `use` makes of it: a function rather than a
 * promise of the body, since each promise costs as much as all checks of a small one.
 */
export type ReadBody = <T>(request: HostRequest, problems: Problems, use: (body: unknown) => T) => T | Promise<T>;

export function jsonBodyReader(id: string, { schema, required }: JsonBodyContract, limits: ReadOptions): ReadBody {
  const nullable = isNullable(schema);
  const zero = (): ParsedJson => ({ value: zeroOf(schema), hasRepeatedKeys: false });
  const check = (parsed: ParsedJson, problems: Problems): unknown => {
    const before = problems.list.length;
    const read = readParsed(schema, parsed.value === null && !nullable ? zero() : parsed, problems);
    if (problems.list.length > before) problems.within('body', before);
    return read;
  };
  // As for engines, nothing at all is a value in which nothing is set.
  const empty = (problems: Problems): unknown => {
    if (refuseNothing.has(id)) throw new BadRequest(noBody);
    return required === true ? check(nothing, problems) : undefined;
  };
  const valueOf = (bytes: Buffer, type: string | undefined, problems: Problems): unknown => {
    if (type === undefined) {
      if (bytes.length === 0) return empty(problems);
      checkType('');
    }
    if (bytes.length === 0 && required !== true) return undefined;
    return check(parseJson(bytes, limits), problems);
  };
  return (request, problems, use) => {
    const { headers } = request;
    const length = headers['content-length'];
    const type = headers['content-type'];
    if (type !== undefined) checkType(type);
    const stream = request.body();
    if (stream === null || length === '0') return use(empty(problems));
    return readWhole(stream, limits, length, (bytes) => use(valueOf(bytes, type, problems)));
  };
}

/** `application/json`, with any parameters. */
function checkType(type: string): void {
  if (type === 'application/json') return;
  const semicolon = type.indexOf(';');
  const media = (semicolon < 0 ? type : type.slice(0, semicolon)).trim().toLowerCase();
  if (media !== 'application/json') {
    throw new BadRequest(`unsupported Content-Type header (${media.slice(0, 100)}): must be 'application/json'`);
  }
}
