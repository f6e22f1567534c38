/** Questions about the form of a program with dockerode. */
import { Node, type CallExpression } from 'ts-morph';
import { isFunction } from './pending.js';
import { getters } from './rules.js';
import { isRequireOf, subjectOf, symbolOf } from './subjects.js';
import type { TextOf } from './write-call.js';

export function isDockerodeImport(node: Node): boolean {
  if (Node.isImportDeclaration(node)) return node.getModuleSpecifierValue() === 'dockerode';
  if (Node.isImportEqualsDeclaration(node)) return /require\(['"]dockerode['"]\)/.test(node.getText());
  if (!Node.isVariableStatement(node)) return false;
  const declarations = node.getDeclarations();
  return declarations.length === 1 && isRequireOf(declarations[0]?.getInitializer() ?? node);
}

/** Whether a text loads dockerode otherwise than by an import that is replaced: `import('dockerode')`, `vi.mock('dockerode')`. */
export function loadsDockerode(node: Node): boolean {
  if (!Node.isStringLiteral(node) || !/^dockerode(\/|$)/.test(node.getLiteralText())) return false;
  const parent = node.getParent();
  if (Node.isCallExpression(parent)) return /^(import|require)\b|mock|actual/i.test(parent.getExpression().getText());
  const isSpecifier = Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent);
  return isSpecifier || Node.isExternalModuleReference(parent) || Node.isLiteralTypeNode(parent);
}

/** The comments within a node. */
export function commentsIn(node: Node): readonly string[] {
  const ranges = node
    .getDescendants()
    .flatMap((one) => [...one.getLeadingCommentRanges(), ...one.getTrailingCommentRanges()]);
  const within = ranges.filter((one) => one.getPos() >= node.getStart() && one.getEnd() <= node.getEnd());
  return [...new Map(within.map((one) => [one.getPos(), one.getText()])).values()];
}

export function asyncPosition(node: Node): number {
  if (Node.isMethodDeclaration(node)) return node.getNameNode().getStart();
  if (Node.isFunctionDeclaration(node)) return node.getText().indexOf('function') + node.getStart();
  return node.getStart();
}

export function isDeclarationName(node: Node): boolean {
  const parent = node.getParent();
  const isNamed =
    Node.isVariableDeclaration(parent) ||
    Node.isPropertyDeclaration(parent) ||
    Node.isParameterDeclaration(parent) ||
    Node.isPropertyAssignment(parent) ||
    Node.isBindingElement(parent) ||
    Node.isImportClause(parent) ||
    Node.isPropertySignature(parent) ||
    isFunction(parent ?? node);
  return (
    (isNamed && (parent as { getNameNode?(): Node | undefined }).getNameNode?.() === node) ||
    Node.isImportClause(parent) ||
    Node.isTypeReference(parent) ||
    Node.isQualifiedName(parent)
  );
}

/** The callback of a call: its last argument, if that is a function. */
export function callbackOf(node: CallExpression): Node | undefined {
  const last = node.getArguments().at(-1);
  return last !== undefined &&
    (Node.isArrowFunction(last) || Node.isFunctionExpression(last) || last.getType().getCallSignatures().length > 0)
    ? last
    : undefined;
}

/** `docker.getContainer(id)`, whose call can name the object itself. */
export function getterOf(node: Node) {
  if (!Node.isCallExpression(node)) return undefined;
  const callee = node.getExpression();
  const isGetter =
    Node.isPropertyAccessExpression(callee) &&
    Object.hasOwn(getters, callee.getName()) &&
    subjectOf(callee.getExpression()) === 'docker';
  return isGetter ? node : undefined;
}

export function textOrEmpty(node: Node, textOf: TextOf): string {
  const [first] = Node.isCallExpression(node) ? node.getArguments() : [];
  return first === undefined ? "''" : textOf(first);
}

export function needsParentheses(node: Node): boolean {
  const parent = node.getParent();
  return (
    Node.isPropertyAccessExpression(parent) ||
    Node.isBinaryExpression(parent) ||
    Node.isNonNullExpression(parent) ||
    Node.isElementAccessExpression(parent)
  );
}

/** Whether an error was caught or passed to a callback, as those of calls are. */
export function isCaught(node: Node): boolean {
  if (!Node.isIdentifier(node)) return false;
  const declaration = symbolOf(node)?.getDeclarations()[0];
  if (declaration === undefined) return false;
  if (Node.isCatchClause(declaration.getParent())) return true;
  if (!Node.isParameterDeclaration(declaration)) return false;
  const call = declaration.getParent()?.getParent();
  if (!Node.isCallExpression(call)) return false;
  const callee = call.getExpression();
  return (
    Node.isPropertyAccessExpression(callee) &&
    (callee.getName() === 'catch' || subjectOf(callee.getExpression()) !== undefined)
  );
}

/** The one engine that a place can name: a variable in scope, or a property of `this`. */
export function engineIn(node: Node): { readonly text: string; readonly node: Node } | undefined {
  const start = node.getPos();
  for (const scope of node.getAncestors()) {
    const found: Node[] = [];
    if (isFunction(scope) && 'getParameters' in scope) {
      for (const one of (scope as unknown as { getParameters(): Node[] }).getParameters())
        if (subjectOf(one) === 'docker') found.push(one);
    }
    if (Node.isBlock(scope) || Node.isSourceFile(scope)) {
      for (const one of scope.getVariableDeclarations())
        if (subjectOf(one) === 'docker' && (one.getEnd() < start || Node.isSourceFile(scope))) found.push(one);
    }
    const [one] = found;
    if (one !== undefined && found.length === 1)
      return {
        text: (one as unknown as { getName(): string }).getName(),
        node: (one as unknown as { getNameNode(): Node }).getNameNode(),
      };
    if (Node.isClassDeclaration(scope) || Node.isClassExpression(scope)) {
      const [property, ...others] = scope
        .getType()
        .getProperties()
        .filter((symbol) => {
          const [declaration] = symbol.getDeclarations();
          return declaration !== undefined && subjectOf(declaration) === 'docker';
        });
      const declaration = property?.getDeclarations()[0];
      if (property !== undefined && declaration !== undefined && others.length === 0)
        return { text: `this.${property.getName()}`, node: declaration };
    }
  }
  return undefined;
}

export function literalOf(options: Node | undefined, name: string): string | undefined {
  const property = Node.isObjectLiteralExpression(options) ? options.getProperty(name) : undefined;
  return Node.isPropertyAssignment(property) ? property.getInitializer()?.getText() : undefined;
}

export function isTrue(options: Node | undefined, name: string): boolean {
  return literalOf(options, name) === 'true';
}

export function isFalse(options: Node | undefined, name: string): boolean {
  return literalOf(options, name) === 'false';
}
