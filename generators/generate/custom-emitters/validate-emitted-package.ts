/** Validates the output of a custom emitter. */
import { LadingError } from '../../diagnostics/index.js';
import type { EmittedPackage } from '../../emitter/index.js';
import { assertConforms } from '../validate-config.js';
import { outputError, type EmitterCall } from './output-error.js';

const symbolSchema = {
  type: 'object',
  required: ['name', 'home'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[\\p{ID_Start}$_][\\p{ID_Continue}$]*$',
      description: 'An identifier; the functions "identifier", "camelCase" and "pascalCase" make one of any text.',
    },
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
    description: { type: 'string', pattern: '\\S', description: 'A sentence.' },
    declarations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['symbols', 'statements'],
        properties: {
          symbols: { type: 'array', minItems: 1, items: symbolSchema },
          statements: {
            type: 'array',
            minItems: 1,
            items: { type: ['string', 'object'], description: 'A string, or a structure of ts-morph.' },
          },
        },
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
            pattern: '^(?![./])(?!.*(/\\.|//|\\\\)).+\\.(json|md|yaml|txt)$',
            description: 'A path below gen/ that ends in .json, .md, .yaml or .txt, without segments of dots.',
          },
          text: { type: 'string' },
        },
      },
    },
    dependencies: {
      type: 'object',
      propertyNames: {
        pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$',
        description: 'The names of npm packages.',
      },
      additionalProperties: { type: 'string', pattern: '\\S', description: 'A version range.' },
    },
    compilerOptions: { type: 'object' },
    readme: { type: 'string' },
  },
};

/** @throws EMITTER_STRUCTURE */
export function validateEmittedPackage(value: unknown, call: EmitterCall): EmittedPackage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const returned = value === undefined ? 'nothing' : value === null ? 'null' : `a value of type ${typeOf(value)}`;
    throw outputError(call, `"emit" returned ${returned}`, 'Return an object with a "description"');
  }
  try {
    assertConforms(value, packageSchema, call.place, 'EMITTER_STRUCTURE');
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { subject, place, remedy } = error.problem;
    throw outputError({ ...call, place }, subject, remedy);
  }
  const emitted = value as EmittedPackage;
  const files = new Map<string, string>();
  for (const { path } of emitted.files ?? []) {
    // Two names that differ in case only are one file on some systems.
    const other = files.get(path.toLowerCase());
    if (other !== undefined)
      throw outputError(call, `two files have one path, gen/${other} and gen/${path}`, 'Give each file another path');
    files.set(path.toLowerCase(), path);
  }
  return emitted;
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
