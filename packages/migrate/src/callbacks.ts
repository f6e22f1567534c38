/** Finds callbacks that can become `await`: the call is the last statement of an async function, or of a module. */
import ts from 'typescript';

/** A callback whose statements can follow the awaited call. */
export interface Callback {
  readonly call: ts.CallExpression;
  readonly error: ts.Identifier | undefined;
  readonly value: ts.Identifier | undefined;
  /** What is done with the error; nothing if it is thrown, as `await` does. */
  readonly handling: readonly ts.Statement[];
  readonly rest: readonly ts.Statement[];
}

export class Callbacks {
  readonly #isRewritten: (call: ts.CallExpression) => boolean;
  /** Calls that are asked about for the sake of calls within their callbacks. */
  readonly #asked = new Set<ts.CallExpression>();

  /** @param isRewritten whether a call with a callback is one that the client has, so that it can be awaited */
  constructor(isRewritten: (call: ts.CallExpression) => boolean) {
    this.#isRewritten = isRewritten;
  }

  /** Returns the callback of a call; undefined if it cannot become `await` without another order of statements. */
  of(call: ts.CallExpression, index = callbackIndex(call)): Callback | undefined {
    const callback = call.arguments[index];
    if (callback === undefined || !isFunction(callback) || index !== callbackIndex(call)) return undefined;
    const { parent: statement } = call;
    if (!ts.isExpressionStatement(statement) || !this.#isLastOfAsync(statement)) return undefined;
    if (!ts.isBlock(callback.body) || isAsyncOrGenerator(callback)) return undefined;
    const [error, value, ...others] = callback.parameters;
    if (others.length > 0 || (error && !isPlain(error)) || (value && !isPlain(value))) return undefined;
    const [first, ...rest] = callback.body.statements;
    const name = nameOf(error);
    const handling = first === undefined || name === undefined ? undefined : handlingOf(first, name.text);
    // An error that the callback ignores would be thrown.
    if (handling === undefined) return undefined;
    const found = { call, error: name, value: nameOf(value), handling, rest };
    const host = this.#hostOf(statement);
    if (handling.length > 0 && ts.isSourceFile(host)) return undefined;
    if (rest.some((one) => has(one, ts.isReturnStatement) || mentions(one, name?.text))) return undefined;
    if (ts.isFunctionExpression(callback) && mentionsOwn(callback.body)) return undefined;
    if (hasCollision(found, callback, host)) return undefined;
    if (this.#asked.has(call)) return found;
    this.#asked.add(call);
    const isRewritten = this.#isRewritten(call);
    this.#asked.delete(call);
    return isRewritten ? found : undefined;
  }

  /** The callback whose value a parameter is. */
  ofParameter(parameter: ts.Node): Callback | undefined {
    const call = ts.isParameter(parameter) ? parameter.parent.parent : undefined;
    if (call === undefined || !ts.isCallExpression(call)) return undefined;
    const found = this.of(call, call.arguments.indexOf(parameter.parent as ts.Expression));
    return found !== undefined && found.value === (parameter as ts.ParameterDeclaration).name ? found : undefined;
  }

  /** Whether nothing runs after a statement, and `await` is allowed there. */
  #isLastOfAsync(statement: ts.Statement): boolean {
    const { parent } = statement;
    if (ts.isSourceFile(parent)) return ts.isExternalModule(parent) && parent.statements.at(-1) === statement;
    if (!ts.isBlock(parent) || parent.statements.at(-1) !== statement) return false;
    const owner = parent.parent;
    if (!ts.isFunctionLike(owner)) return false;
    if (this.#outer(owner) !== undefined) return true;
    return (
      isAsync(owner as ts.FunctionLikeDeclaration) && (owner as ts.FunctionLikeDeclaration).asteriskToken === undefined
    );
  }

  /** The function or the file that the statements are moved into. */
  #hostOf(statement: ts.Node): ts.Node {
    const owner = ts.findAncestor(statement.parent, (node) => ts.isFunctionLike(node) || ts.isSourceFile(node));
    const outer = owner && this.#outer(owner);
    return outer === undefined ? (owner ?? statement) : this.#hostOf(outer.call.parent);
  }

  #outer(owner: ts.Node): Callback | undefined {
    if (!isFunction(owner) || !ts.isCallExpression(owner.parent)) return undefined;
    return this.of(owner.parent, owner.parent.arguments.indexOf(owner));
  }
}

