/** The program `redis-cli`, and `valkey-cli`: it sends a command, or each line of its input. */
import type { ProgramContext } from '@lading/engine';
import { splitWords } from './read-commands.js';
import { encodeReply, type Reply, ErrorReply } from './reply.js';
import type { Duplex } from 'node:stream';

const withValue = new Set(['-h', '-p', '-a', '--pass', '--user', '-n', '-u', '-i', '-r', '-s']);

const flags = new Set([
  '-x',
  '-X',
  '-e',
  '-2',
  '-3',
  '-c',
  '--raw',
  '--no-raw',
  '--csv',
  '--json',
  '--no-auth-warning',
  '--quoted-input',
]);

/** @returns the exit code */
export async function redisCli(context: ProgramContext): Promise<number> {
  const { args, env, stdout, stderr, stdin } = context;
  const options = new Map<string, string>();
  let place = 0;
  for (; place < args.length && args[place]?.startsWith('-') === true; place += 1) {
    const option = args[place] ?? '';
    if (withValue.has(option)) options.set(option, args[(place += 1)] ?? '');
    else if (flags.has(option)) options.set(option, '');
    else {
      await stderr.write(`Unrecognized option or bad number of args for: '${option}'\n`);
      return 1;
    }
  }
  const url = options.has('-u') ? new URL(options.get('-u') ?? '') : undefined;
  const host = url?.hostname ?? options.get('-h') ?? 'localhost';
  const port = Number(url?.port || (options.get('-p') ?? 6379));
  const password = url?.password ?? options.get('-a') ?? options.get('--pass') ?? env['REDISCLI_AUTH'];
  const commands: string[][] = [];
  if (password) commands.push(['AUTH', ...(options.has('--user') ? [options.get('--user') ?? ''] : []), password]);
  if (options.has('-n')) commands.push(['SELECT', options.get('-n') ?? '']);
  const silent = commands.length;
  const words = args.slice(place);
  const input = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const data of stdin) chunks.push(data);
    return Buffer.concat(chunks).toString();
  };
  if (words.length > 0) commands.push([...words, ...(options.has('-x') ? [await input()] : [])]);
  else
    for (const line of (await input()).split('\n').map((each) => splitWords(each)))
      if (line.length > 0) commands.push(line);
  let connection;
  try {
    connection = context.connect(host, port);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'Name or service not known' : 'Connection refused';
    await stderr.write(`Could not connect to Redis at ${host}:${port}: ${reason}\n`);
    return 1;
  }
  const replies = readReplies(connection);
  let code = 0;
  for (const [index, each] of commands.entries()) {
    connection.write(
      Buffer.from(
        encodeReply(
          each.map((word) => Buffer.from(word).toString('latin1')),
          2,
        ),
        'latin1',
      ),
    );
    const { value, done } = await replies.next();
    if (done === true) break;
    if (index < silent && !(value instanceof Error)) continue;
    await stdout.write(Buffer.from(`${textOf(value)}\n`, 'latin1'));
    if (value instanceof Error && options.has('-e')) code = 1;
  }
  connection.destroy();
  return code;
}

/** Formats a reply as the program does when its output is no terminal. */
function textOf(reply: Reply): string {
  if (reply === null) return '';
  if (reply instanceof Error) return `${reply.message}\n`;
  return Array.isArray(reply) ? reply.map((each) => textOf(each as Reply)).join('\n') : String(reply);
}

/** Reads the replies of a server: the second version of the protocol. */
async function* readReplies(connection: Duplex): AsyncGenerator<Reply, undefined> {
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
