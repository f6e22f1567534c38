/** Closes the engines that a program or a function opens for itself. */
import { Node, type CallExpression, type SourceFile, type Statement, type VariableDeclaration } from 'ts-morph';
import { functionOf, isModule } from './pending.js';
import { usesOf } from './streams.js';

/** What goes on after the last statement: listeners, timers, servers, calls that nothing waits for. */
const continues = new Set([
  'on',
  'once',
  'addListener',
  'listen',
  'setInterval',
  'setTimeout',
  'callbackify',
  'then',
  'catch',
  'finally',
]);

/** Inserts `close()` after the last statement of a module without exports, and in `finally` around the rest of a function. */
export function closeEngines(files: readonly SourceFile[]): void {
  // One insertion in each file at a time: all of them are analysed before the first changes the project.
  for (let open = files; open.length > 0;) {
    const found = open.map((file) => ({ file, declaration: file.getDescendants().find(isOpenedDeclaration) }));
    const inserted = found.filter(({ declaration }) => declaration !== undefined);
    for (const { file, declaration } of inserted) if (declaration) insertClose(file, declaration);
    open = inserted.map(({ file }) => file);
  }
}

function isOpenedDeclaration(node: Node): node is VariableDeclaration {
  return Node.isVariableDeclaration(node) && isOpened(node);
}

function isOpened(node: VariableDeclaration): boolean {
  const value = node.getInitializer();
  const call = Node.isAwaitExpression(value) ? value.getExpression() : undefined;
  const name = node.getNameNode();
  if (!Node.isCallExpression(call) || !Node.isIdentifier(name)) return false;
  if (
    !isConnect(call.getExpression()) ||
    usesOf(name).some((use) => use.getParent()?.getText() === `${name.getText()}.close`)
  )
    return false;
  const statement = node.getVariableStatement();
  const scope = statement?.getParent();
  if (statement === undefined || (!Node.isSourceFile(scope) && !Node.isBlock(scope))) return false;
  if (Node.isSourceFile(scope) && (!isModule(scope) || scope.getExportedDeclarations().size > 0)) return false;
  const rest = scope.getStatements().slice(statement.getChildIndex() + 1);
  return (
    rest.length > 0 &&
    usesOf(name).every(isHere) &&
    !rest.some(goesOn) &&
    (Node.isSourceFile(scope) || !rest.some(returnsIt))
  );
}

/** `connect` of the client, by whatever name the file has it. */
function isConnect(node: Node): boolean {
  if (!/^(ladingC|c)onnect\d*$/.test(node.getText())) return false;
  const [declaration] = node.getSymbol()?.getDeclarations() ?? [];
  const statement = declaration?.getFirstAncestor(
    (one) => Node.isImportDeclaration(one) || Node.isVariableStatement(one),
  );
  return statement?.getText().includes("'@lading/client'") === true;
}

/** A use that ends before the scope does: not stored, returned, or in a function that is called later. */
function isHere(use: Node): boolean {
  const parent = use.getParent();
  if (Node.isPropertyAccessExpression(parent)) {
    const owner = functionOf(use);
    return (
      owner === undefined ||
      Node.isArrowFunction(owner) ||
      Node.isFunctionDeclaration(owner) ||
      Node.isMethodDeclaration(owner)
    );
  }
  return Node.isCallExpression(parent);
}

function goesOn(statement: Statement): boolean {
  return statement.getDescendants().some((node) => {
    if (!Node.isCallExpression(node)) return false;
    if (isStream(node)) return true;
    if (isWaitedFor(node)) return false;
    const callee = node.getExpression();
    const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText();
    // A function that is declared here goes on only where it is called.
    if (['then', 'catch', 'finally'].includes(name) && functionOf(node) !== functionOf(statement)) return false;
    if (continues.has(name)) return true;
    const type = node.getType().getSymbol()?.getName();
    return type === 'Promise' && Node.isExpressionStatement(node.getParent());
  });
}

/** Whether a call opens a stream that can stay open: closing the engine would break it off. */
function isStream(call: CallExpression): boolean {
  const callee = call.getExpression();
  if (!Node.isPropertyAccessExpression(callee)) return false;
  return ['attach', 'events'].includes(callee.getName()) || /\.(stdout|stderr)\.pipe$/.test(callee.getText());
}

/** Whether a call is a part of something that is awaited, such as `new Promise(…)`. */
function isWaitedFor(node: Node): boolean {
  return node.getAncestors().some((one) => Node.isAwaitExpression(one));
}

/** A return of something that needs the connection: a handle, a stream, a promise. */
function returnsIt(statement: Statement): boolean {
  return [statement, ...statement.getDescendants()].some((node) => {
    const value = Node.isReturnStatement(node) ? node.getExpression() : undefined;
    if (value === undefined) return false;
    return /Promise<|Handle<|BoundCalls|Output|JsonStream|Attachment|Engine|TarStream|Readable/.test(
      value.getType().getText(),
    );
  });
}

function insertClose(file: SourceFile, declaration: VariableDeclaration): void {
  const name = declaration.getName();
  const statement = declaration.getVariableStatementOrThrow();
  const scope = statement.getParent();
  if (Node.isSourceFile(scope)) {
    scope.addStatements(`await ${name}.close();`);
    return;
  }
  const rest = (scope as unknown as { getStatements(): Statement[] })
    .getStatements()
    .slice(statement.getChildIndex() + 1);
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined) return;
  const text = file.getFullText();
  const indent = ' '.repeat(statement.getStart() - statement.getStartLinePos());
  const inner = text.slice(statement.getEnd(), last.getEnd()).replace(/^\n/, '');
  const isPlain = !inner.includes('`');
  const moved = isPlain ? inner.replaceAll(/^(?=.)/gm, '  ') : inner;
  const replaced = `\n${indent}try {\n${moved}\n${indent}} finally {\n${indent}  await ${name}.close();\n${indent}}`;
  file.replaceWithText(text.slice(0, statement.getEnd()) + replaced + text.slice(last.getEnd()));
}