/** `followProgress(stream, onFinished, onProgress)` has its callback in the middle. */
function callbackIndex({ expression, arguments: values }: ts.CallExpression): number {
  const isFollow = ts.isPropertyAccessExpression(expression) && expression.name.text === 'followProgress';
  return isFollow ? 1 : values.length - 1;
}

function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function isPlain({ name, initializer, dotDotDotToken }: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(name) && initializer === undefined && dotDotDotToken === undefined;
}

function nameOf(parameter: ts.ParameterDeclaration | undefined): ts.Identifier | undefined {
  return parameter !== undefined && ts.isIdentifier(parameter.name) ? parameter.name : undefined;
}

function isAsyncOrGenerator(node: ts.FunctionLikeDeclaration): boolean {
  return isAsync(node) || node.asteriskToken !== undefined;
}

function isAsync(node: ts.FunctionLikeDeclaration): boolean {
  return (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

/** The statements of `if (error) …`, without its `return`; none if it throws the error. */
function handlingOf(statement: ts.Statement, error: string): readonly ts.Statement[] | undefined {
  if (!ts.isIfStatement(statement) || statement.elseStatement !== undefined) return undefined;
  const { expression, thenStatement } = statement;
  if (!ts.isIdentifier(expression) || expression.text !== error) return undefined;
  const statements = ts.isBlock(thenStatement) ? [...thenStatement.statements] : [thenStatement];
  const last = statements.at(-1);
  if (last === undefined) return undefined;
  if (ts.isThrowStatement(last) && statements.length === 1) {
    return ts.isIdentifier(last.expression) && last.expression.text === error ? [] : undefined;
  }
  const before = statements.slice(0, -1);
  if (before.some((one) => has(one, ts.isReturnStatement))) return undefined;
  return ts.isReturnStatement(last) || ts.isThrowStatement(last) ? statements : undefined;
}

/** Whether a name of the callback means something else where its statements are moved to. */
function hasCollision({ value, rest }: Callback, callback: ts.Node, host: ts.Node): boolean {
  const names = new Set(value === undefined ? [] : [value.text]);
  for (const statement of rest) for (const name of declaredIn(statement)) names.add(name);
  const isTaken = (node: ts.Node): boolean =>
    node !== callback &&
    ((ts.isIdentifier(node) && names.has(node.text) && !isPropertyName(node)) ||
      (ts.forEachChild(node, isTaken) ?? false));
  return isTaken(host);
}

function declaredIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList;
    return declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : identifiersIn(name)));
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function identifiersIn(node: ts.Node): string[] {
  const names: string[] = ts.isIdentifier(node) ? [node.text] : [];
  ts.forEachChild(node, (child) => void names.push(...identifiersIn(child)));
  return names;
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

function mentions(node: ts.Node, name: string | undefined): boolean {
  const isOther = ts.isFunctionLike(node) && node.parameters.some((one) => one.name.getText() === name);
  if (isOther) return false;
  return (
    (ts.isIdentifier(node) && node.text === name) || (ts.forEachChild(node, (one) => mentions(one, name)) ?? false)
  );
}

/** Whether a statement has something, outside of the functions in it. */
function has(node: ts.Node, what: (node: ts.Node) => boolean): boolean {
  if (what(node)) return true;
  return ts.forEachChild(node, (child) => !ts.isFunctionLike(child) && has(child, what)) ?? false;
}

/** What has another meaning in another function, also within arrow functions. */
function mentionsOwn(node: ts.Node): boolean {
  const isOwn = node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && node.text === 'arguments');
  return isOwn || (ts.forEachChild(node, mentionsOwn) ?? false);
}
