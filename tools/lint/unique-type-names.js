// A type name has one meaning in a package: an ESLint rule that reports an interface, type alias, class or enum whose name
// another file of the same package declares too.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

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
      const declaring = declarationsOf(folder).get(node.id.name) ?? [];
      const files = [...new Set(declaring)].filter((file) => file !== context.filename);
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
  const earlier = declarationsByPackage.get(folder);
  if (earlier !== undefined) return earlier;
  const declarations = new Map();
  for (const file of sourcesIn(folder))
    for (const name of typeNamesIn(file)) declarations.set(name, [...(declarations.get(name) ?? []), file]);
  declarationsByPackage.set(folder, declarations);
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
  const ignored = ['**/{node_modules,dist,gen,installs,programs}/**', '**/*.d.ts'];
  const separate = globSync('*/**/package.json', { cwd: folder, ignore: ignored }).map((path) => dirname(path));
  const ignore = [...ignored, ...separate.map((path) => `${path}/**`)];
  return globSync('**/*.ts', { cwd: folder, absolute: true, ignore }).map(normalize);
}
