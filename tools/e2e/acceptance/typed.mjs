// Runs a command on a terminal, and types keys one after the other: typed.mjs KEYS … -- COMMAND
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const words = process.argv.slice(2);
const at = words.indexOf('--');
const quoted = words
  .slice(at + 1)
  .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  .join(' ');
const child = spawn('script', ['-qec', quoted, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
let seen = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  seen += text;
  process.stdout.write(text);
});
child.once('close', (code) => process.exit(code ?? 1));
for (const key of words.slice(0, at)) {
  await sleep(1000);
  // On a busy machine a shell starts late, and its terminal would echo the keys before the prompt.
  for (let count = 0; count < 40 && !seen.endsWith('# '); count += 1) await sleep(100);
  child.stdin.write(key.replaceAll('\\r', '\r'));
}
