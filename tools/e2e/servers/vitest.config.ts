import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    // A real engine on a busy machine may fail once; a real error occurs twice.
    retry: 1,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
