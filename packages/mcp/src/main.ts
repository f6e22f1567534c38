/** The command line. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PolicyRules } from '@lading/bridge';
import { commonHelp, commonOptions, mcpOptions, serveMcp } from '@lading/emit-mcp/runtime';
import { openEngine, type EngineOptions } from './engine-tools.js';

const usage = `Usage: lading-mcp [options]

Gives an assistant a container engine, with the Model Context Protocol: each operation of the engine's API is a tool.
Without a policy it can only read.

Options:
  --engine <address>      unix:///var/run/docker.sock, tcp://host:2375, ssh://user@host (DOCKER_HOST, or the usual socket)
  --context <name>        a context of the command line, instead of an address
  --policy <file>         the allowed operations, and JSON Schemas of their values, as for lading-bridge
  --read-write            allow all operations: whoever can create containers is root on the machine of the engine
  --sandbox               an engine of its own, in this process: it runs simulated programs, and is gone at the end
  --image <name>          an image that the sandbox has from the start (repeatable)
${commonHelp}

Environment:
  DOCKER_HOST             the address of the engine
  MCP_TOKEN               what clients send as "Authorization: Bearer …" over HTTP

Examples:
  $ lading-mcp                                        the engine of this machine, to look at
  $ lading-mcp --include container,image --exclude ContainerTop
  $ lading-mcp --policy policy.json --context staging
  $ lading-mcp --sandbox --image alpine               all operations, on nothing real
  $ lading-mcp --sandbox --http 3000                  at http://127.0.0.1:3000/mcp
`;

const options = {
  ...commonOptions,
  engine: { type: 'string' },
  context: { type: 'string' },
  policy: { type: 'string' },
  'read-write': { type: 'boolean' },
  sandbox: { type: 'boolean' },
  image: { type: 'string', multiple: true },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Runs until the assistant ends, or a signal does. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return void process.stdout.write(usage);
    const { toolset, client, close } = await openEngine(engineOptions(values));
    const end = () => void close().finally(() => process.exit());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    if (values.http === undefined) process.stdin.once('end', end).once('close', end);
    try {
      await serveMcp(toolset, client, mcpOptions(values), values);
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    process.stderr.write(`lading-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function engineOptions(values: Values): EngineOptions {
  const { engine = process.env['DOCKER_HOST'], context, sandbox = false, image: images = [], policy } = values;
  const isAll = values['read-write'] === true;
  if (isAll && policy !== undefined) throw new TypeError('--read-write cannot be combined with --policy');
  if (sandbox && (values.engine ?? context) !== undefined)
    throw new TypeError('--sandbox is an engine of its own: leave out --engine and --context');
  if (values.engine !== undefined && context !== undefined)
    throw new TypeError('--engine cannot be combined with --context');
  if (!sandbox && images.length > 0) throw new TypeError('--image needs --sandbox');
  return {
    ...(engine !== undefined && engine !== '' && { engine }),
    ...(context !== undefined && { context }),
    sandbox,
    images,
    ...(isAll && { policy: 'all' as const }),
    ...(policy !== undefined && { policy: readPolicy(policy) }),
  };
}

function readPolicy(file: string): PolicyRules {
  const text = readFileSync(file, 'utf8');
  try {
    return Object(JSON.parse(text)) as PolicyRules;
  } catch (error) {
    throw new TypeError(`--policy ${file}: it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
