/** Reads the arguments of the command. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { versions, versionsText } from '../convert/conversions.js';
import { rangeOf } from '../convert/versions.js';
import type { BridgeOptions } from '../create-bridge.js';
import { listenerOf } from '../address.js';
import type { ServerOptions } from '../listen.js';
import type { PolicyRules } from '../operation/policy.js';

export const usage = `Usage: lading-bridge --listen ADDRESS... --engine ADDRESS [options]
       lading-bridge --explain VERSION [--as VERSION] [--json]

Serves clients of the API versions ${versionsText} by an engine that supports one of them.

Addresses
  --listen   where to listen (repeatable): unix:///run/bridge.sock, which must not exist; tcp://127.0.0.1:2375, on this
             machine only; tcp://0.0.0.0:2376 with certificates; fd://3, the first socket that systemd passes
  --engine   the engine: unix:///var/run/docker.sock, tcp://HOST:PORT, https://HOST:PORT, ssh://USER@HOST
  --context  the context of the command line that names the engine, instead of --engine
  --group    the group whose members may use the sockets of --listen unix://, by name or number; without it, that of the process
  --cert, --key, --ca
             files in PEM with the certificate and the key for --listen tcp://, and the authorities of the certificates that
             clients must have
  --engine-ca, --engine-cert, --engine-key
             files in PEM for an engine with TLS: its authorities, and the certificate and the key of the bridge
  --admin    where to tell how the bridge is: /healthz and /metrics

Versions
  --as       the only API version to use with the engine, of ${versionsText}. Without it, the engine is asked: clients whose
             version it supports are not converted
  --serve    the versions that clients may use, such as 1.24-1.44. Without it, all that the engine supports or that can be
             converted
  --strict   refuse a request that would lose something, instead of sending it without
  --explain  print what a client of this version notices on an engine of --as (${versions.at(-1)}), and serve nothing;
             "all" prints all versions, in Markdown
  --json     print the explanation as JSON

Operation
  --policy   a file in JSON with the allowed operations, and JSON Schemas of their values
  --log      print a line of JSON for each request when it has ended, without queries, headers and bodies
  --grace    the seconds that requests may go on after SIGTERM (8)
  --max-connections, --max-headers, --max-json, --idle, --half-closed
             the number of clients (10000); the bytes of the headers of a request (1048576); the bytes of a JSON body that is converted or
             checked (67108864); the seconds after which a connection without a byte is closed (never), and one of which a half has
             ended (never)
  --help     print this

Examples:
  lading-bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock
  lading-bridge --listen tcp://127.0.0.1:2375 --listen unix:///run/bridge.sock --engine ssh://me@10.0.0.5 --as 1.44
  lading-bridge --listen tcp://0.0.0.0:2376 --cert cert.pem --key key.pem --ca ca.pem --engine unix:///var/run/docker.sock
  lading-bridge --listen unix:///run/bridge.sock --context build-server --serve 1.30-1.44 --log --admin tcp://127.0.0.1:9323
  lading-bridge --explain 1.35 --as 1.44
`;

const options = {
  listen: { type: 'string', multiple: true },
  engine: { type: 'string' },
  context: { type: 'string' },
  group: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  ca: { type: 'string' },
  'engine-ca': { type: 'string' },
  'engine-cert': { type: 'string' },
  'engine-key': { type: 'string' },
  admin: { type: 'string' },
  as: { type: 'string' },
  serve: { type: 'string' },
  strict: { type: 'boolean' },
  explain: { type: 'string' },
  json: { type: 'boolean' },
  policy: { type: 'string' },
  log: { type: 'boolean' },
  grace: { type: 'string' },
  'max-connections': { type: 'string' },
  'max-headers': { type: 'string' },
  'max-json': { type: 'string' },
  idle: { type: 'string' },
  'half-closed': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof valuesOf>;
/** The options with a text. */
type Name = { [Key in keyof Values]-?: Values[Key] extends string | undefined ? Key : never }[keyof Values];

export type CommandOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'explain'; readonly client: string; readonly engine: string; readonly isJson: boolean }
  | {
      readonly kind: 'serve';
      readonly addresses: readonly string[];
      readonly server: ServerOptions;
      readonly bridge: BridgeOptions;
      readonly admin: string | undefined;
      readonly log: boolean;
      /** In seconds. */
      readonly grace: number;
    };

/** @throws Error that names the option, for invalid ones */
export function optionsOf(words: readonly string[]): CommandOptions {
  const values = valuesOf(words);
  if (values.help === true) return { kind: 'help' };
  const { as, admin } = values;
  if (as !== undefined && !versions.includes(as)) throw new Error(`--as "${as}": pass a version of ${versionsText}`);
  if (values.explain !== undefined) {
    return {
      kind: 'explain',
      client: values.explain,
      engine: as ?? versions.at(-1) ?? '',
      isJson: values.json === true,
    };
  }
  const { listen: addresses = [''] } = values;
  for (const address of addresses) listenerOf(address, '--listen');
  if (admin !== undefined) listenerOf(admin, '--admin');
  return {
    kind: 'serve',
    addresses,
    server: serverOf(values),
    bridge: bridgeOf(values),
    admin,
    log: values.log === true,
    grace: numberOf(values, 'grace') ?? 8,
  };
}

function valuesOf(words: readonly string[]) {
  return parseArgs({ args: [...words], options }).values;
}

function bridgeOf(values: Values): BridgeOptions {
  const { engine, context, as, serve, strict = false, policy } = values;
  if ((engine === undefined || engine === '') === (context === undefined)) {
    throw new Error('--engine: pass the address of the engine, such as unix:///var/run/docker.sock, or --context');
  }
  const [ca, cert, key] = (['engine-ca', 'engine-cert', 'engine-key'] as const).map((name) => fileOf(values, name));
  const tls = given({ ca, cert, key });
  return {
    ...(context === undefined ? { engine: engine ?? '' } : { context }),
    ...given({
      tls: Object.keys(tls).length > 0 ? tls : undefined,
      as,
      serve: serve === undefined ? undefined : rangeOf(serve, '--serve'),
      policy: policy === undefined ? undefined : policyOf(values),
      maxJson: numberOf(values, 'max-json'),
    }),
    strict,
    limits: given({
      connections: numberOf(values, 'max-connections'),
      headers: numberOf(values, 'max-headers'),
      idle: numberOf(values, 'idle'),
      halfClosed: numberOf(values, 'half-closed'),
    }),
  };
}

function serverOf(values: Values): ServerOptions {
  const [cert, key, ca] = (['cert', 'key', 'ca'] as const).map((name) => fileOf(values, name));
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined)) {
    throw new Error('--cert: pass the certificate and the key together, and --ca only with them');
  }
  return given({ group: values.group, certificates: cert && key && { cert, key, ...given({ ca }) } });
}

/** Leaves out what was not given. */
function given<All extends object>(all: All): { [Name in keyof All]?: Exclude<All[Name], undefined> } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof given<All>
  >;
}

function policyOf(values: Values): PolicyRules {
  try {
    return JSON.parse(String(fileOf(values, 'policy'))) as PolicyRules;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`--policy ${values.policy}: it is not JSON: ${error.message}`);
  }
}

function numberOf(values: Values, name: Name): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new Error(`--${name} "${text}": pass a number`);
  return Number(text);
}

function fileOf(values: Values, name: Name): Buffer | undefined {
  const path = values[name];
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`--${name} ${path}: it cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
