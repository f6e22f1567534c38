import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  test: {
    ...shared.test,
    isolate: true,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['./test/testing/published.ts'],
  },
});
