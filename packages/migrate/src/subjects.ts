/** What an expression is by its type: dockerode itself, or one of its objects. */
import { Node, type Symbol as MorphSymbol, type Type } from 'ts-morph';
import { keyOf, type Subject } from './rules.js';

export const typeNames: ReadonlyMap<string, Subject> = new Map([
  ['Dockerode', 'docker'],
  ...(Object.keys(keyOf) as Subject[]).map(
    (subject) => [`${subject[0]?.toUpperCase()}${subject.slice(1)}`, subject] as const,
  ),
]);

export function subjectOf(node: Node): Subject | undefined {
  return subjectOfType(node.getType());
}

export function subjectOfType(type: Type): Subject | undefined {
  const symbol = type.getNonNullableType().getSymbol();
  // The class itself has the same symbol.
  if (type.getConstructSignatures().length > 0) return undefined;
  return symbol !== undefined && isOfDockerode(symbol) ? typeNames.get(symbol.getName()) : undefined;
}

/** Whether a symbol is declared by the types of dockerode. */
export function isOfDockerode(symbol: MorphSymbol): boolean {
  const declared = symbol.getAliasedSymbol() ?? symbol;
  return declared
    .getDeclarations()
    .some((one) => /[\\/]@types[\\/]dockerode[\\/]/.test(one.getSourceFile().getFilePath()));
}

/** Whether an expression or a type is the class that `dockerode` exports. */
export function isDockerodeClass(node: Node): boolean {
  const symbol = node.getSymbol();
  if (symbol === undefined) return false;
  const declared = symbol.getAliasedSymbol() ?? symbol;
  return isOfDockerode(declared) ? declared.getName() === 'Dockerode' : isRequired(declared);
}

/** `const Docker = require('dockerode')` */
function isRequired(symbol: MorphSymbol): boolean {
  return symbol.getDeclarations().some((one) => {
    const value = Node.isVariableDeclaration(one) ? one.getInitializer() : undefined;
    return value !== undefined && isRequireOf(value);
  });
}

export function isRequireOf(node: Node): boolean {
  if (!Node.isCallExpression(node) || node.getExpression().getText() !== 'require') return false;
  const [name] = node.getArguments();
  return name !== undefined && Node.isStringLiteral(name) && name.getLiteralText() === 'dockerode';
}

/** The symbol of a variable, a property or a function, of its declaration and not of its import. */
export function symbolOf(node: Node): MorphSymbol | undefined {
  const symbol = node.getSymbol();
  return symbol?.getAliasedSymbol() ?? symbol;
}

/** An expression without parentheses, `await`, `!` and `as`. */
export function bare(node: Node): Node {
  const isWrapped =
    Node.isParenthesizedExpression(node) ||
    Node.isAwaitExpression(node) ||
    Node.isNonNullExpression(node) ||
    Node.isAsExpression(node);
  return isWrapped ? bare(node.getExpression()) : node;
}
