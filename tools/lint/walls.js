// The walls of the house as a lint rule: data flows one way, and every import goes with it.
//
//   spec → generators → packages, never back; tools may look at everything, and nothing shipped looks at tools.
//   Inside generators/: a verb imports nouns, never another verb; a noun imports no verb; ir imports nothing;
//   an emitter imports no other emitter; only the roots (cli, nx) know all.
//   Inside packages/: a runtime knows no generated code, and runtime/wire no other package of ours.
import { dirname, relative, resolve, sep } from 'node:path';

const nouns = ['diagnostics', 'document', 'ir', 'code', 'emitter'];
const verbs = ['read', 'overlay', 'conversion-rules', 'normalize', 'compare', 'port-changes', 'lint', 'emit', 'write'];
// What people do to a specification: each names an order of steps.
const tasks = ['bump', 'rebase'];
// Examples are what users of the generator write.
const roots = ['cli', 'nx', 'examples'];

/** What each noun may import besides itself. */
const nounImports = {
  diagnostics: [],
  document: ['diagnostics'],
  ir: [],
  code: ['diagnostics', 'ir'],
  emitter: ['ir', 'code'],
};

export default {
  meta: {
    type: 'problem',
    docs: { description: 'Imports follow the direction of the data' },
    messages: { wall: '{{reason}}' },
    schema: [],
  },
  create(context) {
    const root = context.settings.repository;
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const from = parts(root, context.filename);
      if (!source.startsWith('.')) {
        const reason = brokenByName(from, source);
        if (reason !== undefined) context.report({ node, messageId: 'wall', data: { reason } });
        return;
      }
      const to = parts(root, resolve(dirname(context.filename), source));
      const reason = broken(from, to);
      if (reason !== undefined) context.report({ node, messageId: 'wall', data: { reason } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** Why the import of a package is not allowed, or nothing. */
export function brokenByName([home, room, place], name) {
  if (home !== 'packages' || room !== 'runtime') return undefined;
  if (/^@lading\/(types|client|server|overlay|docs)(-v|$)/.test(name)) return 'A runtime knows no generated code.';
  if (place === 'wire' && name.startsWith('@lading/')) return 'runtime/wire stands below all others.';
  return undefined;
}

/** Why the import is not allowed, or nothing. Paths as their segments below the repository. */
export function broken(from, to) {
  const [home, room] = from;
  const [target, place] = to;
  if (home !== 'generators' && home !== 'packages') return undefined;
  if (target === 'tools') return 'Nothing that is shipped imports tools/.';
  if (home === 'packages' && target === 'generators') return 'packages/ knows nothing of generators/.';
  if (home === 'generators' && target === 'packages') return 'generators/ writes packages/ and never reads them.';
  if (home !== 'generators' || target !== 'generators') return undefined;
  // Tests drive a verb with real parts of its neighbours.
  if (from.includes('test') || from.includes('testing') || room === place) return withinEmit(from, to);
  if (roots.includes(room)) return undefined;
  if (roots.includes(place)) return `Only the roots know the order: ${room}/ must not import ${place}/.`;
  if (tasks.includes(place)) return `Only the roots run tasks: ${room}/ must not import ${place}/.`;
  if (nouns.includes(room) && verbs.includes(place)) return `The noun ${room}/ must not import the verb ${place}/.`;
  if (nouns.includes(room) && !nounImports[room].includes(place)) return `The noun ${room}/ must not import ${place}/.`;
  if (verbs.includes(room) && verbs.includes(place)) return `The verb ${room}/ must not import the verb ${place}/.`;
  return undefined;
}

function withinEmit(from, to) {
  if (from.includes('test') || from[1] !== 'emit' || to[1] !== 'emit' || from[2] === to[2]) return undefined;
  return `The emitter ${from[2]}/ must not import the emitter ${to[2]}/.`;
}

function parts(root, path) {
  return relative(root, path).split(sep);
}
