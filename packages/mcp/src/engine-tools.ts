/** An engine behind a policy, with its tools: a bridge checks what the client of the tools sends. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBridge, type PolicyRules } from '@lading/bridge';
import { connect } from '@lading/client-v1.44';
import type { Toolset } from '@lading/emit-mcp/runtime';

export interface EngineOptions {
  /** The address of the engine: `unix:///var/run/docker.sock`, `tcp://host:2375`, `ssh://user@host`. */
  readonly engine?: string;
  /** The context of the command line, instead of an address. */
  readonly context?: string;
  /** Whether an engine of its own, which runs simulated programs, takes the place of a real one. */
  readonly sandbox?: boolean;
  /** The images that the sandbox has. */
  readonly images?: readonly string[];
  /** The allowed operations, as for the bridge. @default those that read; all in a sandbox */
  readonly policy?: PolicyRules | 'read' | 'all';
}

export interface EngineTools {
  /** The tools of the allowed operations. */
  readonly toolset: Toolset;
  /** The client that they call. */
  readonly client: object;
  close(): Promise<void>;
}

/** All tools, before a policy. */
export function allTools(): Toolset {
  return JSON.parse(readFileSync(new URL('../dist/toolset.json', import.meta.url), 'utf8')) as Toolset;
}

/** The rules by which a client finds the version of an engine. */
const always: PolicyRules['allow'] = { SystemPing: true, SystemPingHead: true };

/** @throws Error for an invalid policy or address, and if no engine responds */
export async function openEngine(options: EngineOptions): Promise<EngineTools> {
  const { engine, context, sandbox = false, images = [], policy = sandbox ? 'all' : 'read' } = options;
  const toolset = allTools();
  const rules = typeof policy === 'string' ? rulesOf(toolset, policy) : policy;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    const own = sandbox ? await startSandbox(images, closing) : (engine ?? 'unix:///var/run/docker.sock');
    const target = context === undefined || sandbox ? { engine: own } : { context };
    const bridge = await createBridge({ ...target, policy: withPing(rules) });
    if (!(await bridge.isHealthy(AbortSignal.timeout(10_000))))
      throw new Error(`No engine responds at ${context === undefined ? own : `the context ${context}`}`);
    const path = socketPath(closing);
    await bridge.listen({ path });
    closing.push(() => bridge.close({ timeout: 0 }));
    const client = await connect({ host: process.platform === 'win32' ? `npipe:${path}` : `unix://${path}` });
    closing.push(() => client.close());
    const tools = toolset.tools.filter(({ operation }) => Object.hasOwn(rules.allow, operation));
    return { toolset: { ...toolset, tools }, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function rulesOf({ tools }: Toolset, policy: 'read' | 'all'): PolicyRules {
  const allowed = tools.filter(({ annotations }) => policy === 'all' || annotations.readOnlyHint === true);
  return { allow: Object.fromEntries(allowed.map(({ operation }) => [operation, true])) };
}

/** Returns rules that let a client find the version of an engine; invalid ones as they are, so that the bridge rejects them. */
function withPing(rules: PolicyRules): PolicyRules {
  return rules.allow instanceof Object ? { ...rules, allow: { ...always, ...rules.allow } } : rules;
}

async function startSandbox(images: readonly string[], closing: (() => Promise<unknown>)[]): Promise<string> {
  const { startEngine } = await import('@lading/engine');
  const engine = await startEngine({ images, publishPorts: false });
  closing.push(() => engine.close());
  return engine.address;
}

/** A socket that only this user may open. */
function socketPath(closing: (() => Promise<unknown>)[]): string {
  if (process.platform === 'win32') return `//./pipe/lading-mcp-${randomBytes(12).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'lading-mcp-'));
  closing.push(async () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'engine.sock');
}
