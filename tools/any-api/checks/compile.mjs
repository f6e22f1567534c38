/** Compiles all packages of a workspace as one program, with the native TypeScript 7: its launcher takes as long as the compilation. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { executableOfCompiler } from '../places.mjs';
import { firstError } from './limited-run.mjs';
import { writeProject } from './workspace.mjs';

/** @type {{ default: () => string }} */
const { default: executable } = await import(pathToFileURL(executableOfCompiler).href);

/** @param {string} workspace @returns {Promise<{ readonly failure?: string }>} */
export function compile(workspace) {
  const args = ['-p', writeProject(workspace), '--pretty', 'false', '--singleThreaded'];
  const options = { cwd: workspace, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(executable(), args, options, (error, stdout, stderr) =>
      resolve(error === null ? {} : { failure: firstError(stdout + stderr) || error.message }),
    );
  });
}
