// `node tools/run/terminal.mjs`: runs commands and draws their output as docs/images/terminal.svg.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { isProgram, usage } from './entry.mjs';
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
  let y = margin - 6;
  let seconds = 0.5;
  const text = (shown, kind, prompt = '') =>
    `  <text xml:space="preserve" class="${kind}" x="${margin}" y="${(y += line)}" style="animation-delay: ${seconds.toFixed(2)}s">${prompt}${escaped(shown)}</text>`;
  const texts = steps.flatMap(({ typed, printed }) => {
    const command = text(typed, 'typed', '<tspan class="prompt">$ </tspan>');
    seconds += 1;
    const output = printed.map((each) => {
      seconds += 0.15;
      return text(each, 'printed');
    });
    seconds += 1.2;
    y += line;
    return [command, ...output];
  });
  const height = y + 6 - line + margin;
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
${texts.filter((each) => !each.endsWith('"></text>')).join('\n')}
</svg>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

if (isProgram(import.meta)) {
  usage(`
Usage: node tools/run/terminal.mjs

Runs the commands of the recording in the README and draws their output: docs/images/terminal.svg. It needs the built packages
(npx nx run-many -t build).`);
  writeFileSync(picture, recording());
}
