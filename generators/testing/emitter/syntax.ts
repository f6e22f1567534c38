/** The kinds of nodes in the syntax tree of generated code, for comparison of two files. */
import { ts } from 'ts-morph';

export interface Syntax {
  /** The errors of the parser. */
  readonly errors: readonly string[];
  /** Nodes that are not expected, and directives of the compiler in comments. */
  readonly unexpected: readonly string[];
  /** The number of nodes of each kind; quoted names are counted like bare ones. */
  readonly counts: Readonly<Record<string, number>>;
  readonly specifiers: readonly string[];
}

/** Tells whether generated code of a path may contain a node. @param kind its name in `SyntaxKind` */
export type IsExpected = (path: string, node: ts.Node, kind: string) => boolean;

export function syntaxOf(path: string, text: string, isExpected: IsExpected = () => true): Syntax {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics, pragmas, referencedFiles, checkJsDirective } = file as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.Diagnostic[];
    readonly pragmas: ReadonlyMap<string, unknown>;
    readonly checkJsDirective?: unknown;
  };
  const commands = (file as unknown as { readonly commentDirectives?: readonly unknown[] }).commentDirectives ?? [];
  const counts: Record<string, number> = {};
  const unexpected = new Set<string>();
  const specifiers: string[] = [];
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
  const visit = (node: ts.Node): void => {
    const kind = kindOf(node);
    // The one key that an object literal can only have in brackets.
    if (ts.isComputedPropertyName(node) && node.expression.getText(file) === "'__proto__'") {
      count('Name');
      return;
    }
    if (!isExpected(path, node, kind)) unexpected.add(`${kind}: ${node.getText(file).slice(0, 80)}`);
    // A name that is reserved, or long, has a value of its own: the same as `name: name`.
    if (ts.isShorthandPropertyAssignment(node)) {
      for (const each of ['PropertyAssignment', 'Name', 'Name']) count(each);
      return;
    }
    // A union of one member occurs in the layout of long texts.
    if (!ts.isUnionTypeNode(node) || node.types.length > 1) count(isName(node) ? 'Name' : kind);
    for (const tag of ts.getJSDocTags(node)) if (tag.parent.parent === node) count(`@${tag.tagName.text}`);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) specifiers.push(node.moduleSpecifier.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const errors = parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  if (pragmas.size > 0 || referencedFiles.length > 0 || checkJsDirective || commands.length > 0)
    unexpected.add('a compiler directive in a comment');
  return { errors, unexpected: [...unexpected], counts, specifiers };
}

// The reverse lookup of the enum names some kinds by their markers (`FirstStatement`); the first name is the kind's
// own.
const kinds = new Map(
  Object.entries(ts.SyntaxKind)
    .filter(([, kind]) => typeof kind === 'number')
    .reverse()
    .map(([name, kind]) => [kind, name] as const),
);

function kindOf(node: ts.Node): string {
  return kinds.get(node.kind) ?? 'unknown';
}

function isName({ parent, kind }: ts.Node): boolean {
  if (kind !== ts.SyntaxKind.Identifier && kind !== ts.SyntaxKind.StringLiteral) return false;
  return (
    parent !== undefined &&
    (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isMethodSignature(parent))
  );
}
