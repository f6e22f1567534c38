/** The commands that every container has. */
import { accountCommands } from './accounts.js';
import { named, type Commands } from './command.js';
import { dataCommands } from './data/index.js';
import { fileCommands } from './files/index.js';
import { webCommands } from './httpd.js';
import { ipCommands } from './ip.js';
import { networkCommands } from './network.js';
import { processCommands } from './processes.js';
import { systemCommands } from './system.js';
import { textCommands } from './text/index.js';

export const builtInCommands: Commands = named({
  ...systemCommands,
  ...processCommands,
  ...fileCommands,
  ...textCommands,
  ...dataCommands,
  ...networkCommands,
  ...ipCommands,
  ...webCommands,
  ...accountCommands,
});
