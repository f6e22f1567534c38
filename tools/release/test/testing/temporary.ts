/** What exists until the end of a test: servers that stand for registries, folders, variables of the environment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** Starts a server. @returns its URL */
export const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener), 'http');

export async function listening(
  server: Pick<Server, 'listen' | 'once' | 'address' | 'close' | 'closeAllConnections'>,
  scheme: string,
): Promise<string> {
  await new Promise<void>((resolve) => void server.once('listening', resolve).listen(0, '127.0.0.1'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function setVariable(name: string, value: string | undefined): void {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Lets npm upload to a registry. */
export const logIn = (registry: string): void =>
  setVariable(`npm_config_//${new URL(registry).host}/:_authToken`, 'token');
