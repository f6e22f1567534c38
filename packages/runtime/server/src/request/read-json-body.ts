/** Readers of JSON bodies. */
import type { JsonBodyContract } from '@lading/runtime-wire';
import { BadRequest } from '../error/index.js';
import type { HostRequest } from '../host/index.js';
import { isNullable, zeroValueOf, type Problems } from '../schema/index.js';
import { emptyBodyMessage, parseJson, readParsed, type ParsedJson } from './parse-json.js';
import { readWhole } from './read-whole.js';
import type { ReadOptions } from './limits.js';

/** The operations for which engines reject an empty body instead of reading it as an empty object. */
const rejectEmptyBody: ReadonlySet<string> = new Set(['ContainerCreate']);

/** The only operation that engines decode without a look at `Content-Type`. */
const decodesAnyType = 'SystemAuth';

/** The only operation of which engines read a chunked body without data. */
const readsNoData = 'ImageCommit';

const nullBody: ParsedJson = { value: null, hasRepeatedKeys: false };

/**
 * Reads the body of a request and passes it to `use`: immediately if it need not be read, and as undefined if none was
 * sent and none is required. Its problems are added to `problems`. Returns the result of `use`, which is a function
 * rather than a promise of the body, since each promise costs as much as all checks of a small body.
 */
export type ReadBody = <T>(request: HostRequest, problems: Problems, use: (body: unknown) => T) => T | Promise<T>;

export function jsonBodyReader(id: string, { schema, required }: JsonBodyContract, limits: ReadOptions): ReadBody {
  const nullable = isNullable(schema);
  const zeroBody = (): ParsedJson => ({ value: zeroValueOf(schema), hasRepeatedKeys: false });
  const readValue = (parsed: ParsedJson, problems: Problems): unknown => {
    const before = problems.list.length;
    const read = readParsed(schema, parsed.value === null && !nullable ? zeroBody() : parsed, problems);
    if (problems.list.length > before) problems.within('body', before);
    return read;
  };
  // As in engines, an empty body is a value in which nothing is set.
  const readEmpty = (problems: Problems): unknown => {
    if (rejectEmptyBody.has(id)) throw new BadRequest(emptyBodyMessage);
    return required === true ? readValue(nullBody, problems) : undefined;
  };
  const readBytes = (bytes: Buffer, type: string | undefined, problems: Problems): unknown => {
    if (type === undefined && bytes.length === 0) return readEmpty(problems);
    if (type === undefined && id !== decodesAnyType) checkType('');
    if (bytes.length === 0 && id === readsNoData) return undefined;
    return readValue(parseJson(bytes, limits), problems);
  };
  return (request, problems, use) => {
    const { headers } = request;
    const length = headers['content-length'];
    const type = headers['content-type'];
    if (type !== undefined && id !== decodesAnyType) checkType(type);
    const stream = request.body();
    if (stream === null || length === '0') return use(readEmpty(problems));
    return readWhole(stream, limits, length, (bytes) => use(readBytes(bytes, type, problems)));
  };
}

/** Accepts `application/json` with any parameters. */
function checkType(type: string): void {
  if (type === 'application/json') return;
  const semicolon = type.indexOf(';');
  const media = (semicolon < 0 ? type : type.slice(0, semicolon)).trim().toLowerCase();
  if (media === '') throw new BadRequest(`malformed Content-Type header (${type.slice(0, 100)}): mime: no media type`);
  if (media !== 'application/json') {
    throw new BadRequest(`unsupported Content-Type header (${type.slice(0, 100)}): must be 'application/json'`);
  }
}
