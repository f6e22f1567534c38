import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['./judge/built-site.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One browser at a time: what is measured should not wait for another.
    fileParallelism: false,
  },
});
