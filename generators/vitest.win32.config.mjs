// Runs the tests of the generator with the paths of Windows: `node:path` is `path.win32`, and `node:fs` takes backslashes:
// `npx vitest run --config vitest.win32.config.mjs --root .`. It proves that paths with backslashes are neither written nor
// digested, compared or printed. It proves nothing about the file systems and processes of Windows. A short run takes the tests
// of the modules that write, compare and print most paths, a full run all tests. Programs that tests start have the paths of their own
// system.
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from '../vitest.config.ts';

const sample = ['document/test/*', 'overlay/test/*', 'read/test/bundle', 'write/test/write-tree'].map(
  (name) => `${name}.test.ts`,
);

const file = (name) => fileURLToPath(new URL(`cli/test/win32/${name}.ts`, import.meta.url));

const { isFullRun } = config.test.provide;
const windows = mergeConfig(config, {
  test: { setupFiles: [file('setup')] },
  plugins: [
    {
      name: 'windows-paths',
      enforce: 'pre',
      // Vite resolves modules of Node before plugins can.
      transform(code, id) {
        if (/\/(node_modules|dist|test\/win32)\/|\/faults\.ts$/.test(id)) return undefined;
        return code.replace(
          /^((?:import|export|\}).*\bfrom )(['"])node:(path|fs|child_process|module)\2/gm,
          (_, start, quote, name) => `${start}${quote}${file(name)}${quote}`,
        );
      },
    },
  ],
});

windows.test.include = isFullRun ? ['**/*.test.ts'] : sample;
// Values are few in every run: the usual run takes more of them.
windows.test.provide = { ...windows.test.provide, isFullRun: false, isExhaustiveRun: false };

export default windows;
