// The table of what each part of the repository may import, and the ESLint rule that applies it. Data flows from the
// specification to the generator to the packages; tools may use all of them.
import { engineFolders } from './engine-folders.js';
import { importTarget } from './import-target.js';

const dataModels = 'generators/(diagnostics|document|ir|code|emitter)';
const steps = 'generators/(read|overlay|conversion-rules|normalize|compare|port-changes|lint|emit|write)';
const tests = '(test|testing|*.test.ts)';
const ownVersionOrBase = 'packages/v({version}|{base})/*:**';

/**
 * The first row whose `from` matches a file applies to it. A pattern is a folder with everything below it; `*` is one segment
 * of a path, `**` any number, `(a|b)` one of several. In `mayImport`, `{version}` has the same value as in `from`, and
 * `{base}` is any version that its packages extend. `folder:entry` is an entry point of a package, imported by the package's name, and
 * `folder:.` its main entry point; a pattern without an entry point covers both. `disk` is `node:fs`. The folder that `from`
 * matches may always import itself. The table does not cover third-party packages.
 *
 * @type {readonly {
 *   readonly from: string;
 *   readonly mayImport: readonly string[];
 *   readonly mayReexport?: readonly string[];
 *   readonly why: string;
 * }[]}
 */
export const boundaries = [
  // Tests of a part may use its real neighbours.
  {
    from: `generators/**/${tests}`,
    mayImport: ['generators', 'disk'],
    why: 'The generator is tested without packages.',
  },
  { from: `packages/runtime/**/${tests}`, mayImport: ['packages/runtime', 'disk'], why: 'Runtimes are tested alone.' },
  {
    from: `packages/emit/(testing|**/${tests})`,
    mayImport: ['packages/emit', 'generators:(emitter/testing|testing)', 'disk'],
    why: 'An emitter is tested as those of other people: the generator calls it.',
  },
  { from: `packages/**/${tests}`, mayImport: ['packages', 'disk'], why: 'Packages are tested with packages.' },

  { from: 'generators/vitest.win32.config.mjs', mayImport: ['vitest.config.ts'], why: 'It configures tests.' },

  // The generator: data models.
  { from: 'generators/ir', mayImport: [], why: 'The IR depends on nothing.' },
  { from: 'generators/diagnostics', mayImport: [], why: 'Every other folder reports its errors with it.' },
  {
    from: 'generators/document',
    mayImport: ['generators/diagnostics'],
    why: 'A data model imports no step.',
  },
  {
    from: 'generators/code',
    mayImport: ['generators/(diagnostics|ir)'],
    why: 'A data model imports no step.',
  },
  {
    from: 'generators/emitter',
    mayImport: ['generators/(ir|code|document|diagnostics)'],
    why: 'An emitter sees data models only.',
  },

  // The generator: steps, tasks, and programs that start them.
  {
    from: 'generators/(read|write)',
    mayImport: [dataModels, 'disk'],
    why: 'A step imports data models, no other step.',
  },
  {
    from: 'generators/emit/*',
    mayImport: ['generators/emitter'],
    why: 'An emitter imports what a custom one can, so that it works in any package: no other emitter, no disk.',
  },
  {
    from: 'generators/(overlay|conversion-rules|normalize|compare|port-changes|lint)',
    mayImport: [dataModels],
    why: 'A step imports data models: no other step, no disk.',
  },
  {
    from: 'generators/(bump|fetch|rebase)',
    mayImport: [dataModels, steps, 'disk'],
    why: 'A task is an order of steps; only the command line starts it.',
  },
  {
    from: 'generators/generate',
    mayImport: [dataModels, steps, 'generators/fetch', 'disk'],
    why: 'A task is an order of steps; it fetches missing documents, and knows no command line.',
  },
  {
    from: 'generators/(cli|nx|testing)',
    mayImport: ['generators', 'disk'],
    why: 'The generator writes packages only.',
  },
  {
    from: 'generators/examples',
    mayImport: ['generators:(.|emitter)', 'disk'],
    why: 'An example imports only what users can.',
  },

  // Runtimes: no generated code, no package above them.
  { from: 'packages/runtime/wire', mayImport: ['disk'], why: 'It is below all other packages.' },
  {
    from: 'packages/runtime/conversion',
    mayImport: ['packages/runtime/wire:.'],
    why: 'A runtime does not import generated code.',
  },
  {
    from: 'packages/runtime/values',
    mayImport: ['packages/runtime/wire:.'],
    why: 'A runtime does not import generated code, and this one runs without Node.',
  },
  {
    from: 'packages/runtime/mocks',
    mayImport: ['packages/runtime/(wire|values):.'],
    why: 'A runtime does not import generated code, and this one runs without Node.',
  },
  {
    from: 'packages/runtime/client',
    mayImport: ['packages/runtime/wire:(.|exact)', 'disk'],
    why: 'A runtime does not import generated code.',
  },
  {
    from: 'packages/runtime/fetch',
    mayImport: ['packages/runtime/wire:(.|exact)'],
    why: 'A runtime does not import generated code, and this one runs without Node.',
  },
  {
    from: 'packages/runtime/server',
    mayImport: ['packages/runtime/wire:(.|exact|json)', 'packages/runtime/conversion:.', 'disk'],
    why: 'A runtime does not import generated code.',
  },

  // Packages of one version: generated code, and handwritten code beside it.
  {
    from: 'packages/conversion-hooks',
    mayImport: ['packages/runtime/conversion:.'],
    why: 'Hooks work on messages of any version.',
  },
  {
    from: 'packages/v{version}/*/gen',
    mayImport: [ownVersionOrBase, 'packages/runtime/*:(codegen|exact)'],
    mayReexport: ['packages/runtime/*:.'],
    why: 'Generated code imports its own version, the one that it extends, and the entry points of runtimes for generated code.',
  },

  // Packages for all versions.
  {
    from: 'packages/conversions',
    mayImport: [
      'packages/v*/contract:(.|operations|schemas)',
      'packages/v*/types:.',
      'packages/runtime/conversion:(.|codegen)',
      'packages/runtime/wire:codegen',
      'packages/conversion-hooks:.',
    ],
    why: 'It imports the contracts and types that have packages; conversions and contracts are data for the runtimes, with the default hooks.',
  },
  {
    from: 'packages/bridge',
    mayImport: [
      'packages/conversions:(.|contracts|operations)',
      'packages/runtime/(wire|conversion|client):.',
      'packages/runtime/wire:json',
      'packages/runtime/server:host',
      'disk',
    ],
    why: 'It imports the conversions, contracts and operations of all versions, the host, and the main entry points of runtimes.',
  },
  {
    from: 'packages/(client|docs)/gen',
    mayImport: ['packages/v*/*:**', 'packages/runtime/*:codegen'],
    why: 'Generated code imports generated code of versions, and the entry points of runtimes for generated code.',
  },
  {
    from: 'packages/server/gen',
    mayImport: [
      'packages/v*/server:(.|exact)',
      'packages/conversions:(.|contracts)',
      'packages/runtime/server:codegen',
    ],
    why: 'It imports the servers of the versions, the conversions and contracts of all, and the entry point for generated code.',
  },
  {
    from: 'packages/client',
    mayImport: ['packages/v*/client:**', 'packages/runtime/client:.', 'disk'],
    why: 'It imports the clients of the versions and the main entry point of their runtime.',
  },
  ...engineFolders,
  {
    from: 'packages/engine',
    mayImport: [
      'packages/v*/(types|server):.',
      'packages/v*/contract:**',
      'packages/(server|runtime/wire):.',
      'packages/conversions:(.|contracts)',
      'disk',
    ],
    why: 'The engine is a server with conversions, and knows the types and schemas of versions, its base version among them.',
  },
  {
    from: 'packages/engine-images',
    mayImport: ['packages/engine:.', 'packages/v*/types:.', 'disk'],
    why: 'It uses the engine as tests do that add images of their own.',
  },
  {
    from: 'packages/emit/*',
    mayImport: ['generators:emitter'],
    why: 'An emitter in a package of its own imports what those of other people can.',
  },
  {
    from: 'packages/mcp',
    mayImport: [
      'packages/emit/mcp:runtime',
      'packages/(bridge|engine):.',
      'packages/v*/client:.',
      'packages/v*/docs:**',
      'disk',
    ],
    why: 'It serves an engine behind a bridge, with the tools of the reference.',
  },
  { from: 'packages/migrate', mayImport: ['disk'], why: 'It reads programs, and runs none.' },
  { from: 'packages/docs', mayImport: ['disk'], why: 'It finds the references of the versions at runtime.' },
  {
    from: 'packages/server/examples',
    mayImport: [
      'packages/(server|client|conversions):**',
      'packages/server/dist',
      'packages/v*/*:**',
      'packages/runtime/wire:.',
      'disk',
    ],
    why: 'An example imports only what users can.',
  },
  {
    from: 'packages/server',
    mayImport: ['packages/v*/server:**', 'packages/runtime/server:(.|hooks|metrics|mock|tracing|peer-credentials)'],
    why: 'It imports the servers of the versions and the entry points of their runtime for users.',
  },

  // Tools: nothing else imports them.
  {
    from: 'tools',
    mayImport: ['tools', 'packages', 'generators:(.|emitter|emitter/testing|testing)', 'vitest.config.js', 'disk'],
    why: 'Tools import the entry points of the generator: lading, lading/emitter, lading/emitter/testing, lading/testing.',
  },
];

