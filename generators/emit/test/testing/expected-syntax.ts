/** The nodes of the syntax tree that built-in emitters write. */
import { ts } from 'ts-morph';

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

/** Tells whether the code of a built-in emitter may contain a node. */
export function isExpected(path: string, node: ts.Node, kind: string): boolean {
  const isOf = (packageKind: string) => new RegExp(`(^|/)${packageKind}/`).test(path);
  return (
    expectedKinds.has(kind) ||
    (isOf('client') && (ofClients.has(kind) || isCallOf(node, called) || isOfBase(node))) ||
    (isOf('contract') && (ofContracts.has(kind) || isCallOf(node, combinators) || isThunk(node))) ||
    (isOf('server') &&
      (ofServers.has(kind) || isCallOf(node, ['createEngineServer', 'createStandardServer']) || isOptions(node)))
  );
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
