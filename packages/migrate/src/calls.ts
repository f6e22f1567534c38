/** Writes the calls of dockerode as calls of the client. */
import { Node, SyntaxKind, type CallExpression, type SourceFile } from 'ts-morph';
import type { Names } from './names.js';
import type { Pending } from './pending.js';
import { isJavaScript } from './project.js';
import { getters, keyOf, rules, type Rule, type Subject } from './rules.js';
import { bare, subjectOf } from './subjects.js';
import { callbackOf, engineIn, getterOf, isFalse, textOrEmpty } from './syntax.js';
import { argumentsOf, type TextOf } from './write-call.js';

/** What is done with the value of a call. */
type After = (value: string) => string;

/** A call, without what is around it. */
export interface Written {
  readonly call: string;
  readonly after: After;
  /** Whether there is nothing to wait for. */
  readonly isValue?: boolean;
}

/** The file that the calls are in. */
export interface Program {
  readonly file: SourceFile;
  readonly pending: Pending;
  readonly names: Names;
  /** What the streams of calls become. */
  readonly forms: ReadonlyMap<Node, string>;
  /** Calls that are written in an async function of their own. */
  readonly wrapped: Set<Node>;
  rewritten: number;
  readonly text: TextOf;
  canAwait(node: Node): boolean;
  /** A promise of an engine or of a handle: awaited where its value is used. */
  value(node: Node, raw: string): string;
  say(node: Node, advice: string): void;
}

export class Calls {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** `docker.getContainer(id)` */
  getter(node: CallExpression): string | undefined {
    const callee = node.getExpressionIfKindOrThrow(node.getExpression().getKind() as never) as unknown as Node;
    if (!Node.isPropertyAccessExpression(callee)) return undefined;
    const subject = getters[callee.getName()] as Subject;
    const receiver = callee.getExpression();
    const isWrapped = this.#program.pending.is(receiver) && !this.#program.canAwait(node);
    if (isWrapped) this.#program.wrapped.add(node);
    this.#program.rewritten += 1;
    const key = node.getArguments()[0];
    const given = key === undefined ? `''` : this.#program.text(key);
    const handle = this.#handle(this.#program.text(receiver), subject, given);
    return isWrapped ? this.#program.value(node, `(async () => ${handle})()`) : handle;
  }