const rows = boundaries.map((row) => ({ ...row, file: new RegExp(`^(${expression(row.from)})(?:/.*)?$`) }));

/**
 * Finds the row that an import violates.
 *
 * @param {string} file the path of the importing file in the repository
 * @param {{ readonly target: string, readonly isReexport?: boolean }} imported `target` is a result of importTarget
 * @param {(version: string) => readonly string[] | undefined} [basesOf] returns the versions that the packages of a version extend
 * @returns {{ readonly from?: string, readonly reason: string } | undefined} the row, and why the import is not allowed
 */
export function violation(file, { target, isReexport = false }, basesOf = () => undefined) {
  if (!/^(generators|packages|tools)\//.test(file)) return undefined;
  const row = rows.find((candidate) => candidate.file.test(file));
  if (row === undefined) return { reason: `${file} has no row in tools/lint/import-boundaries.js.` };
  const [, own, version] = row.file.exec(file) ?? [];
  const values = { version, base: version && basesOf(version)?.join('|') };
  const allowed = [own, ...row.mayImport, ...(isReexport ? (row.mayReexport ?? []) : [])];
  if (allowed.some((pattern) => covers(pattern, values, target))) return undefined;
  return { from: row.from, reason: `${own} must not import ${target.replace(/:\.$/, '')}. ${row.why}` };
}

function covers(pattern, values, target) {
  // A string that occurs in no path replaces the base of a version that extends none.
  const filled = pattern.replace(/\{(version|base)\}/g, (_, name) => values[name] ?? ' ');
  const below = filled.includes(':') ? '' : '(?:[/:].*)?';
  return new RegExp(`^${expression(filled)}${below}$`).test(target);
}

/** Converts a pattern of the table to a regular expression. */
function expression(pattern) {
  const parts = { '.': '\\.', '(': '(?:', '**': '.*', '*': '[^/:]*', '{version}': '([^/]+)' };
  return pattern.replace(/\{version\}|\*\*|[.(*]/g, (part) => parts[part]);
}

export default {
  meta: {
    type: 'problem',
    docs: { description: 'Imports obey the table of tools/lint/import-boundaries.js' },
    messages: { boundary: '{{reason}}' },
    schema: [],
  },
  create(context) {
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const { repository, versionBases } = context.settings;
      const { file, target } = importTarget(repository, context.filename, source);
      const found = target && violation(file, { target }, (version) => versionBases.get(version));
      if (found !== undefined) context.report({ node, messageId: 'boundary', data: found });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
