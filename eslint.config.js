// Lint: TypeScript's recommended rules, no `any`, and the import boundaries.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import importBoundaries from './tools/lint/import-boundaries.js';
import uniqueTypeNames from './tools/lint/unique-type-names.js';
import { versionBases } from './tools/lint/version-bases.js';

const repository = dirname(fileURLToPath(import.meta.url));

/** To write several properties in one line is no reason for an object of their own. */
const literalSpread = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties themselves.',
};

/** A worker loads a module once for all of its test files, so its hooks would be those of the first file. */
const sharedHook = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]',
  message:
    'Only a test file has hooks at its top: call onTestFinished where something is created, or export a function.',
};
const syntax = ['error', literalSpread, sharedHook];

export default tseslint.config(
  {
    ignores: ['**/gen/**', '**/dist/**', '**/node_modules/**', '.nx/**', 'tools/properties/programs/**'],
  },
  ...tseslint.configs.recommended,
  {
    settings: { repository, versionBases: versionBases(repository) },
    plugins: { lading: { rules: { 'import-boundaries': importBoundaries, 'unique-type-names': uniqueTypeNames } } },
    rules: {
      'lading/import-boundaries': 'error',
      'lading/unique-type-names': 'error',
      // A name says what the value is; these say how it came to be.
      'id-denylist': ['error', 'known', 'made', 'said', 'told', 'same', 'gone', 'kept'],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-restricted-syntax': syntax,
    },
  },
  // A preload script of Node is a CommonJS file.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // A path is the same text on every system wherever it may be written or printed.
  {
    files: ['generators/**/*.ts'],
    ignores: [
      '**/test/**',
      '**/*.test.ts',
      '**/*.config.ts',
      'generators/{testing,examples}/**',
      'generators/document/path.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:path', 'path'].map((name) => ({
            name,
            allowImportNames: ['posix'],
            message: 'Import generators/document/path.js, whose paths have slashes on Windows, too.',
          })),
        },
      ],
    },
  },
  // `lint` reports what `generate` rejects without emitting anything. update-dependencies.ts edits a file of the user.
  {
    files: ['generators/emit/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        ...syntax,
        {
          selector: 'NewExpression[callee.name="LadingError"]',
          message: 'An emitter rejects no document: reject it in generators/normalize, where lint finds it, too.',
        },
      ],
    },
  },
  { files: ['**/*.test.ts', 'vitest.setup.ts'], rules: { 'no-restricted-syntax': ['error', literalSpread] } },
  // Tables of given and wanted may be long.
  { files: ['**/test/**', '**/testing/**'], rules: { 'max-lines': 'off' } },
);
