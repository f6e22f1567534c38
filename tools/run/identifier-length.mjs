// Reports the mean length of identifiers: of every declared name of the hand-written code, by package.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const usage = `Usage: node tools/run/identifier-length.mjs [folder]
  Prints the mean length of the declared names of each package.

  $ node tools/run/identifier-length.mjs generators\n`;

const root = join(import.meta.dirname, '..', '..');
const [under = '.'] = process.argv.slice(2);
if (under === '--help') {
  process.stdout.write(usage);
  process.exit();
}
// Loaded after the usage, since it takes a second.
const { default: ts } = await import('typescript');

const isHandWritten = (path) => !/(^|\/)(gen|corpus|fixtures|recordings)\/|\.d\.ts$/.test(path);
const files = execFileSync('git', ['ls-files', '--', under], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|mjs|js)$/.test(path) && isHandWritten(path));

const lengths = new Map();
for (const path of files) {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const group = groupOf(path);
  if (!lengths.has(group)) lengths.set(group, []);
  collectNames(source, lengths.get(group));
}

const mean = (values) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
const print = (group, values) =>
  console.log(`${mean(values).padStart(5)}  ${String(values.length).padStart(7)}  ${group}`);
console.log(' mean    names  folder');
for (const [group, values] of [...lengths].sort()) print(group, values);
print('all', [...lengths.values()].flat());

/** Adds the length of each declared name: variables, parameters, functions, types, properties. */
function collectNames(node, into) {
  const { name } = node;
  if (
    name !== undefined &&
    (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) &&
    !ts.isPropertyAccessExpression(node)
  ) {
    into.push(name.text.replace('#', '').length);
  }
  ts.forEachChild(node, (child) => collectNames(child, into));
}

function groupOf(path) {
  const [first, second, third] = path.split('/');
  if (first === 'packages') return second === 'runtime' ? `${first}/${second}/${third}` : `${first}/${second}`;
  if (second === undefined) return '(root)';
  return first === 'tools' ? `${first}/${second}` : first;
}
