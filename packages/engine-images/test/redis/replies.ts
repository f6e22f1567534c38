/** Sends the commands of `commands.txt` to a server, and returns the bytes of its replies. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export const commandLines = readFileSync(join(import.meta.dirname, 'commands.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Returns the reply to each line, with the text of its bytes. The server reads lines as a terminal sends them. */
export async function repliesOf(port: number, protocol: number): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  let notify = (): void => undefined;
  socket.on('data', (data) => {
    received += data.toString('latin1');
    notify();
  });
  const send = async (line: string): Promise<string> => {
    received = '';
    socket.write(`${line}\r\n`);
    while (!isComplete(received)) await new Promise<void>((resolve) => (notify = resolve));
    return received;
  };
  try {
    for (const line of [`hello ${protocol}`, 'flushall', 'config set maxmemory-policy noeviction']) await send(line);
    const replies: string[] = [];
    for (const line of commandLines) replies.push(await send(line));
    return replies;
  } finally {
    socket.destroy();
  }
}

function isComplete(text: string): boolean {
  return endOf(text, 0) === text.length;
}

function endOf(text: string, start: number): number {
  const lineEnd = text.indexOf('\r\n', start);
  if (lineEnd < 0) return -1;
  const [kind, size] = [text[start] ?? '', Number(text.slice(start + 1, lineEnd))];
  if (kind === '$') return size < 0 ? lineEnd + 2 : lineEnd + 4 + size;
  if (!'*%~>'.includes(kind) || size < 0) return lineEnd + 2;
  let end = lineEnd + 2;
  for (let item = 0; item < size * (kind === '%' ? 2 : 1) && end >= 0; item += 1) end = endOf(text, end);
  return end;
}
