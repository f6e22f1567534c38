/** Rewrites the uses of streams: the client has objects where dockerode has bytes. */
import { Node, type Identifier } from 'ts-morph';
import { isJavaScript } from './project.js';
import type { Names } from './names.js';
import type { StreamKind } from './rules.js';
import { bare, symbolOf } from './subjects.js';
import type { TextOf } from './write-call.js';

/** What a stream becomes: a Node stream of items, the client's stream, or the whole output as a string. */
export type Form = 'readable' | 'stream' | 'text';

export interface Tracked {
  readonly form: Form;
  /** The rewritten uses, by the node that they replace. */
  readonly uses: ReadonlyMap<Node, TextOf>;
}

type Use = { readonly node: Node; readonly write: TextOf };

export class Streams {
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /**
   * Returns how all uses of a call's stream are rewritten.
   *
   * @returns the place and the reason, if one of them has no counterpart
   */
  track(call: Node, kind: StreamKind, isFollowed: boolean): Tracked | { readonly node: Node; readonly reason: string } {
    const variable = variableOf(call);
    if (variable === undefined) {
      const isStatement = Node.isExpressionStatement(outermost(call).getParent());
      if (isStatement) return { form: 'stream', uses: new Map() };
      const direct = kind === 'output' && !isFollowed ? this.#textUse(outermost(call)) : undefined;
      if (direct !== undefined) return { form: 'text', uses: new Map([[direct.node, direct.write]]) };
      return { node: call, reason: 'the stream is passed on: read it where it is created' };
    }
    const uses = usesOf(variable);
    const declaration = variable.getParent();
    const untyped: [Node, TextOf][] =
      Node.isParameterDeclaration(declaration) && declaration.getTypeNode() !== undefined
        ? [[declaration, () => variable.getText()]]
        : [];
    if (kind === 'output' && !isFollowed) {
      const found = uses.map((use) => this.#textUse(use));
      return { form: 'text', uses: new Map(found.flatMap((use) => (use ? [[use.node, use.write]] : []))) };
    }
    const form: Form = kind === 'items' && !uses.some((use) => isFollow(use) || isPipe(use)) ? 'readable' : 'stream';
    const rewritten = new Map<Node, TextOf>(untyped);
    for (const use of uses) {
      const found = kind === 'items' ? this.#itemsUse(use, form) : this.#outputUse(use, kind);
      if (found === undefined) return { node: use, reason: reasons[kind] };
      for (const { node, write } of found) rewritten.set(node, write);
    }
    return { form, uses: rewritten };
  }

  /** `logs.toString('utf8')` of logs that are not followed. */
  #textUse(use: Node): Use | undefined {
    const parent = use.getParent();
    const call = parent?.getParent();
    if (!Node.isPropertyAccessExpression(parent) || parent.getName() !== 'toString' || !Node.isCallExpression(call))
      return undefined;
    return {
      node: call,
      write: (node) =>
        this.textOf((node as typeof call).getExpressionIfKindOrThrow(parent.getKind()).getFirstChildOrThrow()),
    };
  }

  textOf: TextOf = (node) => node.getText();

  #itemsUse(use: Node, form: Form): Use[] | undefined {
    const text = this.textOf;
    const call = callAt(use);
    if (call === undefined) return undefined;
    if (isFollow(use)) {
      const [, done, onItem] = call.getArguments();
      return [{ node: call, write: () => this.#follow(text(use), done, onItem) }];
    }
    const callee = call.getExpression();
    if (!Node.isPropertyAccessExpression(callee) || bare(callee.getExpression()) !== use) return undefined;
    const [first, second] = call.getArguments();
    if (callee.getName() === 'pipe' && first !== undefined) {
      return [{ node: call, write: () => `${this.#names.use('follow')}(${text(use)}, { output: ${text(first)} })` }];
    }
    if (form !== 'readable') return undefined;
    if (first?.getText() !== "'data'" && first?.getText() !== '"data"')
      return ['on', 'once', 'destroy', 'resume', 'pause'].includes(callee.getName()) ? [] : undefined;
    return second === undefined ? undefined : jsonUses(second, text);
  }

  #follow(stream: string, done: Node | undefined, onItem: Node | undefined): string {
    const callbackify = this.#names.use('callbackify');
    const finished = done === undefined ? '() => undefined' : this.textOf(done);
    const isInline = done !== undefined && (Node.isArrowFunction(done) || Node.isFunctionExpression(done));
    const needsItems = !isInline || isParameterUsed(done, 1);
    if (onItem === undefined)
      return `${callbackify}(() => ${stream}.${needsItems ? 'toArray' : 'done'}())(${finished})`;
    const progress = this.textOf(onItem);
    const follow = this.#names.use('follow');
    if (!needsItems) {
      return `${callbackify}(() => ${follow}(${stream}, { onItem: ${progress}, write: () => undefined }))(${finished})`;
    }
    const run = Node.isIdentifier(onItem) ? progress : `(${progress})`;
    const type = isJavaScript(onItem.getSourceFile()) ? '' : ': any[]';
    const listed = `(item) => { items.push(item); ${run}(item); }`;
    return `${callbackify}(async () => { const items${type} = []; await ${follow}(${stream}, { onItem: ${listed}, write: () => undefined }); return items; })(${finished})`;
  }

