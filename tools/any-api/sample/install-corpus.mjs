/** Installs the documents into a separate folder when the tool runs: they take 800 MB. */
import { spawnSync } from 'node:child_process';
import { corpus, haveCorpus } from '../places.mjs';

/** @returns {boolean} whether the documents are installed */
export function installCorpus() {
  if (haveCorpus()) return true;
  process.stderr.write('Installing the documents (about 800 MB, once) …\n');
  spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--workspaces=false'], {
    cwd: corpus,
    stdio: ['ignore', 2, 2],
  });
  return haveCorpus();
}
