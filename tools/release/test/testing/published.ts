/** The global setup: installs the runners, starts a registry, and publishes a copy of the workspace to it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { recordOf } from '../../src/record.js';
import { diffOf } from '../../src/changelog.js';
import { prepare, release, type ReleaseOptions } from '../../src/release.js';
import { installConsumer } from './consumer.js';
import { startRegistry } from '../../registry/registry.mjs';
import { missingGroup } from '@lading/run/installs';
import { useSettings } from './settings.js';
import { copyWorkspace, packRepository, root } from './workspace-copy.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The reason why there is no registry; empty if there is one. */
    missing: string;
    registry: string;
    /** The path of an npm configuration with an account of the registry. */
    npmrc: string;
    /** The folder of the published copy. */
    copy: string;
    /** A folder in which every package is installed. */
    consumer: string;
  }
}

export default async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const isFullRun = config.provide.isFullRun === true;
  const missing = isFullRun ? missingGroup('registry') : 'only a full run, LADING_RUNS=full, publishes to a registry';
  const folder = mkdtempSync(join(tmpdir(), 'lading-publish-'));
  const [copy, npmrc, consumer] = [join(folder, 'workspace'), join(folder, 'npmrc'), join(folder, 'consumer')];
  provide('missing', missing ?? '');
  provide('npmrc', npmrc);
  provide('copy', copy);
  provide('consumer', consumer);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (missing !== undefined) {
    if (isFullRun && process.env['LADING_REGISTRY_REQUIRED'] === '1') throw new Error(missing);
    console.warn(`SKIPPED: no registry to publish to: ${missing}`);
    provide('registry', '');
    return async () => remove();
  }
  const registry = await startRegistry(join(folder, 'registry'));
  try {
    provide('registry', registry.url);
    writeFileSync(npmrc, `//${new URL(registry.url).host}/:_authToken=nobody\nupdate-notifier=false\n`);
    useSettings(npmrc);
    copyWorkspace(await packRepository(), copy);
    const options = releaseOptions(copy, registry.url);
    await release(await prepare(options), options);
    await installConsumer(consumer, registry.url);
  } catch (error) {
    await registry.stop();
    remove();
    throw error;
  }
  return async () => {
    await registry.stop();
    remove();
  };
}

/** The options of a release of the copy: with the record of the copy, and API changes from the repository. */
export function releaseOptions(copy: string, registry: string, notes: readonly string[] = []): ReleaseOptions {
  const record = recordOf(root, ['--spec', join(copy, 'spec'), '--packages', join(copy, 'packages')]);
  return { root: copy, registry, groups: [], notes, provenance: false, diff: diffOf(root), record };
}
