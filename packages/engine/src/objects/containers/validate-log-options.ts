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
  if (driver !== 'json-file' && driver !== 'local') return;
  const unknown = Object.keys(given).find((name) => !options.has(name));
  if (unknown === undefined) return;
  throw new BadRequest(
    `unknown log opt '${unknown}' for ${driver === 'local' ? 'log driver local' : 'json-file log driver'}`,
  );
}
