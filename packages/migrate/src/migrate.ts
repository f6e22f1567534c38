/** Rewrites a program that uses dockerode. */
import ts from 'typescript';
import { Awaited, withoutCallback } from './awaited.js';
import type { Callback } from './callbacks.js';
import { isDemultiplexed, isInput } from './streams.js';
import { writeCall } from './write-call.js';
import { writeStreamCall } from './write-stream.js';
import { columnOf, statementsOf } from './write-statements.js';
import { getters, keyOf, modemAdvice, rules } from './rules.js';
import { bare, isDockerodeImport, type Subjects } from './subjects.js';

/** A call of dockerode that a person has to rewrite, or whose result is used in another way. */
export interface ManualStep {
  /** The line in the original source, from 1. */
  readonly line: number;
  readonly advice: string;
}

export interface Migrated {
  readonly source: string;
  /** The number of calls that were rewritten. */
  readonly rewritten: number;
  readonly manual: readonly ManualStep[];
}

/**
 * Rewrites the calls of dockerode in a program. What has to be done by hand is said in a comment above the statement,
 * `TODO(lading)`. A file without dockerode is returned unchanged.
 *
 * @param path of the file, whose extension says which language it is
 */
export function migrate(path: string, source: string): Migrated {
  const options: ts.CompilerOptions = { allowJs: true, noLib: true, noResolve: true, target: ts.ScriptTarget.ESNext };
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === path ? file : undefined),
    fileExists: (name) => name === path,
    readFile: () => undefined,
  };
  const checker = ts.createProgram([path], options, host).getTypeChecker();
  return new Migration(file, checker).result();
}

class Migration {
  readonly #file: ts.SourceFile;
  readonly #awaited: Awaited;
  readonly #subjects: Subjects;
  readonly #manual: ManualStep[] = [];
  /** The comments by the statement that they are written above. */
  readonly #comments = new Map<ts.Node, Set<string>>();
  readonly #imports = new Set<string>();
  #rewritten = 0;

  constructor(file: ts.SourceFile, checker: ts.TypeChecker) {
    this.#file = file;
    this.#awaited = new Awaited(file, checker);
    this.#subjects = this.#awaited.subjects;
  }

