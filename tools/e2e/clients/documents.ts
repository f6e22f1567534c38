/** Bundles the documents that recordings are validated against, once for all test files. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    documents: string;
  }
}

const program = join(import.meta.dirname, '..', '..', '..', 'generators', 'cli', 'lading.mjs');

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
  for (const version of ['1.41', '1.44']) {
    const document = execFileSync(process.execPath, [program, 'bundle', version], { maxBuffer: 64 * 1024 * 1024 });
    writeFileSync(join(folder, `v${version}.yaml`), document);
  }
  project.provide('documents', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
