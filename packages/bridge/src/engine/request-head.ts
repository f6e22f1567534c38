/** Writes the head of a request. */

const name = /^[\w!#$%&'*+.^`|~-]+$/;
const value = /^[\t -~\x80-\xff]*$/;
const target = /^[!-~\x80-\xff]+$/;

/**
 * Returns the head of a request without a body, with a character for each byte.
 *
 * @param headers names and values in turn, without those that describe a body
 * @throws TypeError for what would be read as something else
 */
export function requestHead(method: string, path: string, headers: readonly string[]): string {
  if (!target.test(path)) throw new TypeError('the path of a request has a character that is not allowed');
  let head = `${method} ${path} HTTP/1.1\r\nhost: engine\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    const [key = '', text = ''] = [headers[index], headers[index + 1]];
    if (!name.test(key) || !value.test(text)) {
      throw new TypeError(`the header ${JSON.stringify(key)} has a character that is not allowed`);
    }
    head += `${key}: ${text}\r\n`;
  }
  return `${head}\r\n`;
}