  #handle(engine: string, subject: Subject, given: string): string {
    const key = keyOf[subject] ?? 'id';
    return `${this.#program.names.use('at')}(${engine}.${subject}, { ${key === given ? key : `${key}: ${given}`} })`;
  }

  /** A call of dockerode, without what is around it. */
  written(node: CallExpression): Written | undefined {
    const callee = node.getExpression();
    if (!Node.isPropertyAccessExpression(callee)) return undefined;
    const [receiver, method] = [callee.getExpression(), callee.getName()];
    const subject = subjectOf(receiver);
    if (subject === undefined) return undefined;
    if (subject === 'docker' && Object.hasOwn(getters, method)) {
      // `await docker.getContainer(id)`: there is nothing to wait for.
      const call = this.getter(node) ?? '';
      return call.startsWith('(async') ? { call, after: unchanged } : { call, after: unchanged, isValue: true };
    }
    const methods = rules[subject];
    const rule = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (rule === undefined || typeof rule === 'string') {
      this.#program.say(
        node,
        rule === undefined ? `\`${method}\`: the client has no such call` : `\`${method}\`: ${rule}`,
      );
      return undefined;
    }
    if (rule.call === 'run' && callbackOf(node) !== undefined) {
      this.#program.say(
        node,
        `\`${method}\`: const { exitCode, id } = await run(docker, { image, command, stdout }), without a callback`,
      );
      return undefined;
    }
    this.#program.rewritten += 1;
    const values = callbackOf(node) === undefined ? node.getArguments() : node.getArguments().slice(0, -1);
    const { call, engine } = this.#plainCall(node, receiver, subject, rule, values);
    if (rule.returns !== undefined) {
      const { subject: created, property } = rule.returns;
      const owner = engine ?? this.#engineAt(node, true);
      return { call, after: awaiting((value) => this.#handle(owner, created, `${value}.${property}`)) };
    }
    if (rule.call === 'run') return { call, after: awaiting((value) => this.#runResult(engine ?? '', value)) };
    return { call, after: this.#afterOf(node, rule, values) };
  }

  /** `[data, container]` */
  #runResult(engine: string, value: string): string {
    const constant = isJavaScript(this.#program.file) ? '' : ' as const';
    const handle = this.#handle(engine, 'container', 'id');
    return `(({ exitCode, id }) => [{ StatusCode: exitCode }, ${handle}]${constant})(${value.replace(/^\((.*)\)$/s, '$1')})`;
  }

  #afterOf(node: CallExpression, rule: Rule, values: readonly Node[]): After {
    if (rule.stream === undefined) return unchanged;
    if (isFalse(values[0], 'stream') && rule.call === 'container.stats') return unchanged;
    const form = this.#program.forms.get(node);
    if (form === 'readable')
      return awaiting((value) => `${this.#program.names.use('Readable')}.from(${value.replace(/^\((.*)\)$/s, '$1')})`);
    if (form === 'text') return awaiting((value) => `Object.values(await ${value}.text()).join('')`);
    return unchanged;
  }

  /** The call by its group and verb, or by its handle. */
  #plainCall(node: CallExpression, receiver: Node, subject: Subject, rule: Rule, values: readonly Node[]) {
    const inline = bare(receiver);
    const engineNode = subject === 'docker' ? receiver : getterOf(inline)?.getExpression();
    const engine =
      engineNode === undefined || !Node.isExpression(engineNode)
        ? undefined
        : Node.isPropertyAccessExpression(engineNode) && getterOf(inline) !== undefined
          ? this.#program.text(engineNode.getExpression())
          : this.#program.text(engineNode);
    const bytes: TextOf = (value) => this.#bytes(value);
    if (rule.call === 'run') return { call: this.#run(engine ?? '', values), engine };
    if (rule.call === 'pull') return { call: this.#pull(engine ?? '', values), engine };
    if (rule.call === 'exec.start') return { call: this.#execStart(this.#program.text(receiver), values), engine };
    const getter = subject === 'docker' ? undefined : getterOf(inline);
    const [group, verb] = rule.call.split('.');
    if (subject !== 'docker' && getter === undefined && group === subject) {
      return {
        call: `${this.#program.text(receiver)}.${verb}(${argumentsOf(rule, undefined, values, this.#program.text, bytes)})`,
        engine,
      };
    }
    const own = keyOf[subject];
    const name = rule.key ?? own;
    const given =
      getter === undefined ? `${this.#program.text(receiver)}.${own}` : textOrEmpty(inline, this.#program.text);
    const key = name === undefined ? undefined : name === given ? name : `${name}: ${given}`;
    const owner = engine ?? this.#engineAt(node);
    return {
      call: `${owner}.${rule.call}(${argumentsOf(rule, key, values, this.#program.text, bytes)})`,
      engine: owner,
    };
  }

  #bytes(value: Node): string {
    const isString = value.getType().getBaseTypeOfLiteralType().isString();
    if (isString) return `${this.#program.names.use('createReadStream')}(${this.#program.text(value)})`;
    const context = Node.isObjectLiteralExpression(value) ? value.getProperty('context') : undefined;
    if (context === undefined) {
      const isFolder =
        value.getType().getProperty('context') !== undefined && value.getType().getProperty('pipe') === undefined;
      return isFolder
        ? `${this.#program.names.use('buildContext')}(${this.#program.text(value)}.context)`
        : this.#program.text(value);
    }
    const folder = Node.isPropertyAssignment(context) ? context.getInitializer() : undefined;
    const sources = value.asKindOrThrow(SyntaxKind.ObjectLiteralExpression).getProperty('src');
    const only = sources === undefined ? undefined : this.#onlyFiles(sources);
    const others = only === undefined ? '' : `, { ignore: ${only} }`;
    const text = folder === undefined ? 'context' : this.#program.text(folder);
    return `${this.#program.names.use('buildContext')}(${text}${others})`;
  }

  /** `src: ['Dockerfile']`: every other file is ignored. */
  #onlyFiles(sources: Node): string | undefined {
    const list = Node.isPropertyAssignment(sources) ? sources.getInitializer() : sources;
    const files = Node.isArrayLiteralExpression(list) ? list.getElements() : undefined;
    if (files === undefined || !files.every(Node.isStringLiteral)) {
      this.#program.say(
        sources,
        "buildContext packs the whole folder: { ignore: ['*', '!Dockerfile'] } packs one file",
      );
      return undefined;
    }
    const names = files.map((file) => file.getLiteralText().replace(/^\.\//, ''));
    if (names.some((name) => name === '.' || name === '')) return undefined;
    return `['*', ${names.map((name) => `'!${name.replaceAll("'", "\\'")}'`).join(', ')}]`;
  }

  #pull(engine: string, [name, options]: readonly Node[]): string {
    const settings = options === undefined || !Node.isObjectLiteralExpression(options) ? [] : options.getProperties();
    const written = settings.map((one) => {
      const initializer = Node.isPropertyAssignment(one) ? one.getInitializer() : undefined;
      const property = Node.isPropertyAssignment(one) || Node.isShorthandPropertyAssignment(one) ? one.getName() : '';
      const target = { authconfig: 'credentials', platform: 'platform', abortSignal: 'signal' }[property];
      if (target === undefined) this.#program.say(one, `pull: the options are credentials, platform and signal`);
      return `${target}: ${initializer === undefined ? property : this.#program.text(initializer)}`;
    });
    const isUnknown =
      options !== undefined &&
      !Node.isObjectLiteralExpression(options) &&
      !/^(undefined|null)$/.test(options.getText());
    if (isUnknown) this.#program.say(options, 'pull: the options are credentials, platform and signal');
    const third = written.length === 0 ? '' : `, { ${written.join(', ')} }`;
    return `${this.#program.names.use('pull')}(${engine}, ${name === undefined ? "''" : this.#program.text(name)}${third})`;
  }

  /** `docker.run(image, command, streams, settings)`, of which only the end is waited for. */
  #run(engine: string, [image, command, output, create, start]: readonly Node[]): string {
    // A single stream receives both, since dockerode then asks for a terminal.
    const streams = Node.isArrayLiteralExpression(output)
      ? output.getElements()
      : output === undefined
        ? []
        : [output, output];
    const settings = [
      image === undefined ? "image: ''" : property('image', this.#program.text(image)),
      ...(command === undefined ? [] : [property('command', this.#program.text(command))]),
      ...streams.map((stream, index) => property(index === 0 ? 'stdout' : 'stderr', this.#program.text(stream))),
      ...(create === undefined ? [] : [property('create', this.#program.text(create))]),
      // Without it, dockerode leaves the container.
      ...(create !== undefined && /AutoRemove:\s*true/.test(create.getText()) ? [] : ['remove: false']),
    ];
    if (start !== undefined) this.#program.say(start, 'run: the options of the start are part of `create`');
    return `${this.#program.names.use('run')}(${engine}, { ${settings.join(', ')} })`;
  }

  #execStart(receiver: string, [options]: readonly Node[]): string {
    if (options !== undefined && !Node.isObjectLiteralExpression(options)) {
      this.#program.say(options, 'start: exec.start({ body: { Detach: false, Tty } })');
    }
    const properties = Node.isObjectLiteralExpression(options) ? options.getProperties() : [];
    const settings = properties
      .filter((one) => /^['"]?(Tty|Detach)\b/.test(one.getText()))
      .map((one) => this.#program.text(one));
    if (!settings.some((one) => one.includes('Detach'))) settings.unshift('Detach: false');
    return `${receiver}.start({ body: { ${settings.join(', ')} } })`;
  }

  /** The engine where only an object of it is at hand. */
  #engineAt(node: Node, isInAsync = false): string {
    const found = engineIn(node);
    if (found === undefined) {
      this.#program.say(node, 'this needs the engine: pass it to the function');
      return 'engine';
    }
    if (!this.#program.pending.is(found.node)) return found.text;
    const isWrapped = this.#program.wrapped.has(node) || isInAsync;
    if (!isWrapped && !this.#program.canAwait(node))
      this.#program.say(node, `connect() returns a promise: make the function async that uses \`${found.text}\``);
    return `(await ${found.text})`;
  }
}

function property(name: string, value: string): string {
  return name === value ? name : `${name}: ${value}`;
}

const unchanged: After = (value) => value;
const waiting = new WeakSet<After>();

/** Marks what needs the value of a call and not its promise. */
function awaiting(after: After): After {
  waiting.add(after);
  return after;
}

/** Whether what is done with a call's value cannot be done with its promise. */
export function needsValue(after: After): boolean {
  return waiting.has(after);
}
