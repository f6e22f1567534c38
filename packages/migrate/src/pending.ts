/** Finds the variables, properties and functions that hold the promise of an engine, since nothing can wait for it there. */
import { Node, type SourceFile, type Symbol as MorphSymbol } from 'ts-morph';
import { getters } from './rules.js';
import { isDockerodeClass, subjectOf, symbolOf } from './subjects.js';

export type FunctionNode = Node & { isAsync?(): boolean };

export class Pending {
  readonly #held = new Set<MorphSymbol>();

  /** @param files all files of the command, since promises pass from one to another */
  constructor(files: readonly SourceFile[]) {
    for (let size = -1; size !== this.#held.size;) {
      size = this.#held.size;
      for (const file of files) file.forEachDescendant((node) => this.#flow(node));
    }
  }

  /** Whether an expression of the old program is a promise in the new one. */
  is(node: Node): boolean {
    if (Node.isParenthesizedExpression(node) || Node.isNonNullExpression(node) || Node.isAsExpression(node))
      return this.is(node.getExpression());
    if (Node.isNewExpression(node)) return isDockerodeClass(node.getExpression());
    if (Node.isBinaryExpression(node)) {
      const operator = node.getOperatorToken().getText();
      if (!['??', '||', '&&', '=', '??=', '||='].includes(operator)) return false;
      return this.is(node.getRight()) || (operator !== '=' && this.is(node.getLeft()));
    }
    if (Node.isConditionalExpression(node)) return this.is(node.getWhenTrue()) || this.is(node.getWhenFalse());
    if (Node.isCallExpression(node)) {
      const callee = node.getExpression();
      const isGetter = Node.isPropertyAccessExpression(callee) && Object.hasOwn(getters, callee.getName());
      if (isGetter && subjectOf(callee.getExpression()) === 'docker') return this.is(callee.getExpression());
      return this.#holds(callee);
    }
    return (Node.isIdentifier(node) || Node.isPropertyAccessExpression(node)) && this.#holds(node);
  }

  /** Whether a declaration's type is that of a promise. */
  isDeclaration(node: Node): boolean {
    return this.#holds(node);
  }

  #holds(node: Node): boolean {
    const symbol = symbolOf(node);
    return symbol !== undefined && this.#held.has(symbol);
  }

  #hold(node: Node): void {
    const symbol = symbolOf(node);
    if (symbol !== undefined) this.#held.add(symbol);
  }

  #flow(node: Node): void {
    if (Node.isBinaryExpression(node)) {
      const isAssignment = ['=', '??=', '||='].includes(node.getOperatorToken().getText());
      if (isAssignment && this.#staysPending(node.getRight())) this.#hold(node.getLeft());
      return;
    }
    if (Node.isReturnStatement(node) || Node.isArrowFunction(node)) {
      const value = Node.isReturnStatement(node) ? node.getExpression() : node.getBody();
      const owner = Node.isArrowFunction(node) ? node : functionOf(node);
      if (value === undefined || Node.isBlock(value) || owner === undefined || isAsync(owner)) return;
      if (this.is(value)) this.#hold(nameOf(owner) ?? owner);
      return;
    }
    const isDeclared =
      Node.isVariableDeclaration(node) ||
      Node.isPropertyDeclaration(node) ||
      Node.isParameterDeclaration(node) ||
      Node.isPropertyAssignment(node);
    const value = isDeclared ? node.getInitializer() : undefined;
    if (value !== undefined && this.#staysPending(value)) this.#hold(node);
  }

  #staysPending(value: Node): boolean {
    return !canAwait(value) && this.is(value);
  }
}

/** Whether `await` is allowed at a place. */
export function canAwait(node: Node): boolean {
  if (node.getFirstAncestor(Node.isPropertyDeclaration) !== undefined && functionOf(node) === undefined) return false;
  const property = node.getFirstAncestor((one) => Node.isPropertyDeclaration(one) || isFunction(one));
  if (property !== undefined && Node.isPropertyDeclaration(property)) return false;
  const parameter = node.getFirstAncestor(Node.isParameterDeclaration);
  if (parameter !== undefined && parameter.getParent() === functionOf(node)) return false;
  const owner = functionOf(node);
  return owner === undefined ? isModule(node.getSourceFile()) : isAsync(owner);
}

/** Whether a file is an ES module, in which `await` is allowed outside of functions. */
export function isModule(file: SourceFile): boolean {
  if (/\.c[jt]s$/.test(file.getFilePath())) return false;
  const statements = file.getStatements();
  if (
    statements.some(
      (one) => Node.isImportEqualsDeclaration(one) || (Node.isExportAssignment(one) && one.isExportEquals()),
    )
  )
    return false;
  return /\.mjs$/.test(file.getFilePath()) || statements.some(isModuleSyntax);
}

function isModuleSyntax(statement: Node): boolean {
  if (Node.isImportDeclaration(statement) || Node.isExportDeclaration(statement) || Node.isExportAssignment(statement))
    return true;
  return Node.isModifierable(statement) && statement.hasModifier('export');
}

export function isFunction(node: Node): boolean {
  return (
    Node.isFunctionLikeDeclaration(node) ||
    Node.isFunctionExpression(node) ||
    Node.isArrowFunction(node) ||
    Node.isClassStaticBlockDeclaration(node)
  );
}

/** The function whose body a node is in. */
export function functionOf(node: Node): FunctionNode | undefined {
  return node.getFirstAncestor(isFunction) as FunctionNode | undefined;
}

export function isAsync(node: Node): boolean {
  return Node.isAsyncable(node) && node.isAsync();
}

/** What the results of a function are called by. */
export function nameOf(owner: Node): Node | undefined {
  const parent = owner.getParent();
  if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent) || Node.isPropertyAssignment(parent))
    return parent;
  return Node.isFunctionDeclaration(owner) || Node.isMethodDeclaration(owner) || Node.isGetAccessorDeclaration(owner)
    ? owner
    : undefined;
}
