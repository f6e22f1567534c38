/** The settings of all tests, with time for a test that counts which faults it reaches. */
import { mergeConfig } from 'vitest/config';
import settings from '../../../vitest.config.js';

export default mergeConfig(settings, { test: { testTimeout: 600_000, hookTimeout: 600_000 } });
