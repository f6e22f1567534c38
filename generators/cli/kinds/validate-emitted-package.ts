/** Validates the output of a custom emitter. */
import type { EmittedPackage } from '../../emitter/index.js';
import { assertConforms } from '../validate-config.js';

const symbolSchema = {
  type: 'object',
  required: ['name', 'home'],
  properties: {
    name: { type: 'string', minLength: 1 },
    home: {
      type: 'object',
      required: ['package', 'path'],
      properties: {
        package: { type: 'string' },
        path: {
          type: 'string',
          pattern: '^gen/(?!index\\.ts$)([a-z0-9][a-z0-9-]*/)*[a-z0-9][a-z0-9-]*\\.ts$',
          description: 'A module of lower-case letters, digits and - that is not called index.',
        },
      },
    },
  },
};

const packageSchema = {
  type: 'object',
  required: ['description'],
  additionalProperties: false,
  properties: {
    description: { type: 'string' },
    declarations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['symbols', 'statements'],
        properties: { symbols: { type: 'array', minItems: 1, items: symbolSchema }, statements: { type: 'array' } },
      },
    },
    about: { type: 'object', additionalProperties: { type: 'string' } },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'text'],
        properties: {
          path: {
            type: 'string',
            pattern: '\\.(json|md|yaml|txt)$',
            description: 'A path below gen/ that ends in .json, .md, .yaml or .txt.',
          },
          text: { type: 'string' },
        },
      },
    },
    dependencies: { type: 'object', additionalProperties: { type: 'string' } },
    compilerOptions: { type: 'object' },
    readme: { type: 'string' },
  },
};

/** @param place the file of the emitter @throws EMITTER_STRUCTURE */
export function validateEmittedPackage(value: unknown, place: string): EmittedPackage {
  assertConforms(value, packageSchema, place, 'EMITTER_STRUCTURE');
  return value as EmittedPackage;
}
