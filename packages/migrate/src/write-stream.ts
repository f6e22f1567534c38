/** Writes the calls whose result is a stream: a pull, a build, an attachment. */
import ts from 'typescript';
import type { StreamKind } from './streams.js';
import type { Subject } from './rules.js';
import type { TextOf } from './write-statements.js';

/** The options of dockerode by their names. */
type Options = ReadonlyMap<string, ts.Expression>;

/** The options of builds that both clients write alike. */
const buildOptions = [
  'dockerfile',
  'nocache',
  'q',
  'rm',
  'forcerm',
  'target',
  'platform',
  'networkmode',
  'labels',
  'buildargs',
];
const outputOptions = ['stdout', 'stderr', 'follow', 'since', 'until', 'timestamps', 'tail', 'details'];
const attachOptions = ['stream', 'stdin', 'stdout', 'stderr', 'logs', 'detachKeys'];

/** What a call returns, if it can be written for the client: its options are known. */
export function streamKindOf(
  subject: Subject,
  method: string,
  values: readonly ts.Expression[],
): StreamKind | undefined {
  const [first, second] = values;
  const has = (value: ts.Expression | undefined, ...names: string[]) =>
    [...(optionsOf(value)?.keys() ?? [' '])].every((name) => [...names, 'abortSignal'].includes(name));
  switch (`${subject}.${method}`) {
    case 'docker.pull':
      return first && values.length < 3 && has(second, 'authconfig', 'platform') ? 'progress' : undefined;
    case 'docker.buildImage':
      return first && isStream(first) && values.length < 3 && has(second, 't', ...buildOptions)
        ? 'progress'
        : undefined;
    case 'container.logs':
    case 'service.logs':
      return has(first, ...outputOptions) && isTrue(first, 'follow') ? 'output' : undefined;
    case 'container.attach':
      return has(first, 'hijack', ...attachOptions) && isTrue(first, 'stream') ? 'session' : undefined;
    case 'exec.start':
      return has(first, 'hijack', 'stdin', 'Tty') ? 'session' : undefined;
    default:
      return undefined;
  }
}

/** @param key the text of what identifies the object */
export function writeStreamCall(
  docker: string,
  { subject, method, key }: { readonly subject: Subject; readonly method: string; readonly key: string },
  values: readonly ts.Expression[],
  textOf: TextOf,
): string {
  const [first, second] = values;
  const options = optionsOf(method === 'pull' || method === 'buildImage' ? second : first) ?? new Map<string, never>();
  const signal = options.get('abortSignal');
  const written = (names: readonly string[]): string[] =>
    names.flatMap((name) => properties(name, options.get(name), textOf));
  const call = (name: string, input: readonly string[]): string =>
    `${docker}.${name}({ ${input.join(', ')} }${signal === undefined ? '' : `, { ${properties('signal', signal, textOf).join('')} }`})`;
  if (method === 'pull') {
    const settings = [
      ...properties('credentials', options.get('authconfig'), textOf),
      ...written(['platform']),
      ...properties('signal', signal, textOf),
    ];
    const name = first === undefined ? '' : textOf(first);
    return `pull(${docker}, ${name}${settings.length === 0 ? '' : `, { ${settings.join(', ')} }`})`;
  }
  if (method === 'buildImage') {
    const tag = options.get('t');
    const body = properties('body', first, textOf);
    return call('image.build', [
      ...body,
      ...(tag === undefined ? [] : [`t: [${textOf(tag)}]`]),
      ...written(buildOptions),
    ]);
  }
  const id = key === 'id' ? 'id' : `id: ${key}`;
  if (subject === 'exec')
    return call('exec.start', [id, `body: { ${['Detach: false', ...written(['Tty'])].join(', ')} }`]);
  const names = method === 'attach' ? attachOptions : outputOptions;
  return call(`${subject}.${method}`, [id, ...written(names)]);
}

function properties(name: string, value: ts.Expression | undefined, textOf: TextOf): string[] {
  if (value === undefined) return [];
  const text = textOf(value);
  return [text === name ? name : `${name}: ${text}`];
}

/** The properties of a literal, or of nothing; undefined for what is not known. */
function optionsOf(value: ts.Expression | undefined): Options | undefined {
  const options = new Map<string, ts.Expression>();
  if (value === undefined) return options;
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  for (const property of value.properties) {
    const isKnown = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    if (!isKnown || ts.isComputedPropertyName(property.name)) return undefined;
    options.set(property.name.text, ts.isPropertyAssignment(property) ? property.initializer : property.name);
  }
  return options;
}

function isTrue(value: ts.Expression | undefined, name: string): boolean {
  return optionsOf(value)?.get(name)?.kind === ts.SyntaxKind.TrueKeyword;
}

/** `tar.pack(…)`, `createReadStream(…)`, or a variable that is declared with it: not the path of a file. */
function isStream(value: ts.Expression): boolean {
  if (!ts.isCallExpression(value)) {
    return ts.isIdentifier(value) && initializersOf(value).length === 1 && initializersOf(value).every(isStream);
  }
  return /(^|\.)(pack|createReadStream)$/.test(value.expression.getText());
}

function initializersOf(value: ts.Identifier): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclared = ts.isVariableDeclaration(node) && node.name.getText() === value.text;
    if (isDeclared && node.initializer !== undefined) found.push(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(value.getSourceFile());
  return found;
}