  #outputUse(use: Node, kind: StreamKind): Use[] | undefined {
    const text = this.textOf;
    const call = callAt(use);
    if (call === undefined) return undefined;
    const isStatement = Node.isExpressionStatement(call.getParent());
    const callee = call.getExpression();
    const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : '';
    const values = call.getArguments();
    const [first, second, third] = values;
    const sides = (run: string): string => `for (const side of [${text(use)}.stdout, ${text(use)}.stderr]) side.${run}`;
    const one = (write: () => string): Use[] => [{ node: call, write }];
    if (first === use && name === 'demuxStream' && isStatement && second !== undefined) {
      const indent = ' '.repeat(call.getStart() - call.getStartLinePos());
      const stderr = third === undefined ? '' : `;\n${indent}${text(use)}.stderr.pipe(${text(third)}, { end: false })`;
      return one(() => `${text(use)}.stdout.pipe(${text(second)}, { end: false })${stderr}`);
    }
    if (first === use && name === 'pipe' && kind === 'session' && isStatement) {
      return [{ node: use, write: () => `${use.getText()}.stdin` }];
    }
    if (!Node.isPropertyAccessExpression(callee) || bare(callee.getExpression()) !== use) return undefined;
    if (kind === 'session' && (name === 'write' || name === 'end')) {
      return [{ node: callee, write: () => `${text(use)}.stdin.${name}` }];
    }
    if (name === 'destroy' || name === 'close') return one(() => `${text(use)}.close()`);
    if (!isStatement) return undefined;
    if (name === 'resume' || name === 'setEncoding') return one(() => sides(`${name}(${values.map(text).join(', ')})`));
    if (name === 'pipe' && first !== undefined) return one(() => sides(`pipe(${text(first)}, { end: false })`));
    if ((name !== 'on' && name !== 'once') || !Node.isStringLiteral(first) || second === undefined) return undefined;
    const event = first.getLiteralText();
    if (event === 'data' || event === 'error') return one(() => sides(`${name}('${event}', ${text(second)})`));
    if (event !== 'end' && event !== 'close') return undefined;
    const isInline = Node.isArrowFunction(second) || Node.isFunctionExpression(second);
    return one(() => {
      const handler = isInline ? text(second) : `() => ${text(second)}()`;
      const failed = event === 'close' ? handler : '() => undefined';
      const finished = this.#names.use('finished');
      return `void Promise.all([${text(use)}.stdout, ${text(use)}.stderr].map((side) => ${finished}(side))).then(${handler}, ${failed})`;
    });
  }
}

const reasons: Readonly<Record<StreamKind, string>> = {
  items: 'the stream has items instead of bytes: for await (const item of stream)',
  output: 'the output has stdout and stderr: for await (const { stream, data } of output), or output.lines()',
  session: 'the session has stdin, stdout and stderr: write to session.stdin, read as output',
};

