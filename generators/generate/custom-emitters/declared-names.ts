/** Parses emitted TypeScript, and finds the names that it declares. */
import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';
import { parseConstant } from '../../code/layout/parse-code.js';

export interface ParsedCode {
  readonly names: readonly DeclaredName[];
  /** What it imports. */
  readonly imported: readonly string[];
  /** The first syntax error, with the line that contains it. */
  readonly error?: string;
}

/** A name at the top level of a module. */
export interface DeclaredName {
  /** The name; `*` for all names of another module. */
  readonly name: string;
  readonly isExported: boolean;
  /** Whether it exists only as a type. */
  readonly isType: boolean;
  /** The declarations that exclude each other; of others, such as overloads, a name may have several. */
  readonly exclusive?: 'value' | 'type';
}

// Loaded only for code that is not read without it, since it contains a compiler.
const require = createRequire(import.meta.url);

export function parse(texts: readonly string[]): readonly ParsedCode[] {
  const simple = texts.map(simpleNames);
  const others = texts.filter((_text, index) => simple[index] === undefined);
  const rest = others.length === 0 ? [] : compiled(others);
  let next = 0;
  return simple.map((names) => (names === undefined ? rest[next++] : { names, imported: [] })) as readonly ParsedCode[];
}

/** The names of constants and functions; undefined for other code and for what is invalid, of which a compiler says why. */
function simpleNames(text: string): readonly DeclaredName[] | undefined {
  const constant = parseConstant(text)?.tree.name;
  if (constant !== undefined) return [{ name: constant, isExported: true, isType: false, exclusive: 'value' }];
  if (!/^export function /m.test(text) || /\b(?:import|require)\b/.test(text)) return undefined;
  const { parsers } = require('prettier/plugins/babel') as typeof import('prettier/plugins/babel');
  const parseText = parsers['babel-ts'].parse as (text: string, options: object) => BabelFile;
  let statements: BabelFile['program']['body'];
  try {
    statements = parseText(text, {}).program.body;
  } catch {
    return undefined;
  }
  const functions = statements.map(({ type, declaration }) =>
    type === 'ExportNamedDeclaration' && declaration?.type === 'FunctionDeclaration' ? declaration.id.name : undefined,
  );
  if (functions.includes(undefined)) return undefined;
  return functions.map((name = '') => ({ name, isExported: true, isType: false, exclusive: 'value' }));
}

/** What is read of the tree of a module. */
interface BabelFile {
  readonly program: {
    readonly body: readonly {
      readonly type: string;
      readonly declaration?: { readonly type: string; readonly id: { readonly name: string } } | null;
    }[];
  };
}

function compiled(texts: readonly string[]): readonly ParsedCode[] {
  const { ts } = require('ts-morph') as { readonly ts: typeof TypeScript };
  const names = texts.map((_text, index) => `/${index}.ts`);
  const files = texts.map((text, index) =>
    ts.createSourceFile(names[index] ?? '', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS),
  );
  const fileOf = (name: string) => files[names.indexOf(name)];
  // A program, since only a program has a public function for the syntax errors of a file.
  const program = ts.createProgram({
    rootNames: names,
    options: { noResolve: true, noLib: true, types: [], target: ts.ScriptTarget.Latest },
    host: {
      fileExists: (name) => fileOf(name) !== undefined,
      readFile: (name) => fileOf(name)?.text,
      getSourceFile: fileOf,
      getDefaultLibFileName: () => 'lib.d.ts',
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  });
  return files.map((file): ParsedCode => {
    const [first] = program.getSyntacticDiagnostics(file);
    const imported = ts.preProcessFile(file.text, true, true).importedFiles.map(({ fileName }) => fileName);
    if (first === undefined) return { names: declaredNames(file, ts), imported };
    const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
    const lines = file.text.split('\n');
    const line = lines[file.getLineAndCharacterOfPosition(first.start).line]?.trim() || lines.at(-1)?.trim() || '';
    return { names: [], imported, error: `${message}, at \`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\`` };
  });
}

function declaredNames(file: TypeScript.SourceFile, ts: typeof TypeScript): readonly DeclaredName[] {
  return file.statements.flatMap((statement): readonly DeclaredName[] => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: TypeScript.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
    const isExported = has(ts.SyntaxKind.ExportKeyword) && !has(ts.SyntaxKind.DefaultKeyword);
    const named = (name: string, isType: boolean, exclusive?: 'value' | 'type') => [
      { name, isExported, isType, ...(exclusive && { exclusive }) },
    ];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        namesIn(name, ts).flatMap((one) => named(one, false, 'value')),
      );
    if (ts.isFunctionDeclaration(statement)) return named(statement.name?.text ?? '', false, statement.body && 'value');
    if (ts.isClassDeclaration(statement)) return named(statement.name?.text ?? '', false, 'value');
    if (ts.isInterfaceDeclaration(statement)) return named(statement.name.text, true);
    if (ts.isTypeAliasDeclaration(statement)) return named(statement.name.text, true, 'type');
    if (ts.isEnumDeclaration(statement) || ts.isModuleDeclaration(statement)) return named(statement.name.text, false);
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause: clause, isTypeOnly } = statement;
    if (clause === undefined) return [{ name: '*', isExported: true, isType: isTypeOnly }];
    const exported = ts.isNamedExports(clause) ? clause.elements : [clause];
    return exported.map((one) => ({
      name: one.name.text,
      isExported: true,
      isType: isTypeOnly || (ts.isExportSpecifier(one) && one.isTypeOnly),
    }));
  });
}

/** Returns a name that a module declares twice. */
export function duplicateIn(names: readonly DeclaredName[]): string | undefined {
  const seen = new Set<string>();
  return names.find(({ name, exclusive }) => {
    if (exclusive === undefined) return false;
    const key = `${exclusive} ${name}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  })?.name;
}

function namesIn(name: TypeScript.BindingName, ts: typeof TypeScript): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name, ts) : []));
}
