/** The command line of generated servers. */
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { listenHttp } from './http.js';
import { createMcpServer, type McpOptions, type Toolset } from './server.js';

/** A credential of an API, and the variable of the environment that holds it. */
export interface CredentialVariable {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly variable: string;
  /** Whether its value is `user:password`. */
  readonly isBasic?: true;
}

export interface McpCommand extends Toolset {
  /** The name of the command, in its help. */
  readonly command: string;
  readonly credentials: readonly CredentialVariable[];
  readonly defaults?: McpOptions;
  /** Returns a client. */
  readonly connect: (target: ClientTarget) => object | Promise<object>;
}

export interface ClientTarget {
  /** The address of the server; undefined for that of the document. */
  readonly url: string | undefined;
  /** The credentials of the environment by the name of their security scheme. */
  readonly auth: Readonly<Record<string, unknown>>;
}

/** The options that every server of tools has, for `parseArgs`. */
export const commonOptions = {
  http: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  'max-characters': { type: 'string' },
  'stream-seconds': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const options = { ...commonOptions, url: { type: 'string' }, 'read-only': { type: 'boolean' } } as const;

/** The options of every server of tools, for its help. */
export const commonHelp = `  --include <word,word>   only tools of this group, operation or method (repeatable)
  --exclude <word,word>   all tools but these (repeatable)
  --dry-run               calls say which request they would send, and send none
  --max-characters <n>    the largest number of characters of a result (40000)
  --stream-seconds <n>    the seconds after which a stream that does not end is closed (10)
  --http <port>           serve http://127.0.0.1:<port>/mcp instead of standard input and output
  --host <host>           the address to listen on; if it is not a loopback address, MCP_TOKEN must be set
  --allow-host <name>     a further name of this server in the headers Host and Origin (repeatable)
  --help                  print this`;

function helpOf({ command, title, version, credentials }: McpCommand): string {
  const variables = credentials.map(
    ({ variable, scheme, isBasic }) =>
      `  ${variable.padEnd(22)}  the credential ${scheme}${isBasic ? ', as user:password' : ''}\n`,
  );
  return `Usage: ${command} [options]

Serves ${title} ${version} to assistants, with the Model Context Protocol: each operation is a tool.

Options:
  --url <url>             the address of the API
  --read-only             only tools that read
${commonHelp}

Environment:
${variables.join('')}  MCP_TOKEN               what clients send as "Authorization: Bearer …" over HTTP

Examples:
  $ ${command} --read-only
  $ ${command} --include GET --exclude admin --url http://localhost:8080
  $ MCP_TOKEN=secret ${command} --http 3000
`;
}

/** Runs the command until its input ends, or until it is stopped. */
export async function runMcp(command: McpCommand, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return void process.stdout.write(helpOf(command));
    const auth = Object.fromEntries(command.credentials.flatMap(credentialOf));
    const client = await command.connect({ url: values.url, auth });
    await serveMcp(command, client, { ...command.defaults, ...mcpOptions(values) }, values);
  } catch (error) {
    process.stderr.write(`${command.command}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function credentialOf({ scheme, variable, isBasic }: CredentialVariable): readonly (readonly [string, unknown])[] {
  const value = process.env[variable];
  if (value === undefined || value === '') return [];
  if (isBasic !== true) return [[scheme, value]];
  const at = value.indexOf(':');
  if (at < 0) throw new TypeError(`${variable} is not user:password`);
  return [[scheme, { username: value.slice(0, at), password: value.slice(at + 1) }]];
}

/** The values of the command line, as `parseArgs` returns them. */
type Values = Readonly<Partial<Record<string, string | boolean | readonly string[]>>>;

/** The options that a command line gives. @throws TypeError for a number that is none */
export function mcpOptions(values: Values): McpOptions {
  const [include, exclude] = [wordsOf(values['include']), wordsOf(values['exclude'])];
  const [maxCharacters, streamSeconds] = [numberOf(values, 'max-characters'), numberOf(values, 'stream-seconds')];
  return {
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(values['read-only'] === true && { readOnly: true }),
    ...(values['dry-run'] === true && { dryRun: true }),
    ...(maxCharacters !== undefined && { maxCharacters }),
    ...(streamSeconds !== undefined && { streamSeconds }),
  };
}

function wordsOf(value: Values[string]): readonly string[] | undefined {
  return Array.isArray(value) ? value.flatMap((words: string) => words.split(',')) : undefined;
}

function numberOf(values: Values, name: string): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(value))) throw new TypeError(`--${name} ${String(value)} is not a number`);
  return Number(value);
}

/** Serves standard input and output, or HTTP if the values of the command line say so. */
export async function serveMcp(toolset: Toolset, client: object, mcp: McpOptions, values: Values): Promise<void> {
  const create = () => createMcpServer(toolset, client, mcp);
  const server = create();
  const port = numberOf(values, 'http');
  if (port === undefined) return await server.connect(new StdioServerTransport());
  const { host = '127.0.0.1', 'allow-host': allowedHosts = [] } = values as {
    readonly host?: string;
    readonly 'allow-host'?: readonly string[];
  };
  const { url } = await listenHttp(create, { host, port, allowedHosts, token: process.env['MCP_TOKEN'] });
  process.stderr.write(`Listening on ${url}\n`);
}
