import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  test: {
    provide: shared.test?.provide ?? {},
    reporters: shared.test?.reporters ?? [],
    setupFiles: shared.test?.setupFiles ?? [],
    include: ['test/**/*.test.ts'],
    exclude: shared.test?.exclude ?? [],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['./test/testing/published.ts'],
    pool: 'threads',
  },
});