/** `JSON.parse(chunk)` and `chunk.toString()` in a listener, whose chunk is an item now. */
function jsonUses(listener: Node, text: TextOf): Use[] | undefined {
  if (!Node.isArrowFunction(listener) && !Node.isFunctionExpression(listener)) return undefined;
  const [parameter] = listener.getParameters();
  const name = parameter?.getNameNode();
  if (!Node.isIdentifier(name)) return parameter === undefined ? [] : undefined;
  const found: Use[] = [];
  if (parameter?.getTypeNode() !== undefined) found.push({ node: parameter, write: () => name.getText() });
  for (const use of usesOf(name)) {
    const asString = stringOf(use);
    const parsed = asString.getParent();
    const isParsed = Node.isCallExpression(parsed) && parsed.getExpression().getText() === 'JSON.parse';
    if (isParsed) found.push({ node: parsed, write: () => text(use) });
    else if (asString !== use) found.push({ node: asString, write: () => `JSON.stringify(${text(use)})` });
    else return undefined;
  }
  return found;
}

/** `chunk.toString('utf8')` or `String(chunk)` around a chunk. */
function stringOf(use: Node): Node {
  const parent = use.getParent();
  if (Node.isCallExpression(parent) && parent.getExpression().getText() === 'String') return parent;
  const call = parent?.getParent();
  const isCall =
    Node.isPropertyAccessExpression(parent) && parent.getName() === 'toString' && Node.isCallExpression(call);
  return isCall ? call : use;
}

function isParameterUsed(callback: Node, index: number): boolean {
  if (!Node.isArrowFunction(callback) && !Node.isFunctionExpression(callback)) return true;
  const name = callback.getParameters()[index]?.getNameNode();
  if (name === undefined) return false;
  return !Node.isIdentifier(name) || usesOf(name).length > 0;
}

/** The call that a stream is an argument or the receiver of. */
function callAt(use: Node) {
  const parent = use.getParent();
  if (Node.isCallExpression(parent)) return parent.getExpression() === use ? undefined : parent;
  const call = Node.isNonNullExpression(parent) ? parent.getParent() : parent;
  if (Node.isCallExpression(call)) return call;
  const outer = Node.isPropertyAccessExpression(call) ? call.getParent() : undefined;
  return Node.isCallExpression(outer) && outer.getExpression() === call ? outer : undefined;
}

function isFollow(use: Node): boolean {
  const call = callAt(use);
  const callee = call?.getExpression();
  return (
    Node.isPropertyAccessExpression(callee) &&
    callee.getName() === 'followProgress' &&
    bare(call?.getArguments()[0] ?? use) === use
  );
}

function isPipe(use: Node): boolean {
  const callee = callAt(use)?.getExpression();
  return Node.isPropertyAccessExpression(callee) && callee.getName() === 'pipe';
}

/** The variable or the parameter whose value is a call's result. */
function variableOf(call: Node): Identifier | undefined {
  const callback = Node.isCallExpression(call) ? call.getArguments().at(-1) : undefined;
  if (Node.isArrowFunction(callback) || Node.isFunctionExpression(callback)) return parameterOf(callback, 1);
  const outer = outermost(call);
  const parent = outer.getParent();
  if (Node.isVariableDeclaration(parent)) return parent.getNameNode().asKind(80 as never) as Identifier | undefined;
  const then = Node.isPropertyAccessExpression(parent) && parent.getName() === 'then' ? parent.getParent() : undefined;
  const handler = Node.isCallExpression(then) ? then.getArguments()[0] : undefined;
  return Node.isArrowFunction(handler) || Node.isFunctionExpression(handler) ? parameterOf(handler, 0) : undefined;
}

function parameterOf(callback: Node, index: number): Identifier | undefined {
  if (!Node.isArrowFunction(callback) && !Node.isFunctionExpression(callback)) return undefined;
  const name = callback.getParameters()[index]?.getNameNode();
  return Node.isIdentifier(name) ? name : undefined;
}

/** The expression around a call that has the same value: `(await call)`, `call as T`. */
export function outermost(node: Node): Node {
  const parent = node.getParent();
  return parent !== undefined && !Node.isStatement(parent) && bare(parent) === bare(node) ? outermost(parent) : node;
}

/** The places where a variable is used. */
export function usesOf(name: Identifier): readonly Identifier[] {
  const symbol = symbolOf(name);
  return name
    .getSourceFile()
    .getDescendants()
    .filter((node): node is Identifier => {
      return Node.isIdentifier(node) && node !== name && node.getText() === name.getText() && symbolOf(node) === symbol;
    });
}
