// `node tools/run/terminal.mjs`: runs commands and draws their output as docs/images/terminal.svg.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { usage } from './entry.mjs';
import { root } from './steps.mjs';

export const picture = join(root, 'docs', 'images', 'terminal.svg');

const commands = [
  "npx lading diff 1.41 1.44 | grep -m 5 'was [a-z]*\\.$'",
  'npx lading generate --check',
  'node create.mjs   # the example of the README: one server, clients of two versions',
];

/**
 * Runs the commands, which takes some seconds.
 *
 * @returns {string} the picture as SVG
 */
export function recording() {
  // In a folder of the repository, so that the example can import the packages.
  const folder = mkdtempSync(join(root, '.types-terminal-'));
  try {
    writeFileSync(join(folder, 'create.mjs'), exampleOf(readFileSync(join(root, 'README.md'), 'utf8'), folder));
    return draw(commands.map((typed) => ({ typed, printed: outputOf(typed, folder) })));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The example of the README that needs no engine, as JavaScript. */
function exampleOf(readme, folder) {
  const code = /^## Test without a daemon$[^]*?^```ts\n([^]*?)^```$/m.exec(readme)?.[1];
  if (code === undefined) throw new Error('README.md has no example below "Test without a daemon"');
  return transformSync(code.replaceAll('/tmp', folder), { loader: 'ts' }).code;
}

function outputOf(typed, cwd) {
  const lading = `'${process.execPath}' '${join(root, 'generators', 'cli', 'lading.mjs')}'`;
  const command = typed.replace('npx lading', lading);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  if (status !== 0) throw new Error(`${typed} ended with ${status}: ${stderr}`);
  return stdout.trimEnd().split('\n');
}

const line = 20;
const margin = 16;
const width = 860;

/** Draws an SVG in which commands and their output appear one after the other. Without animations, everything is visible. */
function draw(steps) {
  const rows = [];
  let seconds = 0.5;
  for (const { typed, printed } of steps) {
    rows.push({ text: typed, isTyped: true, seconds });
    seconds += 1;
    for (const text of printed) rows.push({ text, isTyped: false, seconds: (seconds += 0.15) });
    rows.push({ text: '', isTyped: false, seconds });
    seconds += 1.2;
  }
  rows.pop();
  const height = 2 * margin + rows.length * line;
  const texts = rows.map(({ text, isTyped, seconds: delay }, index) => {
    const prompt = isTyped ? '<tspan class="prompt">$ </tspan>' : '';
    const y = margin + index * line + 14;
    return `  <text xml:space="preserve" class="${isTyped ? 'typed' : 'printed'}" x="${margin}" y="${y}" style="animation-delay: ${delay.toFixed(2)}s">${prompt}${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal that runs ${escaped(commands.join(', '))}">
  <style>
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; animation: appear 1ms backwards; }
    .typed { fill: #ffffff; font-weight: 600; }
    .prompt { fill: #7ee787; }
    .printed { fill: #c9d1d9; }
    @keyframes appear { from { opacity: 0; } }
    @media (prefers-reduced-motion: reduce) { text { animation: none; } }
  </style>
  <rect width="${width}" height="${height}" rx="8" fill="#161b22" />
${texts.filter((text) => !text.endsWith('"></text>')).join('\n')}
</svg>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  usage(`
Usage: node tools/run/terminal.mjs

Runs the commands of the recording in the README and draws their output: docs/images/terminal.svg. It needs the built packages
(npx nx run-many -t build).`);
  writeFileSync(picture, recording());
}
