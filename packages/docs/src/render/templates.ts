/**
 * Turns the Handlebars templates, which escape all output, into functions. A page has hundreds of blocks and calls of helpers, for each of
 * which the functions that Handlebars compiles make closures and options: a third of the time of a large site.
 */
import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { helpers, type HelperOptions } from './helpers.js';

/** The context of a place in a template, and those around it. */
interface Scope {
  readonly context: unknown;
  readonly outer?: Scope;
  /** The position in the innermost list. */
  readonly index?: number | undefined;
  readonly options: HelperOptions;
}

type Text = (scope: Scope) => string;
type Value = (scope: Scope) => unknown;
type Call = Pick<hbs.AST.SubExpression, 'path' | 'params'>;

const { escapeExpression, Utils } = Handlebars;
const folder = new URL('../../templates/', import.meta.url);
const texts = new Map<string, Text>();
const helpersByName = new Map(Object.entries<(...values: never[]) => unknown>(helpers));

/** Returns a template as a function from its context to HTML. */
export function template(name: string): (context: object) => string {
  const text = textOf(name);
  return (context) => text({ context, options: { data: { root: context as never } } });
}

function textOf(name: string): Text {
  const source = () => readFileSync(new URL(`${name}.hbs`, folder), 'utf8').replace(/\n\s*/g, '\n');
  const text = texts.get(name) ?? textOfProgram(Handlebars.parse(source()));
  texts.set(name, text);
  return text;
}

function textOfProgram(program: hbs.AST.Program | undefined): Text {
  const parts = program?.body.map(textOfStatement) ?? [];
  return (scope) => {
    let text = '';
    for (const part of parts) text += part(scope);
    return text;
  };
}

function textOfStatement(statement: hbs.AST.Statement): Text {
  const node = statement as
    hbs.AST.ContentStatement | hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.PartialStatement;
  switch (node.type) {
    case 'ContentStatement':
      return () => node.value;
    case 'MustacheStatement': {
      const value = valueOfCall(node as hbs.AST.MustacheStatement & Call);
      return node.escaped ? (scope) => escapeExpression(value(scope) as string) : (scope) => String(value(scope) ?? '');
    }
    case 'BlockStatement':
      return textOfBlock(node);
    case 'PartialStatement':
      return textOfPartial(node);
  }
}

function textOfPartial({ name, params: [given], hash }: hbs.AST.PartialStatement): Text {
  const text = textOf((name as hbs.AST.PathExpression).original);
  const context = given && valueOf(given);
  const pairs = hash?.pairs.map(({ key, value }) => [key, valueOf(value)] as const);
  if (pairs === undefined && context === undefined) return text;
  return (scope) => {
    const values = Object.fromEntries(pairs?.map(([key, value]) => [key, value(scope)]) ?? []);
    const own = context ? context(scope) : scope.context;
    return text({ ...scope, context: pairs ? { ...(own as object), ...values } : own });
  };
}

function textOfBlock({ path, params: [given], program, inverse }: hbs.AST.BlockStatement): Text {
  if (given === undefined) throw new TypeError(`{{#${path.original}}} has no value`);
  const value = valueOf(given);
  const [text, otherwise] = [textOfProgram(program), textOfProgram(inverse)];
  switch (path.original) {
    case 'if':
      return (scope) => (holds(value(scope)) ? text(scope) : otherwise(scope));
    case 'unless':
      return (scope) => (holds(value(scope)) ? otherwise(scope) : text(scope));
    case 'with':
      return (scope) => {
        const context = value(scope);
        return holds(context) ? text({ ...scope, context, outer: scope }) : otherwise(scope);
      };
    case 'each':
      return (scope) => {
        const list = value(scope);
        if (!Array.isArray(list) || list.length === 0) return otherwise(scope);
        return list
          .map((context: unknown, index) => text({ context, outer: scope, index, options: scope.options }))
          .join('');
      };
    default:
      throw new TypeError(`There is no block {{#${path.original}}}`);
  }
}

function holds(value: unknown): boolean {
  return !Utils.isEmpty(value) && value !== 0;
}

function valueOf(expression: hbs.AST.Expression): Value {
  const node = expression as hbs.AST.PathExpression | hbs.AST.SubExpression | hbs.AST.StringLiteral;
  if (node.type === 'PathExpression') return valueOfPath(node);
  return node.type === 'SubExpression' ? valueOfCall(node) : () => node.value;
}

function valueOfCall({ path, params }: Call): Value {
  const helper = helpersByName.get(path.original) as ((...values: unknown[]) => unknown) | undefined;
  if (helper === undefined && params.length > 0) throw new TypeError(`There is no helper ${path.original}`);
  if (helper === undefined) return valueOfPath(path);
  const [first, ...others] = params.map(valueOf);
  if (first !== undefined && others.length === 0) return (scope) => helper(first(scope), scope.options);
  return (scope) => helper(first?.(scope), ...others.map((value) => value(scope)), scope.options);
}

function valueOfPath({ data, depth, parts }: hbs.AST.PathExpression): Value {
  if (data && parts[0] === 'index') return ({ index }) => index;
  const context: Value = data
    ? ({ options }) => options.data.root
    : (scope) => {
        let at: Scope | undefined = scope;
        for (let up = depth; up > 0; up -= 1) at = at?.outer;
        return at?.context;
      };
  const names = data ? parts.slice(1) : parts;
  return names.reduce<Value>((value, name) => (scope) => property(value(scope), name), context);
}

/** Returns an own property: no template reads what every string or object has. */
function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