  result(): Migrated {
    const text = this.#file.text;
    // Comments are known only after the statements below them were rewritten.
    const body = this.#children(this.#file);
    if (this.#rewritten === 0 && this.#manual.length === 0) return { source: text, rewritten: 0, manual: [] };
    const names = [...this.#imports].sort().join(', ');
    const isModule = /^\s*(import|export)\b/m.test(text);
    const line = isModule
      ? `import { ${names} } from '@lading/client';`
      : `const { ${names} } = require('@lading/client');`;
    const source = body.includes(importMark)
      ? body.replace(importMark, names === '' ? '' : line)
      : names === ''
        ? body
        : `${line}\n${body}`;
    return { source: source.replaceAll(importMark, ''), rewritten: this.#rewritten, manual: this.#manual };
  }

  /** The text of a node, with everything in it rewritten. */
  readonly #text = (node: ts.Node): string => {
    const rewritten = this.#rewrite(node) ?? this.#children(node);
    const comments = this.#comments.get(node);
    if (comments === undefined) return rewritten;
    const { character } = this.#file.getLineAndCharacterOfPosition(node.getStart());
    return [...comments].map((comment) => `// TODO(lading): ${comment}\n${' '.repeat(character)}`).join('') + rewritten;
  };

  /** The text of a node between its children stays as it is. */
  #children(node: ts.Node): string {
    const { text } = this.#file;
    let result = '';
    let end = node.getStart(this.#file);
    if (node === this.#file) end = 0;
    ts.forEachChild(node, (child) => {
      const start = child.getStart(this.#file);
      result += text.slice(end, start) + this.#text(child);
      end = child.getEnd();
    });
    return result + text.slice(end, node.getEnd());
  }

  #rewrite(node: ts.Node): string | undefined {
    if (isDockerodeImport(node)) return importMark;
    if (ts.isTypeReferenceNode(node)) return this.#type(node);
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const callback = this.#awaited.callbacks.of(node.expression);
      if (callback !== undefined) return this.#statements(callback);
    }
    if (ts.isNewExpression(node)) {
      const stream = this.#awaited.streams.ofPromise(node);
      if (stream !== undefined && this.#awaited.isUnderstood(stream)) return this.#follow(stream);
    }
    if (ts.isNewExpression(node) && this.#subjects.isDockerode(node.expression)) return this.#connect(node);
    if (ts.isPropertyAccessExpression(node)) return this.#property(node);
    if (ts.isIdentifier(node)) return this.#value(node);
    if (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression)) {
      // `await docker.getContainer(id)`: there is nothing to wait for.
      const name = methodOf(node.expression);
      if (name !== undefined && name in getters) return this.#call(node.expression);
      return this.#object(node);
    }
    return ts.isCallExpression(node) ? this.#call(node) : undefined;
  }

  /** An awaited call that returned an object returns its name. */
  #object(node: ts.AwaitExpression): string | undefined {
    const call = node.expression as ts.CallExpression;
    const method = methodOf(call);
    if (method === undefined) return undefined;
    const owner = this.#subjects.of((call.expression as ts.PropertyAccessExpression).expression);
    const rule = owner && rules[owner.subject][method];
    if (typeof rule !== 'object' || rule.returns === undefined) return undefined;
    const written = this.#call(call);
    if (written === undefined) return undefined;
    if (!isBoundToVariable(node) && !isReceiver(node) && !ts.isExpressionStatement(node.parent))
      this.#say(node, `this is the ${rule.returns.property} of the ${rule.returns.subject} now, not an object`);
    return `(await ${written}).${rule.returns.property}`;
  }

  #call(node: ts.CallExpression): string | undefined {
    const { expression } = node;
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const method = expression.name.text;
    const ofStream = this.#ofStream(node, expression);
    if (ofStream !== undefined) return ofStream;
    const target = bare(expression.expression);
    if (ts.isPropertyAccessExpression(target) && target.name.text === 'modem' && this.#subjects.of(target.expression)) {
      this.#say(node, `${method}: ${modemAdvice[method] ?? 'engine.call() makes any call'}`);
      return undefined;
    }
    const owner = this.#subjects.of(expression.expression);
    if (owner === undefined) return undefined;
    const got = owner.subject === 'docker' ? getters[method] : undefined;
    if (got !== undefined) {
      this.#rewritten += 1;
      if (!isBoundToVariable(node) && !isReceiver(node))
        this.#say(node, `this is the ${keyOf[got]} of the ${got} now, not an object`);
      return node.arguments[0] === undefined ? undefined : this.#text(node.arguments[0]);
    }
    const rule = rules[owner.subject][method];
    if (rule === undefined) return undefined;
    const kind = this.#awaited.kindOf(node);
    if (kind !== undefined && this.#awaited.isUnderstoodCall(node, kind)) {
      this.#rewritten += 1;
      if (method === 'pull') this.#imports.add('pull');
      const docker = this.#text(owner.docker as ts.Expression);
      const subject = { subject: owner.subject, method, key: this.#text(expression.expression) };
      return writeStreamCall(docker, subject, withoutCallback(node), this.#text);
    }
    if (typeof rule === 'string') {
      this.#say(node, `${method}: ${rule}`);
      return this.#withArguments(node);
    }
    const hasCallback = withoutCallback(node).length < node.arguments.length;
    if ((hasCallback && this.#awaited.callbacks.of(node) === undefined) || owner.docker === undefined) {
      const reason = hasCallback ? 'without a callback' : 'with the engine as a parameter';
      this.#say(node, `${method}: await docker.${rule.call}(…), ${reason}`);
      return this.#withArguments(node);
    }
    if (rule.note !== undefined) this.#say(node, rule.note);
    this.#rewritten += 1;
    const key = keyOf[owner.subject];
    const docker = ts.isNewExpression(bare(owner.docker)) ? 'docker' : this.#text(owner.docker);
    const subject = key === undefined ? undefined : { name: key, text: this.#text(expression.expression) };
    return writeCall(docker, rule, subject, withoutCallback(node), this.#text);
  }

  /** The counterpart of a use of a stream. */
  #ofStream(node: ts.CallExpression, expression: ts.PropertyAccessExpression): string | undefined {
    const [first, ...others] = node.arguments;
    const { expression: receiver } = expression;
    if (first !== undefined && ts.isIdentifier(first) && isDemultiplexed(first) && this.#awaited.isUnderstood(first)) {
      const [stream, indent] = [this.#text(first), ' '.repeat(columnOf(node))];
      const sides = ['stdout', 'stderr'].map((side, index) => {
        const to = others[index];
        return `${stream}.${side}.pipe(${to === undefined ? '' : this.#text(to)}, { end: false })`;
      });
      this.#rewritten += 1;
      return sides.join(`;\n${indent}`);
    }
    const isPiped =
      first !== undefined && ts.isIdentifier(first) && isInput(first) && this.#awaited.isUnderstood(first);
    if (isPiped) return `${this.#text(expression)}(${this.#text(first)}.stdin)`;
    if (!ts.isIdentifier(receiver) || !isInput(receiver) || !this.#awaited.isUnderstood(receiver)) return undefined;
    const passed = node.arguments.map((one) => this.#text(one)).join(', ');
    return `${this.#text(receiver)}.stdin.${expression.name.text}(${passed})`;
  }

  /** Statements instead of a callback. */
  #statements({ call, value, error, handling, rest }: Callback): string | undefined {
    const isFollow = methodOf(call) === 'followProgress';
    const stream = call.arguments[0];
    const written = isFollow && stream !== undefined ? this.#follow(stream as ts.Identifier) : this.#call(call);
    if (written === undefined) return undefined;
    const owner = this.#awaited.ownerOf(call);
    const rule = isFollow || owner === undefined ? undefined : rules[owner.subject][methodOf(call) ?? ''];
    const property = typeof rule === 'object' ? rule.returns?.property : undefined;
    const result = property === undefined ? `await ${written}` : `(await ${written}).${property}`;
    return statementsOf({ call, value, error, handling, rest }, result, this.#text);
  }

  #follow(stream: ts.Identifier): string {
    const { isArray, onProgress } = this.#awaited.streams.followed(stream) ?? { isArray: false, onProgress: undefined };
    this.#rewritten += 1;
    if (isArray) return `${this.#text(stream)}.toArray()`;
    this.#imports.add('follow');
    const onItem = onProgress === undefined ? '' : `onItem: ${this.#text(onProgress)}, `;
    return `follow(${this.#text(stream)}, { ${onItem}write: () => undefined })`;
  }

  /** A call that is left as it is, with rewritten arguments. */
  #withArguments(node: ts.CallExpression): string {
    const { text } = this.#file;
    let [result, end] = ['', node.getStart()];
    for (const argument of node.arguments) {
      result += text.slice(end, argument.getStart()) + this.#text(argument);
      end = argument.getEnd();
    }
    return result + text.slice(end, node.getEnd());
  }

  /** Says that a variable that is passed on is a string now. */
  #value(node: ts.Identifier): undefined {
    const { parent } = node;
    const isPassedOn =
      (ts.isCallExpression(parent) && parent.expression !== node) ||
      (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
      ts.isReturnStatement(parent) ||
      ts.isArrayLiteralExpression(parent);
    const subject = isPassedOn ? this.#subjects.of(node)?.subject : undefined;
    if (subject !== undefined && subject !== 'docker')
      this.#say(node, `\`${node.text}\` is the ${keyOf[subject]} of the ${subject} now, not an object`);
    return undefined;
  }

  /** `container.id` is the variable itself; an error has other properties. */
  #property(node: ts.PropertyAccessExpression): string | undefined {
    const name = node.name.text;
    const owner = name === 'id' || name === 'name' ? this.#subjects.of(node.expression) : undefined;
    if (owner !== undefined && owner.subject !== 'docker') return this.#text(node.expression);
    if (name === 'statusCode' && this.#isCaught(node.expression)) return `${this.#text(node.expression)}.status`;
    if (name !== 'message' || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    const { expression, name: inner } = node.expression;
    return inner.text === 'json' && this.#isCaught(expression) ? `${this.#text(expression)}.reason` : undefined;
  }

  #isCaught(node: ts.Expression): boolean {
    const declaration = this.#subjects.declarationOf(node);
    return declaration !== undefined && ts.isCatchClause(declaration.parent);
  }

  #connect(node: ts.NewExpression): string {
    this.#imports.add('connect');
    this.#rewritten += 1;
    const scope = ts.findAncestor(node, ts.isFunctionLike);
    const isAsync = scope === undefined ? ts.isExternalModule(this.#file) : isAsyncFunction(scope);
    if (!isAsync) this.#say(node, 'connect() returns a promise: await it in an async function');
    const [options] = node.arguments ?? [];
    const written = options === undefined ? '' : this.#options(options);
    return `${isAsync ? 'await ' : ''}connect(${written})`;
  }

  #options(options: ts.Expression): string {
    if (ts.isObjectLiteralExpression(options) && options.properties.length === 1) {
      const [property] = options.properties;
      if (property !== undefined && ts.isPropertyAssignment(property) && property.name.getText() === 'socketPath') {
        const { initializer } = property;
        const path = ts.isStringLiteral(initializer) ? initializer.text : `\${${this.#text(initializer)}}`;
        const quote = ts.isStringLiteral(initializer) ? "'" : '`';
        return `{ host: ${quote}unix://${path}${quote} }`;
      }
    }
    this.#say(options, 'the options are { host: "unix://…", "tcp://…" or "ssh://…", tls: { ca, cert, key }, version }');
    return this.#text(options);
  }

  #type({ typeName }: ts.TypeReferenceNode): string | undefined {
    if (ts.isIdentifier(typeName) && this.#subjects.isDockerode(typeName)) {
      this.#imports.add('type Engine');
      return 'Engine';
    }
    const isObject = ts.isQualifiedName(typeName) && this.#subjects.isDockerode(typeName.left);
    return isObject && typeName.right.text.toLowerCase() in keyOf ? 'string' : undefined;
  }

  #say(node: ts.Node, advice: string): void {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart());
    this.#manual.push({ line: line + 1, advice });
    const isStatement = (one: ts.Node): boolean =>
      one.parent !== undefined &&
      (ts.isBlock(one.parent) ||
        ts.isSourceFile(one.parent) ||
        ts.isModuleBlock(one.parent) ||
        ts.isCaseOrDefaultClause(one.parent) ||
        ts.isClassElement(one));
    const statement = ts.findAncestor(node, isStatement) ?? node;
    const comments = this.#comments.get(statement) ?? new Set();
    this.#comments.set(statement, comments.add(advice));
  }
}

function isAsyncFunction(node: ts.SignatureDeclaration): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

const importMark = '\u0000import\u0000';

function methodOf({ expression }: ts.CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** Whether a value is only what a variable is declared with, whose uses are found. */
function isBoundToVariable(node: ts.Expression): boolean {
  const parent = ts.isAwaitExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
}

/** Whether a method or a property of a value is used. */
function isReceiver(node: ts.Expression): boolean {
  let outer: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(outer) || ts.isAwaitExpression(outer)) outer = outer.parent;
  return ts.isPropertyAccessExpression(outer);
}
