#!/usr/bin/env node
// The entry point of the command. It is committed, because npm links the bin of a workspace before anything is built.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';

const filename = join(import.meta.dirname, '../dist/cli/main.cjs');
const source = readFileSync(filename, 'latin1');
// Compiling is a third of a start: what was compiled is kept for the next one. It is code, so nobody else may write to the folder.
const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lading-engine');
const cache = join(folder, `${process.version}-${process.arch}`);
const script = new vm.Script(`(function (require, module, __filename) {${source}\n})`, {
  filename,
  cachedData: readCompiled(),
});
const isCached = script.cachedDataRejected === false || process.env['NODE_DISABLE_COMPILE_CACHE'] === '1';
// An engine that has served clients has compiled what the next one needs; one that fails to start has not.
if (!isCached) process.once('exit', writeCompiled);
const module = { exports: {} };
script.runInThisContext()(createRequire(import.meta.url), module, filename);
process.exitCode = await module.exports.main(process.argv.slice(2), (name) => import(name));
process.off('exit', writeCompiled);

/** Returns what precedes the compiled code in the cache: the digest of the program, and a checksum, without which a broken disk would end the process. */
function headOf(compiled) {
  return `${source.slice(0, source.indexOf('\n'))} ${crc32(compiled)}\n`;
}

/** @returns undefined if there is none, or that of another build */
function readCompiled() {
  try {
    const bytes = readFileSync(cache);
    const compiled = bytes.subarray(bytes.indexOf('\n') + 1);
    return bytes.latin1Slice(0, bytes.indexOf('\n') + 1) === headOf(compiled) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function writeCompiled() {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const compiled = script.createCachedData();
    writeFileSync(`${cache}.${process.pid}`, Buffer.concat([Buffer.from(headOf(compiled)), compiled]));
    renameSync(`${cache}.${process.pid}`, cache);
  } catch {
    // The next start takes longer.
  }
}
