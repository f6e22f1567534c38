import { defineConfig } from 'vitest/config';
import shared from '../../../vitest.config.js';

export default defineConfig({
  test: {
    provide: shared.test?.provide ?? {},
    reporters: shared.test?.reporters ?? [],
    include: ['test/**/*.test.ts'],
    exclude: shared.test?.exclude ?? [],
    // A run of few may draw none of its files, all of which are heavy.
    passWithNoTests: true,
    globalSetup: ['./harness/built-site.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One browser at a time, so that measurements do not disturb each other.
    fileParallelism: false,
  },
});
