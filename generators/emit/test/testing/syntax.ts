/** The kinds of nodes in the syntax tree of generated code, for comparison of two files. */
import ts from 'typescript';

/** The nodes of all generated code: declarations, types, and constants of literals, without executable code. */
const expectedKinds = new Set(
  (
    'SourceFile EndOfFileToken ImportDeclaration ImportClause NamedImports ImportSpecifier NamespaceImport ' +
    'ExportDeclaration NamedExports ExportSpecifier InterfaceDeclaration HeritageClause ExpressionWithTypeArguments ' +
    'TypeAliasDeclaration PropertySignature IndexSignature Parameter TypeLiteral TypeReference UnionType ' +
    'IntersectionType ParenthesizedType ArrayType LiteralType IndexedAccessType TypeOperator QualifiedName Identifier StringLiteral ' +
    'NumericLiteral PrefixUnaryExpression NullKeyword StringKeyword NumberKeyword BigIntKeyword BooleanKeyword UnknownKeyword ' +
    'NeverKeyword UndefinedKeyword ExportKeyword ReadonlyKeyword QuestionToken VariableStatement VariableDeclarationList ' +
    'VariableDeclaration AsExpression ArrayLiteralExpression ObjectLiteralExpression PropertyAssignment TrueKeyword FalseKeyword TupleType ' +
    'MappedType TypeParameter SatisfiesExpression'
  ).split(' '),
);

/** The additional nodes of clients, which have methods, tables of operations, and two functions that connect. */
const ofClients = new Set(
  'MethodSignature VoidKeyword ShorthandPropertyAssignment FunctionDeclaration Block ReturnStatement'.split(' '),
);
const called = [
  'withDecoder',
  'json',
  'jsonLines',
  'progress',
  'headersOnly',
  'connectEngine',
  'engineAt',
  'baseEngineAt',
  'exactJson',
  'baseCreateCaller',
  'basic',
  'bearer',
  'clientOf',
  'download',
  'eventData',
  'headerKey',
  'operation',
];

/** The additional nodes of contracts, which have schemas as calls. */
const ofContracts = new Set(['EqualsGreaterThanToken']);
const combinators = [
  'enumOf',
  'contractOf',
  'integer',
  'arrayOf',
  'mapOf',
  'nullable',
  'number',
  'optional',
  'object',
  'ref',
  'required',
  'constrainedString',
  'unionOf',
  'oneOf',
  'condition',
];

/** The additional nodes of servers, which have function types, and a function that creates the server. */
const ofServers = new Set(
  'FunctionType VoidKeyword EqualsGreaterThanToken FunctionDeclaration Block ReturnStatement'.split(' '),
);
export interface Syntax {
  /** The errors of the parser. */
  readonly errors: readonly string[];
  /** The nodes that are not expected in generated code. */
  readonly unexpected: readonly string[];
  /** The number of nodes of each kind; quoted names are counted like bare ones. */
  readonly counts: Readonly<Record<string, number>>;
  readonly specifiers: readonly string[];
}

export function syntaxOf(path: string, text: string): Syntax {
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
  const clients = /(^|\/)client\//.test(path);
  const contracts = /(^|\/)contract\//.test(path);
  const servers = /(^|\/)server\//.test(path);
  const isExpected = (node: ts.Node, kind: string) =>
    expectedKinds.has(kind) ||
    (clients && (ofClients.has(kind) || isCallOf(node, called) || isOfBase(node))) ||
    (contracts && (ofContracts.has(kind) || isCallOf(node, combinators) || isThunk(node))) ||
    (servers &&
      (ofServers.has(kind) || isCallOf(node, ['createEngineServer', 'createStandardServer']) || isOptions(node)));
  const visit = (node: ts.Node): void => {
    const kind = kindOf(node);
    if (ts.isComputedPropertyName(node) && node.expression.getText() === "'__proto__'") {
      count('Name');
      return;
    }
    if (!isExpected(node, kind)) unexpected.add(`${kind}: ${node.getText().slice(0, 80)}`);
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

function isCallOf(node: ts.Node, functions: readonly string[]): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && functions.includes(node.expression.text);
}

/** Tells whether a node is `...options`, of a server that sets one of its own. */
function isOptions(node: ts.Node): boolean {
  return ts.isSpreadAssignment(node) && node.expression.getText() === 'options';
}

/** Tells whether a node is `...basePlaces.schemas`, the shared locations of the extended version. */
function isOfBase(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node)) return isOfBase(node.expression);
  return ts.isPropertyAccessExpression(node) && /^basePlaces\.(responses|schemas)$/.test(node.getText());
}

/** Tells whether a node is `() => name`, passed to `ref`. */
function isThunk(node: ts.Node): boolean {
  return (
    ts.isArrowFunction(node) &&
    ts.isIdentifier(node.body) &&
    node.parameters.length === 0 &&
    isCallOf(node.parent, ['ref'])
  );
}

function isName({ parent, kind }: ts.Node): boolean {
  if (kind !== ts.SyntaxKind.Identifier && kind !== ts.SyntaxKind.StringLiteral) return false;
  return (
    parent !== undefined &&
    (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isMethodSignature(parent))
  );
}
