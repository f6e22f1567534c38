/** The engine of a version: every noun's calls on one connection, and the ways to get one. */
import {
  comment,
  commentBlock,
  commentText,
  literal,
  mention,
  modulePath,
  type CodeSymbol,
  type Declaration,
  type Naming,
} from '../../code/index.js';
import type { EmitContext } from './reading.js';
import { runtime } from './runtime.js';

const WIDTH = 120;

const connectSaid = commentBlock(
  comment(
    ['Finds the engine, asks which versions it serves, and gives its calls.'],
    [
      { name: 'throws', text: '{@link ConnectionError} Nobody answers.' },
      { name: 'throws', text: '{@link VersionError} The engine does not serve this version.' },
    ],
  ),
);

export function engineDeclarations({ api, names }: EmitContext, naming: Naming): readonly Declaration[] {
  const home = { package: names.package, path: modulePath(naming, 'engine') };
  const value = (name: string): CodeSymbol => ({ name, home, value: true });
  const version = commentText(api.version).replaceAll('\n', ' ');
  const members = names.nouns.map((noun) => {
    const { name } = names.table(noun);
    return `  readonly ${name}: ${mention(names.calls(noun))};\n`;
  });
  const engine = `/** An engine, spoken to in API version ${version}. */\nexport interface Engine extends ${runtime('EngineConnection')} {\n${members.join('')}}`;
  const options = `options?: ${runtime('ConnectOptions')}`;
  const call = (name: 'connectEngine' | 'engineAt', ...more: readonly string[]) =>
    `  return ${runtime(name)}<Engine>(${[literal(api.version), 'groups', ...more, 'options', ...(naming.exact ? [mention(names.codec)] : [])].join(', ')});`;
  const statements: readonly (readonly [CodeSymbol, string])[] = [
    [{ name: 'Engine', home }, engine],
    [
      value('groups'),
      `/** The operations behind the members of {@link Engine}, as data. */\nexport const groups = ${entries(names)};`,
    ],
    [
      value('connect'),
      `${connectSaid}export function connect(${options}): Promise<Engine> {\n${call('connectEngine')}\n}`,
    ],
    [
      value('engineAt'),
      `/** The engine at a place that is known, without asking which versions it serves. */\nexport function engineAt(target: ${runtime('Target')}, ${options}): Engine {\n${call('engineAt', 'target')}\n}`,
    ],
  ];
  return statements.map(([symbol, text]) => ({ symbols: [symbol], statements: [text] }));
}

function entries(names: EmitContext['names']): string {
  const tables = names.nouns.map((noun) => names.table(noun));
  const line = `{ ${tables.map(({ name }) => name).join(', ')} }`;
  if (`export const groups = ${line};`.length <= WIDTH) return `{ ${tables.map(mention).join(', ')} }`;
  return `{\n${tables.map((symbol) => `  ${mention(symbol)},\n`).join('')}}`;
}
