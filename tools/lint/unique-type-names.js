// A type name has one meaning in a package: an ESLint rule that reports an interface, type alias, class or enum whose name
// another file of the same package declares too.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ignoredFolders = new Set(['node_modules', 'dist', 'gen', 'installs', 'programs']);

/** The files of each package that declare a type name at top level, by folder of the package. A run of ESLint reads them once. */
const declarationsByPackage = new Map();

/** @type {import('eslint').Rule.RuleModule} */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'A type name is declared once in a package.' },
    messages: {
      repeated: '"{{name}}" is also declared in {{files}}. Share one declaration, or give each its specific name.',
    },
    schema: [],
  },
  create(context) {
    const folder = packageOf(context.filename);
    if (folder === undefined) return {};
    const report = (node) => {
      const isTopLevel = node.parent.type === 'Program' || node.parent.parent?.type === 'Program';
      if (!isTopLevel || node.id === null) return;
      const files = [...(declarationsOf(folder).get(node.id.name) ?? [])].filter((file) => file !== context.filename);
      if (files.length === 0) return;
      const data = { name: node.id.name, files: files.map((file) => relative(folder, file)).join(', ') };
      context.report({ node: node.id, messageId: 'repeated', data });
    };
    return {
      TSInterfaceDeclaration: report,
      TSTypeAliasDeclaration: report,
      TSEnumDeclaration: report,
      ClassDeclaration: report,
    };
  },
};

function packageOf(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return undefined;
}

function declarationsOf(folder) {
  let declarations = declarationsByPackage.get(folder);
  if (declarations === undefined) {
    declarations = new Map();
    for (const file of sourcesIn(folder)) {
      for (const name of typeNamesIn(file)) {
        if (!declarations.has(name)) declarations.set(name, new Set());
        declarations.get(name).add(file);
      }
    }
    declarationsByPackage.set(folder, declarations);
  }
  return declarations;
}

/** Parsed, not searched: code that a generator writes into strings declares types too. */
function typeNamesIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const isDeclaration = (node) =>
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node);
  return source.statements.filter(isDeclaration).flatMap(({ name }) => (name === undefined ? [] : [name.text]));
}

/** A folder with a package.json is a separate package, and is left out. */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : [];
    const isSeparate = ignoredFolders.has(entry.name) || existsSync(join(path, 'package.json'));
    return entry.isDirectory() && !isSeparate ? sourcesIn(path) : [];
  });
}
