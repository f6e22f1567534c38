/** Bundles the documents that recordings are validated against, once for all test files. */
import type { TestProject } from 'vitest/node';
import { bundle } from '../../conformance/check/document.js';

declare module 'vitest' {
  interface ProvidedContext {
    documents: Readonly<Record<'1.41' | '1.44', object>>;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('documents', { '1.41': (await bundle('1.41')).root, '1.44': (await bundle('1.44')).root });
}
