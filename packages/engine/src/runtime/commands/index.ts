/** The commands that every container has. */
import { accountCommands } from './accounts.js';
import { fail, named, print, type Commands } from './command.js';
import { dataCommands } from './data/index.js';
import { fileCommands } from './files/index.js';
import { webCommands } from './httpd.js';
import { locate } from '../run-program.js';
import { ipCommands } from './ip.js';
import { machineCommands } from './machine.js';
import { curl } from './curl.js';
import { networkCommands } from './network.js';
import { wget } from './wget.js';
import { processCommands } from './processes.js';
import { schedulingCommands } from './scheduling.js';
import { systemCommands } from './system.js';
import { textCommands } from './text/index.js';

const applets: Commands = named({
  ...systemCommands,
  ...processCommands,
  ...schedulingCommands,
  ...fileCommands,
  ...textCommands,
  ...dataCommands,
  ...networkCommands,
  curl,
  wget,
  ...ipCommands,
  ...machineCommands,
  ...webCommands,
  ...accountCommands,
});

export const builtInCommands: Commands = {
  ...applets,
  async busybox(process, [name, ...words]) {
    if (name !== undefined && (Object.hasOwn(applets, name) || /^a?sh$/.test(name))) {
      const applet = locate(process, name);
      if (applet.kind === 'found') return applet.run(process, words);
    }
    if (name !== undefined) return fail(process, `${name}: applet not found`, 127);
    return print(process, `BusyBox is a multi-call binary that combines many common utilities: ${Object.keys(applets).sort().join(', ')}`); // prettier-ignore
  },
};
