/** Detects extended attributes that the unpacker would silently misread. */

/**
 * Checks whether the unpacker reads the records of an extended header correctly.
 *
 * @returns the reason why not; undefined if it does
 */
export function paxProblem(text: string): string | undefined {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    // Some writers fill up the block with zeros.
    if (rest.every((byte) => byte === 0)) return undefined;
    const [prefix = '', digits = ''] = /^(\d{1,7}) /.exec(rest.toString('latin1', 0, 8)) ?? [];
    const length = Number(digits);
    const record = rest.toString('utf8', prefix.length, length - 1);
    const separator = record.indexOf('=');
    if (prefix === '' || length > rest.length || rest[length - 1] !== 10 || separator < 1) {
      return 'an extended header is malformed';
    }
    const [key, value] = [record.slice(0, separator), record.slice(separator + 1)];
    if (key.startsWith('GNU.sparse.')) return 'it has a sparse file';
    // The unpacker reads line by line, and would skip the whole record.
    if (value.includes('\n') && ['path', 'linkpath', 'size'].includes(key)) return 'a name has a line break';
    rest = rest.subarray(length);
  }
  return undefined;
}
