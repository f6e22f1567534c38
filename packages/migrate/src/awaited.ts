/** Decides which callbacks become `await`, and which streams are rewritten with everything that reads them. */
import ts from 'typescript';
import { Callbacks } from './callbacks.js';
import { rules } from './rules.js';
import { Streams, type StreamKind } from './streams.js';
import { type Found, Subjects } from './subjects.js';
import { streamKindOf } from './write-stream.js';

/** The methods whose result is a buffer in dockerode: an empty one, or that of `OK`. */
const otherResults = new Set(
  'start stop restart kill pause unpause rename resize remove tag connect disconnect ping update configure enable disable'.split(
    ' ',
  ),
);

export class Awaited {
  readonly subjects: Subjects;
  readonly callbacks: Callbacks;
  readonly streams: Streams;
  readonly #file: ts.SourceFile;

  constructor(file: ts.SourceFile, checker: ts.TypeChecker) {
    this.#file = file;
    this.subjects = new Subjects(checker, () => this.callbacks);
    this.callbacks = new Callbacks((call) => this.#isRewritten(call));
    this.streams = new Streams(file, this.subjects, this.callbacks);
  }

  /** Whether a call with a callback is one that can be awaited, with a value that is used in the same way. */
  #isRewritten(call: ts.CallExpression): boolean {
    if (methodOf(call) === 'followProgress') {
      const [stream] = call.arguments;
      return stream !== undefined && ts.isIdentifier(stream) && this.isUnderstood(stream);
    }
    const owner = this.ownerOf(call);
    const rule = owner && rules[owner.subject][methodOf(call) ?? ''];
    if (owner?.docker === undefined || rule === undefined) return false;
    const kind = this.kindOf(call);
    if (kind !== undefined) return this.streams.isUnderstood(call, kind) && this.#isImportable(call);
    if (typeof rule !== 'object' || rule.note !== undefined) return false;
    return !this.streams.isValueUsed(call) || !otherResults.has(methodOf(call) ?? '');
  }

  ownerOf({ expression }: ts.CallExpression): Found | undefined {
    return ts.isPropertyAccessExpression(expression) ? this.subjects.of(expression.expression) : undefined;
  }

  kindOf(call: ts.CallExpression): StreamKind | undefined {
    const owner = this.ownerOf(call);
    return owner?.docker && streamKindOf(owner.subject, methodOf(call) ?? '', withoutCallback(call));
  }

  isUnderstoodCall(call: ts.CallExpression, kind: StreamKind): boolean {
    const hasCallback = withoutCallback(call).length < call.arguments.length;
    if (hasCallback && this.callbacks.of(call) === undefined) return false;
    return this.streams.isUnderstood(call, kind) && this.#isImportable(call);
  }

  /** Whether the functions that the call needs have names that nothing else in the file has. */
  #isImportable(call: ts.CallExpression): boolean {
    const names = ['pull', 'buildImage'].includes(methodOf(call) ?? '') ? ['pull', 'follow'] : [];
    return !names.some((name) => declares(this.#file, name));
  }

  /** Whether a stream is the result of a call that is rewritten, and all of its uses are. */
  isUnderstood(stream: ts.Identifier): boolean {
    const call = this.streams.callOf(stream);
    const kind = call && this.kindOf(call);
    return call !== undefined && kind !== undefined && this.isUnderstoodCall(call, kind);
  }
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** The arguments of a call other than functions. */
export function withoutCallback({ arguments: values }: ts.CallExpression): readonly ts.Expression[] {
  return values.filter((one) => !ts.isArrowFunction(one) && !ts.isFunctionExpression(one));
}

/** Whether a file has a variable, a function or a parameter with a name. */
function declares(node: ts.Node, name: string): boolean {
  const isDeclared =
    ts.isIdentifier(node) &&
    node.text === name &&
    !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
    !ts.isClassElement(node.parent) &&
    !ts.isObjectLiteralElement(node.parent);
  return isDeclared || (ts.forEachChild(node, (child) => declares(child, name)) ?? false);
}
