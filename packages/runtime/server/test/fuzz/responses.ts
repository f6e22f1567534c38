/** Parses the bytes that a server sent on one connection, and checks that they are HTTP. */

interface Response {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Returns the responses.
 *
 * @throws Error if the bytes are not responses, or a response is incomplete; one that ends with the connection may be
 */
export function responsesOf(text: string): Response[] {
  const responses: Response[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n\0]*\r\n(?:[\w!#$%&'*+.^`|~-]+: ?[^\r\n\0]*\r\n)*\r\n/.exec(rest)?.[0];
    if (head === undefined) throw new Error(`no head of a response: ${JSON.stringify(rest.slice(0, 300))}`);
    const status = Number(head.slice(9, 12));
    const { body, end } = bodyOf(status, head, rest.slice(head.length));
    responses.push({ status, head, body });
    rest = rest.slice(head.length + end);
  }
  return responses;
}

function bodyOf(status: number, head: string, rest: string): { readonly body: string; readonly end: number } {
  const length = /^content-length: *(\d+)\r$/im.exec(head)?.[1];
  if (status === 101) return { body: rest, end: rest.length };
  if (status === 100 || status === 204 || status === 304) return { body: '', end: 0 };
  if (length !== undefined) {
    if (rest.length < Number(length)) throw new Error(`a response ends too early: ${head}`);
    return { body: rest.slice(0, Number(length)), end: Number(length) };
  }
  if (!/^transfer-encoding: *chunked\r$/im.test(head)) return { body: rest, end: rest.length };
  let at = 0;
  let body = '';
  for (;;) {
    const line = /^([\da-f]+)\r\n/i.exec(rest.slice(at, at + 20));
    // A stream may end early, by which the client notices the failure.
    if (line === null) return { body, end: rest.length };
    const size = Number.parseInt(line[1] ?? '', 16);
    at += line[0].length;
    body += rest.slice(at, at + size);
    at += size + 2;
    if (size === 0) return { body, end: at };
  }
}
