/** Finds the streams of dockerode whose every use has a counterpart. */
import ts from 'typescript';
import type { Callbacks } from './callbacks.js';
import type { Subjects } from './subjects.js';

/** A stream of progress (pull, build), or the output of a process, with its input if it is attached. */
export type StreamKind = 'progress' | 'output' | 'session';

/** What waits for the end of a stream of progress. */
export interface Followed {
  /** Whether all items are used as an array. */
  readonly isArray: boolean;
  readonly onProgress: ts.Expression | undefined;
}

export class Streams {
  readonly #subjects: Subjects;
  readonly #callbacks: Callbacks;
  readonly #file: ts.SourceFile;

  constructor(file: ts.SourceFile, subjects: Subjects, callbacks: Callbacks) {
    this.#file = file;
    this.#subjects = subjects;
    this.#callbacks = callbacks;
  }

  /** Whether all uses of the variable that a call is assigned to, or of the value of its callback, have a counterpart. */
  isUnderstood(call: ts.CallExpression, kind: StreamKind): boolean {
    const name = variableOf(call) ?? valueOf(call);
    if (name === undefined) return false;
    const uses = this.#usesOf(name);
    if (uses.length === 0) return false;
    if (kind === 'progress') return uses.length === 1 && uses.every((use) => this.followed(use) !== undefined);
    return uses.every((use) => isDemultiplexed(use) || (kind === 'session' && isInput(use)));
  }

  /** Whether the callback of a call reads its value. */
  isValueUsed(call: ts.CallExpression): boolean {
    const name = valueOf(call);
    return name !== undefined && this.#usesOf(name).length > 0;
  }

  /** What follows the stream of progress that an identifier is. */
  followed(use: ts.Identifier): Followed | undefined {
    const { parent: call } = use;
    if (!ts.isCallExpression(call) || call.arguments[0] !== use || methodOf(call) !== 'followProgress')
      return undefined;
    const onProgress = call.arguments[2];
    const callback = this.#callbacks.of(call, 1);
    if (callback !== undefined) {
      const isArray = callback.value !== undefined;
      return isArray && onProgress !== undefined ? undefined : { isArray, onProgress };
    }
    const promise = promiseOf(call);
    if (promise === undefined) return undefined;
    const isUsed = !ts.isAwaitExpression(promise.node.parent) || !ts.isExpressionStatement(promise.node.parent.parent);
    const isArray = promise.hasResult && isUsed;
    return isArray && onProgress !== undefined ? undefined : { isArray, onProgress };
  }

  /** The stream that `new Promise(…)` follows, if that is all it does. */
  ofPromise(node: ts.NewExpression): ts.Identifier | undefined {
    const [executor] = node.arguments ?? [];
    const call = executor && onlyCall(executor);
    const stream = call?.arguments[0];
    return call && stream && ts.isIdentifier(stream) && promiseOf(call)?.node === node ? stream : undefined;
  }

  /** The call that returned the stream which an identifier is. */
  callOf(use: ts.Identifier): ts.CallExpression | undefined {
    const declaration = this.#subjects.declarationOf(use);
    if (declaration === undefined) return undefined;
    if (ts.isVariableDeclaration(declaration)) {
      const { initializer } = declaration;
      const inner = initializer && ts.isAwaitExpression(initializer) ? initializer.expression : undefined;
      return inner && ts.isCallExpression(inner) ? inner : undefined;
    }
    return this.#callbacks.ofParameter(declaration)?.call;
  }

  #usesOf(name: ts.Identifier): readonly ts.Identifier[] {
    const declaration = name.parent;
    const found: ts.Identifier[] = [];
    const visit = (node: ts.Node): void => {
      const isUse = ts.isIdentifier(node) && node !== name && node.text === name.text;
      if (isUse && this.#subjects.declarationOf(node) === declaration) found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(this.#file);
    return found;
  }
}

/** `demuxStream(stream, out, out)` as a statement. */
export function isDemultiplexed(use: ts.Identifier): boolean {
  const { parent: call } = use;
  if (!ts.isCallExpression(call) || call.arguments[0] !== use || methodOf(call) !== 'demuxStream') return false;
  return call.arguments.length === 3 && ts.isExpressionStatement(call.parent);
}

/** `stream.write(…)`, `stream.end(…)` and `input.pipe(stream)`, as statements. */
export function isInput(use: ts.Identifier): boolean {
  const { parent } = use;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === use) {
    const { parent: call } = parent;
    const isCalled = ts.isCallExpression(call) && call.expression === parent && ts.isExpressionStatement(call.parent);
    return isCalled && ['write', 'end'].includes(parent.name.text);
  }
  const isPiped = ts.isCallExpression(parent) && methodOf(parent) === 'pipe' && parent.arguments[0] === use;
  return isPiped && ts.isExpressionStatement(parent.parent);
}

/** `const stream = await call` */
function variableOf(call: ts.CallExpression): ts.Identifier | undefined {
  const declaration = ts.isAwaitExpression(call.parent) ? call.parent.parent : undefined;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  return ts.isIdentifier(declaration.name) ? declaration.name : undefined;
}

function valueOf(call: ts.CallExpression): ts.Identifier | undefined {
  const callback = call.arguments.at(-1);
  if (callback === undefined || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) return undefined;
  const name = callback.parameters[1]?.name;
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** The call that is all that a function does. */
function onlyCall(node: ts.Expression): ts.CallExpression | undefined {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const { body } = node;
  const [only, ...others] = ts.isBlock(body) ? body.statements : [body];
  if (only === undefined || others.length > 0) return undefined;
  const expression = ts.isExpressionStatement(only) ? only.expression : only;
  return ts.isCallExpression(expression) ? expression : undefined;
}

/** `new Promise((resolve, reject) => followProgress(stream, (error, result) => error ? reject(error) : resolve(result)))` */
function promiseOf(call: ts.CallExpression): { node: ts.NewExpression; hasResult: boolean } | undefined {
  const executor = ts.findAncestor(call, ts.isFunctionLike);
  if (executor === undefined || !(ts.isArrowFunction(executor) || ts.isFunctionExpression(executor))) return undefined;
  const { parent: node } = executor;
  const isPromise = ts.isNewExpression(node) && node.expression.getText() === 'Promise';
  if (!isPromise || onlyCall(executor) !== call) return undefined;
  const [resolve, reject] = executor.parameters.map(({ name }) => name.getText());
  const finished = call.arguments[1];
  if (finished === undefined || !(ts.isArrowFunction(finished) || ts.isFunctionExpression(finished))) return undefined;
  const [error, result] = finished.parameters.map(({ name }) => name.getText());
  // A few spellings, compared as text without spaces.
  const statements = ts.isParenthesizedExpression(finished.body) ? finished.body.expression : finished.body;
  const body = statements
    .getText()
    .replace(/\/\/.*$/gm, '')
    .replace(/[\s;{}]/g, '');
  for (const value of ['', result]) {
    if (value === undefined) continue;
    const [failed, done] = [`${reject}(${error})`, `${resolve}(${value})`];
    const spellings = [
      `${error}?${failed}:${done}`,
      `if(${error})${failed}else${done}`,
      `if(${error})return${failed}${done}`,
      `if(${error})return${failed}return${done}`,
    ];
    if (spellings.includes(body)) return { node, hasResult: value !== '' };
  }
  return undefined;
}
