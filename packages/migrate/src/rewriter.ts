/** Rewrites one file. */
import { Node, type CallExpression, type NewExpression, type SourceFile } from 'ts-morph';
import { Calls, needsValue, type Program } from './calls.js';
import { connectOptions } from './connect-options.js';
import { Names } from './names.js';
import { canAwait, functionOf, isAsync, isFunction, type Pending } from './pending.js';
import { getters, rules } from './rules.js';
import { outermost, Streams } from './streams.js';
import { bare, isDockerodeClass, isOfDockerode, subjectOf, symbolOf } from './subjects.js';
import {
  asyncPosition,
  callbackOf,
  commentsIn,
  isCaught,
  isDeclarationName,
  isDockerodeImport,
  isFalse,
  isTrue,
  loadsDockerode,
  needsParentheses,
} from './syntax.js';
import { typeFor } from './types.js';
import type { TextOf } from './write-call.js';

export interface Step {
  readonly line: number;
  readonly advice: string;
}

export class Rewriter implements Program {
  readonly #calls = new Calls(this);
  readonly reasons: Step[] = [];
  readonly omitted: string[] = [];
  rewritten = 0;
  readonly file: SourceFile;
  readonly pending: Pending;
  readonly names: Names;
  readonly #streams: Streams;
  readonly #uses = new Map<Node, TextOf>();
  readonly #madeAsync = new Set<Node>();
  /** Calls that are written in an async function of their own. */
  readonly wrapped = new Set<Node>();
  readonly #types = new Map<string, string>();
  readonly #typeLines: string[] = [];

  constructor(file: SourceFile, pending: Pending) {
    this.file = file;
    this.pending = pending;
    this.names = new Names(file);
    this.#streams = new Streams(this.names);
    this.#streams.textOf = this.text;
  }

  /** The text of the file, rewritten. */
  result(): string {
    this.file.forEachDescendant((node) => {
      if (Node.isCallExpression(node)) this.#trackStream(node);
    });
    const body = this.#children(this.file);
    const inserted = this.names.lines() + this.#typeLines.join('');
    const hasMark = body.includes(mark);
    const [head = ''] = /^(#!.*\n)?(['"]use strict['"];?\n)?/.exec(body) ?? [];
    const source = hasMark ? body.replace(mark, inserted.trimEnd()) : head + inserted + body.slice(head.length);
    return source.replaceAll(new RegExp(`${mark}\\n?`, 'g'), '');
  }

  readonly text = (node: Node): string => this.#uses.get(node)?.(node) ?? this.#rewrite(node) ?? this.#children(node);

  /** The text of a node between its children stays as it is. */
  #children(node: Node): string {
    const source = this.file.getFullText();
    const pieces: { readonly start: number; text: string }[] = [];
    let end = node === this.file ? 0 : node.getStart();
    for (const child of node.forEachChildAsArray()) {
      pieces.push({ start: end, text: source.slice(end, child.getStart()) });
      pieces.push({ start: child.getStart(), text: this.#withComments(child, this.text(child)) });
      end = child.getEnd();
    }
    pieces.push({ start: end, text: source.slice(end, node.getEnd()) });
    if (this.#madeAsync.has(node)) {
      const at = asyncPosition(node);
      const piece = pieces.findLast(({ start }) => start <= at);
      if (piece) piece.text = `${piece.text.slice(0, at - piece.start)}async ${piece.text.slice(at - piece.start)}`;
    }
    return pieces.map(({ text }) => text).join('');
  }

  /** A call is written anew: comments within it precede the statement or the property. */
  #withComments(node: Node, text: string): string {
    const isOwner = Node.isStatement(node) || Node.isPropertyDeclaration(node);
    if (!isOwner || text === node.getText()) return text;
    const comments = commentsIn(node).filter((comment) => !text.includes(comment));
    const [indentation = ''] = /^[ \t]*/.exec(this.file.getFullText().slice(node.getStartLinePos())) ?? [];
    return [...comments, text].join(`\n${indentation}`);
  }

  #rewrite(node: Node): string | undefined {
    if (isDockerodeImport(node)) return mark;
    if (loadsDockerode(node))
      this.say(
        node,
        `${node.getText()} is loaded here: only an import or require() in a statement of its own is replaced`,
      );
    if (Node.isTypeReference(node) || Node.isImportTypeNode(node)) return this.#type(node);
    if (Node.isExportSpecifier(node) || Node.isImportSpecifier(node)) return undefined;
    if (Node.isAwaitExpression(node)) return this.#await(node.getExpression());
    if (Node.isNewExpression(node) && isDockerodeClass(node.getExpression()))
      return this.value(node, this.#connect(node));
    if (Node.isCallExpression(node))
      return this.#call(node) ?? (this.#isHeld(node) ? this.value(node, this.#children(node)) : undefined);
    if (Node.isPropertyAccessExpression(node)) return this.#property(node);
    if (Node.isShorthandPropertyAssignment(node) && this.#isHeld(node.getNameNode())) {
      return `${node.getName()}: ${this.value(node.getNameNode(), node.getName())}`;
    }
    if (Node.isIdentifier(node)) return this.#identifier(node);
    return undefined;
  }

  #isHeld(node: Node): boolean {
    return subjectOf(node) !== undefined && this.pending.is(node);
  }

