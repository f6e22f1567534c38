import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    // A real engine on a busy machine may fail once; a real error occurs twice.
    retry: 1,
    hookTimeout: 60_000,
    // An engine has one swarm, one set of images and one stream of events.
    fileParallelism: false,
    // A test counts open sockets; threads of one process would count each other's.
    pool: 'forks',
    globalSetup: ['./documents.ts'],
    reporters: ['default', './call-coverage.ts'],
  },
});
