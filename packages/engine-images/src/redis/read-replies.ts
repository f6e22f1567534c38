/** Reads the replies of a server: the second version of the protocol. */
import type { Duplex } from 'node:stream';
import { ErrorReply, type Reply } from './reply.js';

export async function* readReplies(connection: Duplex): AsyncGenerator<Reply, undefined> {
  let rest = '';
  for await (const data of connection) {
    rest += (data as Buffer).toString('latin1');
    for (let found = parse(rest, 0); found !== undefined; found = parse(rest, 0)) {
      rest = rest.slice(found.end);
      yield found.reply;
    }
  }
  return undefined;
}

function parse(text: string, start: number): { readonly reply: Reply; readonly end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const [kind, line] = [text[start], text.slice(start + 1, lineEnd)];
  let end = lineEnd + 2;
  if (kind === '+') return { reply: line, end };
  if (kind === '-') return { reply: new ErrorReply(line), end };
  if (kind === ':') return { reply: BigInt(line), end };
  const length = Number(line);
  if (length < 0) return { reply: null, end };
  if (kind === '$')
    return text.length < end + length + 2 ? undefined : { reply: text.slice(end, end + length), end: end + length + 2 };
  const items: Reply[] = [];
  for (let index = 0; index < length; index += 1) {
    const item = parse(text, end);
    if (item === undefined) return undefined;
    items.push(item.reply);
    end = item.end;
  }
  return { reply: items, end };
}