  #identifier(node: Node): string | undefined {
    const parent = node.getParent();
    if (Node.isPropertyAccessExpression(parent) && parent.getNameNode() === node) return undefined;
    if (isDeclarationName(node)) return undefined;
    if (isDockerodeClass(node) && !Node.isTypeReference(parent) && !Node.isQualifiedName(parent)) {
      this.say(
        node,
        `\`${node.getText()}\` is used as a value: only new ${node.getText()}() has a counterpart, connect()`,
      );
      return undefined;
    }
    return this.#isHeld(node) ? this.value(node, node.getText()) : undefined;
  }

  #property(node: Node): string | undefined {
    if (!Node.isPropertyAccessExpression(node)) return undefined;
    const name = node.getName();
    const inner = node.getExpression();
    // `(error as { statusCode?: number }).statusCode` has the name twice.
    if (name === 'statusCode' && isCaught(bare(inner)))
      return `${this.text(inner).replace(/\bstatusCode\b/, 'status')}.status`;
    if (
      name === 'message' &&
      Node.isPropertyAccessExpression(inner) &&
      inner.getName() === 'json' &&
      isCaught(inner.getExpression())
    )
      return `${this.text(inner.getExpression())}.reason`;
    if (name === 'modem' && subjectOf(inner) !== undefined) {
      this.say(node, '`modem`: there is none; engine.call() makes any call');
      return undefined;
    }
    if (!this.#isHeld(node)) return undefined;
    return this.value(node, `${this.text(inner)}.${name}`);
  }

  /** A promise of an engine or of a handle: awaited where its value is used. */
  value(node: Node, raw: string): string {
    if (!this.pending.is(node)) return raw;
    const outer = outermost(node);
    const parent = outer.getParent();
    if (Node.isAwaitExpression(parent) || this.#isPassedOn(outer)) return raw;
    if (!this.canAwait(node)) {
      this.say(node, `connect() returns a promise: make the function async that uses \`${node.getText()}\``);
      return raw;
    }
    return needsParentheses(node) ? `(await ${raw})` : `await ${raw}`;
  }

  /** Whether the promise itself is meant: it is stored, returned or compared. */
  #isPassedOn(node: Node): boolean {
    const parent = node.getParent();
    if (Node.isBinaryExpression(parent)) {
      const operator = parent.getOperatorToken().getText();
      if (operator === '=' || operator === '??=' || operator === '||=')
        return parent.getLeft() === node || !canAwait(node) || this.pending.is(parent.getLeft());
      return (
        /^([!=]==?|instanceof)$/.test(operator) || this.#isPassedOn(parent) || Node.isIfStatement(parent.getParent())
      );
    }
    if (Node.isConditionalExpression(parent)) return parent.getCondition() === node || this.#isPassedOn(parent);
    if (Node.isParenthesizedExpression(parent)) return this.#isPassedOn(parent);
    if (Node.isPrefixUnaryExpression(parent) || Node.isIfStatement(parent) || Node.isTypeOfExpression(parent))
      return true;
    if (Node.isExportAssignment(parent)) return true;
    const isDeclared =
      Node.isVariableDeclaration(parent) ||
      Node.isPropertyDeclaration(parent) ||
      Node.isParameterDeclaration(parent) ||
      Node.isPropertyAssignment(parent);
    if (isDeclared) return this.pending.isDeclaration(parent);
    const owner = Node.isReturnStatement(parent) ? functionOf(node) : Node.isArrowFunction(parent) ? parent : undefined;
    return owner !== undefined && !isAsync(owner);
  }

  canAwait(node: Node): boolean {
    const owner = functionOf(node);
    const isWrapped = node.getAncestors().some((one) => this.wrapped.has(one) && functionOf(one) === owner);
    if (isWrapped || canAwait(node)) return true;
    if (owner === undefined || !Node.isAsyncable(owner) || (Node.isGeneratorable(owner) && owner.isGenerator()))
      return false;
    const isParameter = node
      .getAncestors()
      .some((one) => Node.isParameterDeclaration(one) && one.getParent() === owner);
    const returned = Node.isReturnTyped(owner) ? owner.getReturnType().getSymbol()?.getName() : undefined;
    if (returned !== 'Promise' || isParameter) return false;
    this.#madeAsync.add(owner);
    return true;
  }

  #connect(node: NewExpression): string {
    this.rewritten += 1;
    const options = node.getArguments()[0];
    const { text, problem, omitted } = options === undefined ? { text: '' } : connectOptions(options, this.text);
    if (problem !== undefined) this.say(node, problem);
    if (omitted !== undefined) this.omitted.push(omitted);
    return `${this.names.use('connect')}(${text})`;
  }

  #await(inner: Node): string | undefined {
    const node = bare(inner);
    if (!Node.isCallExpression(node) || inner !== node) return undefined;
    const written = this.#calls.written(node);
    if (written === undefined) return undefined;
    if (written.isValue) return written.call;
    if (Node.isExpressionStatement(outermost(node).getParent())) return `await ${written.call}`;
    return written.after(needsValue(written.after) ? `(await ${written.call})` : `await ${written.call}`);
  }

  #call(node: CallExpression): string | undefined {
    const callee = node.getExpression();
    if (!Node.isPropertyAccessExpression(callee)) return undefined;
    const receiver = callee.getExpression();
    const subject = subjectOf(receiver);
    if (subject === undefined) return undefined;
    const callback = callbackOf(node);
    if (subject === 'docker' && Object.hasOwn(getters, callee.getName())) return this.#calls.getter(node);
    const isReady = !this.pending.is(receiver);
    const isWrapped = callback !== undefined || (!isReady && !this.canAwait(node));
    if (isWrapped) this.wrapped.add(node);
    const written = this.#calls.written(node);
    if (written === undefined) return undefined;
    const hasAwait = needsValue(written.after) || /\bawait\b/.test(written.call);
    if (callback !== undefined) {
      const body = written.after(needsValue(written.after) ? `(await ${written.call})` : written.call);
      return `${this.names.use('callbackify')}(${hasAwait ? 'async ' : ''}() => ${body})(${this.text(callback)})`;
    }
    if (isWrapped && hasAwait) {
      return `(async () => ${written.after(needsValue(written.after) ? `(await ${written.call})` : written.call)})()`;
    }
    return needsValue(written.after)
      ? `${written.call}.then(async (result) => ${written.after('result')})`
      : written.call;
  }

  readonly forms = new Map<Node, string>();

  #trackStream(node: CallExpression): void {
    const callee = node.getExpression();
    if (!Node.isPropertyAccessExpression(callee)) return;
    const subject = subjectOf(callee.getExpression());
    if (subject === undefined || !Object.hasOwn(rules[subject], callee.getName())) return;
    const rule = rules[subject][callee.getName()];
    if (typeof rule !== 'object' || rule.stream === undefined) return;
    const [options] = node.getArguments();
    if (rule.call === 'container.stats' && isFalse(options, 'stream')) return;
    const tracked = this.#streams.track(node, rule.stream, isTrue(options, 'follow'));
    if ('reason' in tracked) return this.say(tracked.node, `${callee.getName()}: ${tracked.reason}`);
    this.forms.set(node, tracked.form);
    for (const [use, write] of tracked.uses) this.#uses.set(use, write);
  }

  #type(node: Node): string | undefined {
    const isImport = Node.isImportTypeNode(node) && !node.compilerNode.isTypeOf;
    const named = isImport ? node.getQualifier() : Node.isTypeReference(node) ? node.getTypeName() : undefined;
    const symbol = named ? symbolOf(named) : isImport ? node.getType().getSymbol() : undefined;
    if (symbol === undefined || !isOfDockerode(symbol)) return undefined;
    const name = symbol.getName();
    const type = typeFor(name);
    if (type === undefined) {
      this.say(node, `the type ${name} of dockerode has no counterpart with a name: use that of the call`);
      return undefined;
    }
    const written = this.#typeNamed(name, type);
    const owner = node.getFirstAncestor(
      (one) =>
        Node.isVariableDeclaration(one) ||
        Node.isPropertyDeclaration(one) ||
        Node.isParameterDeclaration(one) ||
        isFunction(one),
    );
    const isHeld = owner !== undefined && this.pending.isDeclaration(isFunction(owner) ? (owner as Node) : owner);
    return isHeld && ['Dockerode', 'Container'].includes(name) ? `Promise<${written}>` : written;
  }

  /** Types that are more than a name are declared once, under the name that dockerode has for them. */
  #typeNamed(name: string, type: string): string {
    const engine = this.names.use('Engine');
    if (name === 'Dockerode') return engine;
    let used = this.#types.get(name);
    if (used === undefined) {
      const isImported = this.file
        .getImportDeclarations()
        .some((one) =>
          one.getNamedImports().some((named) => named.getName() === name && named.getAliasNode() === undefined),
        );
      used = isImported ? name : this.names.free(name, `Engine${name}`);
      this.#types.set(name, used);
      const handle = type.includes('Handle<') ? `${this.names.use('Handle')}<` : '';
      const exact = type.replaceAll(/\bEngine\[/g, `${engine}[`).replaceAll('Handle<', handle);
      this.#typeLines.push(`type ${used} = ${exact};\n`);
    }
    return used;
  }

  say(node: Node, advice: string): void {
    const step = { line: node.getStartLineNumber(), advice };
    if (!this.reasons.some(({ line, advice: other }) => line === step.line && other === advice))
      this.reasons.push(step);
  }
}

const mark = '\u0000import\u0000';
