/**
 * The settings of all tests, with time for a test that counts which faults it reaches. With a cache of modules, vitest finds no test
 * of a file when it runs tests for the second time.
 */
import { mergeConfig } from 'vitest/config';
import settings from '../../../vitest.config.js';

export default mergeConfig(settings, {
  test: { testTimeout: 600_000, hookTimeout: 600_000, experimental: { fsModuleCache: false } },
});
