/** The embedded implementations of the ports, and those on disk, pass the conformance tests. */
import { describe, it } from 'vitest';
import { MemoryBlobs } from '../src/adapters/memory-blobs.js';
import { ManualClock } from '../src/adapters/manual-clock.js';
import { RealClock } from '../src/adapters/real-clock.js';
import { DiskBlobs } from '../src/disk/disk-blobs.js';
import { LmdbStore } from '../src/disk/lmdb-store.js';
import { StoredFilesystem } from '../src/disk/stored-filesystem.js';
import { MemoryFilesystem } from '../src/filesystem/memory-filesystem.js';
import { MemoryTree, newFolder } from '../src/filesystem/memory-tree.js';
import { RandomIds } from '../src/adapters/random-ids.js';
import { LoopbackDriver } from '../src/adapters/loopback-driver.js';
import { RecordingDriver } from '../src/adapters/recording-driver.js';
import { DistributionClient } from '../src/registry/distribution-client.js';
import { MemoryRegistry } from '../src/registry/memory-registry.js';
import { Programs } from '../src/runtime/programs.js';
import { SimulatedRuntime } from '../src/runtime/simulated-runtime.js';
import { MemoryStore } from '../src/adapters/memory-store.js';
import * as cases from '../src/conformance/index.js';

function conforms<Port>(
  name: string,
  all: readonly cases.ConformanceCase<Port>[],
  open: (folder: string) => Port | Promise<Port>,
  close: (port: Port) => Promise<void> | void = () => undefined,
): void {
  describe(name, () => {
    for (const { name: rule, run } of all)
      it(rule, async () => {
        const folder = temporaryFolder();
        const port = await open(folder);
        try {
          await run(port);
        } finally {
          await close(port);
        }
      });
  });
}

conforms('MemoryStore', cases.storeCases, () => new MemoryStore());
conforms(
  'LmdbStore',
  cases.storeCases,
  (folder) => new LmdbStore(folder),
  (store) => store.close(),
);
conforms('MemoryBlobs', cases.blobsCases, () => new MemoryBlobs());
conforms('DiskBlobs', cases.blobsCases, (folder) => new DiskBlobs(folder));
conforms('MemoryFilesystem', cases.filesystemCases, () => new MemoryFilesystem());
conforms(
  'StoredFilesystem',
  cases.filesystemCases,
  (folder) => new StoredFilesystem(new MemoryStore(), new DiskBlobs(folder)),
);
conforms('RealClock', cases.clockCases, () => ({
  clock: new RealClock(),
  pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));
conforms('ManualClock', cases.clockCases, () => {
  const clock = new ManualClock();
  return { clock, pass: (milliseconds: number) => clock.advance(milliseconds) };
});
conforms('RandomIds', cases.idsCases, () => new RandomIds());
conforms('LoopbackDriver', cases.networkDriverCases, () => new LoopbackDriver());
conforms('RecordingDriver', cases.networkDriverCases, () => new RecordingDriver());
conforms('SimulatedRuntime', cases.runtimeCases, () => ({
  runtime: new SimulatedRuntime(new RealClock(), new Programs()),
  files: MemoryTree.of([['/tmp', newFolder()]]),
}));
conforms('DistributionClient', cases.registryCases, () => {
  const memory = new MemoryRegistry();
  memory.createsImages = false;
  const access = (repository: string) => ({
    host: 'registry.test',
    repository,
    credentials: { username: 'me', password: 'secret' },
  });
  return { registry: new DistributionClient(memory.fetch), access: access('one'), other: access('two') };
});
