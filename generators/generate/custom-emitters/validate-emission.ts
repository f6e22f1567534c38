/** Validates the output of a custom emitter. */
import { LadingError } from '../../diagnostics/index.js';
import type { ApiEmission, Emission } from '../../emitter/index.js';
import { folded, pathError } from '../../write/index.js';
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

const declarationSchema = {
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
};

const moduleSchema = {
  type: 'object',
  required: ['package', 'path', 'about', 'declarations', 'reexports'],
  properties: {
    package: { type: 'string' },
    path: {
      type: 'string',
      pattern: '^gen/([a-z0-9][a-z0-9-]*/)*[a-z0-9][a-z0-9-]*\\.ts$',
      description: 'A module of lower-case letters, digits and - below gen/.',
    },
    about: { type: 'string' },
    declarations: { type: 'array' },
    reexports: { type: 'array' },
  },
};

const manifestSchema = {
  type: 'object',
  required: ['description'],
  additionalProperties: false,
  properties: {
    description: { type: 'string', pattern: '\\S', description: 'A sentence.' },
    entries: {
      type: 'array',
      items: {
        type: 'string',
        pattern: '^([a-z0-9][a-z0-9-]*/)*[a-z0-9][a-z0-9-]*$',
        description: 'The path of a module below gen/, without its extension.',
      },
    },
    runtime: {
      type: 'object',
      required: ['package', 'version'],
      properties: { package: { type: 'string' }, version: { type: 'string' } },
    },
    dependencies: {
      type: 'object',
      propertyNames: {
        pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$',
        description: 'The names of npm packages.',
      },
      additionalProperties: { type: 'string', pattern: '\\S', description: 'A version range.' },
    },
    globals: { type: 'array', items: { type: 'string' } },
    compilerOptions: { type: 'object' },
    packageJson: {
      type: 'object',
      additionalProperties: false,
      properties: { exports: {}, files: { type: 'array' }, bin: {}, scripts: {}, nx: {} },
    },
    readme: { type: ['string', 'object'], description: 'Markdown, or a template with its variables.' },
  },
};

const emissionSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    declarations: { type: 'array', items: declarationSchema },
    about: { type: 'object', additionalProperties: { type: 'string' } },
    modules: { type: 'array', items: moduleSchema },
    files: {
      type: 'array',
      description: 'An array of files.',
      items: {
        type: 'object',
        required: ['path'],
        anyOf: [{ required: ['text'] }, { required: ['json'] }],
        properties: {
          path: { type: 'string' },
          text: { type: 'string', description: 'A string; bytes are in base64, with "encoding": "base64".' },
          encoding: { type: 'string', pattern: '^base64$', description: '"base64", or none for text.' },
        },
        description: 'An object with a "path", and a "text" that is a string or a "json" that is data.',
      },
    },
    manifest: manifestSchema,
    symbols: {},
    retained: {},
  },
};

const returnContent = 'Return an object such as { "manifest": { "description" }, "declarations" } or { "files" }';

const apiEmissionSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    modules: emissionSchema.properties.modules,
    files: emissionSchema.properties.files,
    dependencies: manifestSchema.properties.dependencies,
  },
};

/** @throws EMITTER_STRUCTURE */
export function validateEmission(value: unknown, call: EmitterCall): Emission {
  const emission = validated(value, emissionSchema, call) as Emission;
  if ((emission.declarations ?? []).length > 0 && emission.manifest === undefined)
    throw outputError(
      call,
      'it has declarations, but no manifest, so that their package would have no package.json',
      'Add "manifest": { "description" }, or return "files"',
    );
  return emission;
}

/** @throws EMITTER_STRUCTURE */
export function validateApiEmission(value: unknown, call: EmitterCall): ApiEmission {
  return validated(value, apiEmissionSchema, call) as ApiEmission;
}

function validated(value: unknown, schema: object, call: EmitterCall): Emission | ApiEmission {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const returned = value === undefined ? 'nothing' : value === null ? 'null' : `a value of type ${typeOf(value)}`;
    throw outputError(call, `"emit" returned ${returned}`, returnContent);
  }
  assertSettled(value, call);
  try {
    assertConforms(value, schema, call.place, 'EMITTER_STRUCTURE');
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { subject, place, remedy } = error.problem;
    throw outputError({ ...call, place }, subject, remedy);
  }
  const emission = value as Emission;
  assertPaths(emission, call);
  return emission;
}

/** Asserts that no part is a promise: an asynchronous function that is not awaited returns one. */
function assertSettled(value: object, call: EmitterCall): void {
  for (const [key, part] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
    if (isPromise(part)) throw outputError(call, `"${key}" is a promise`, 'Await it in "emit"');
    const index = Array.isArray(part) ? part.findIndex(isPromise) : -1;
    if (index >= 0)
      throw outputError(
        { ...call, place: `${call.place}#/${key}/${index}` },
        'a promise is not its value',
        `Await all of them in "emit": await Promise.all(…)`,
      );
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Asserts that every file is in the folder of the package and has a path of its own. */
function assertPaths({ files = [], modules = [], declarations, manifest }: Emission, call: EmitterCall): void {
  const inFiles = files.map(({ path }, index) => ({ path, place: `${call.place}#/files/${index}/path` }));
  const inModules = modules.map(({ path }, index) => ({ path, place: `${call.place}#/modules/${index}/path` }));
  for (const { path, place } of inFiles) {
    const reason = pathError(path);
    if (reason !== undefined)
      throw outputError(
        { ...call, place },
        `the path ${JSON.stringify(path)} ${reason}`,
        'Name a path in the folder of the package, such as gen/schemas.json',
      );
  }
  // Characters that are not base64 would be skipped.
  const broken = files.findIndex((file) => 'encoding' in file && !isBase64(file.text));
  if (broken >= 0)
    throw outputError(
      { ...call, place: `${call.place}#/files/${broken}/text` },
      'the text is not base64',
      'Write the bytes with buffer.toString("base64"), or leave out "encoding"',
    );
  const declared = new Set(declarations?.flatMap(({ symbols }) => symbols.map(({ home }) => home.path)));
  const written = [
    ...[...declared, ...(declarations ? ['gen/index.ts'] : [])].map((path) => ({ path, by: 'a module' })),
    ...(manifest ? ['package.json', 'tsconfig.json', 'README.md'] : []).map((path) => ({ path, by: 'the manifest' })),
  ];
  // Two names that differ in case only are one file on some systems.
  const taken = new Map(written.map(({ path, by }) => [folded(path), `${path} of ${by}`]));
  for (const { path, place } of [...inModules, ...inFiles]) {
    const other = taken.get(folded(path));
    if (other !== undefined)
      throw outputError({ ...call, place }, `two files have one path, ${other} and ${path}`, 'Give each another path');
    taken.set(folded(path), path);
  }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
