/** Parses emitted TypeScript, and finds the names that it declares. */
import type { ts as TypeScript } from 'ts-morph';

export interface ParsedCode {
  readonly file: TypeScript.SourceFile;
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

export function parse(texts: readonly string[], ts: typeof TypeScript): readonly ParsedCode[] {
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
    if (first === undefined) return { file };
    const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
    const lines = file.text.split('\n');
    const line = lines[file.getLineAndCharacterOfPosition(first.start).line]?.trim() || lines.at(-1)?.trim() || '';
    return { file, error: `${message}, at \`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\`` };
  });
}

export function declaredNames(file: TypeScript.SourceFile, ts: typeof TypeScript): readonly DeclaredName[] {
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
